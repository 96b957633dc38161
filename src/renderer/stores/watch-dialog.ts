import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface WatchSubject {
  /** Empty: the person types it. */
  readonly address: string
  /** Of its entry; undefined for a new one. */
  readonly id?: number
  /** It was opened to watch the address: that is chosen, where only a label was kept before. */
  readonly watch?: boolean
}

/** The dialog about a watched address or a new one; open while it has a subject. */
export const useWatchDialog = defineStore('watch-dialog', () => {
  const subject = shallowRef<WatchSubject>()
  function open(next: WatchSubject) {
    subject.value = next
  }
  function close() {
    subject.value = undefined
  }
  return { subject, open, close }
})
