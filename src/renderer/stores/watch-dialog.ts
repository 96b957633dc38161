/** The address whose dialog is open: a watched one or a new one; undefined where it is closed. */
import { shallowRef } from 'vue'

export interface WatchSubject {
  /** Empty: the person types it. */
  readonly address: string
  /** Of the watched address; undefined for a new one. */
  readonly id?: number
  /** Its name in the list it was opened from: the initial label of a new one. */
  readonly name?: string | undefined
}

export const watchSubject = shallowRef<WatchSubject>()
