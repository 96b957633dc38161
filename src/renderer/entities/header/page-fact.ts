import type { RouteLocationRaw } from 'vue-router'
import type { AddressRef } from '#shared/chain/address.ts'

/** A fact about what a page shows. Without value, time and addresses it is not known yet: its room is kept for it. */
export interface PageFact {
  readonly name: string
  readonly value?: string | undefined
  /** The exact value, where `value` is shortened: the tooltip. */
  readonly exact?: string | undefined
  /** Fainter, beside the value. */
  readonly note?: string | undefined
  /** Where it leads. */
  readonly to?: RouteLocationRaw | undefined
  readonly time?: string | undefined
  /** Of two, what went from the first to the second. */
  readonly addresses?: readonly AddressRef[] | undefined
  readonly isPath?: boolean
  /** It says itself what it is: its name is for screen readers and for the details. */
  readonly isBare?: boolean
}

/** What a page is about, by hash. */
export interface PageIdentity {
  /** `address`, as in `Copy address`. */
  readonly name: string
  readonly text: string
  /** Where other facts weigh more than the rest of it. */
  readonly isShort?: boolean
}

export const isKnown = ({ value, time, addresses }: PageFact): boolean =>
  value !== undefined || time !== undefined || addresses !== undefined
