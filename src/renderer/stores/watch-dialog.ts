import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface WatchSubject {
  /** Empty: the person types it. */
  readonly address: string
  /** Of the watched address; undefined for a new one. */
  readonly id?: number
  /** Its name in the list it was opened from: the initial label of a new one. */
  readonly name?: string | undefined
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
