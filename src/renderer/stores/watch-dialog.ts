import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface WatchSubject {
  /** Empty where the person types the address. */
  readonly address: string
  /** Id of the entry; undefined for a new one. */
  readonly id?: number
  /** Watching is preselected, for an address that so far only has a label. */
  readonly watch?: boolean
}

/** The dialog of a watchlist entry; open while it has a subject. */
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
