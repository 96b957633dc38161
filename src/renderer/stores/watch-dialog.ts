/** What the dialog about a watched address is open on: an entry, an address that is not kept yet, or nothing. */
import { shallowRef } from 'vue'

export interface WatchSubject {
  /** Empty: it is asked for. */
  readonly address: string
  /** Of the entry that is changed. */
  readonly id?: number
  /** What it is called where it was seen: offered as its label. */
  readonly name?: string | undefined
}

export const watchSubject = shallowRef<WatchSubject>()
