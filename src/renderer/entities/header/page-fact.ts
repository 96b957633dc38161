import type { RouteLocationRaw } from 'vue-router'
import type { AddressRef } from '#shared/chain/address.ts'

/**
 * A fact about the subject of a page. Without value, time and addresses it is not known yet, and its space is reserved.
 */
export interface PageFact {
  readonly name: string
  readonly value?: string | undefined
  /** The exact value, where `value` is shortened. Shown on hover. */
  readonly exact?: string | undefined
  /** Fainter text beside the value. */
  readonly note?: string | undefined
  readonly to?: RouteLocationRaw | undefined
  readonly time?: string | undefined
  /** With two addresses and `isPath`, a movement from the first to the second. */
  readonly addresses?: readonly AddressRef[] | undefined
  readonly isPath?: boolean
  /** The value explains itself: the name is only for screen readers and the details. */
  readonly isBare?: boolean
}

/** The subject of a page, by its hash. */
export interface PageIdentity {
  /** For example `address`, as in `Copy address`. */
  readonly name: string
  readonly text: string
  /** Shortens the hash, where the facts matter more. */
  readonly isShort?: boolean
}

export const isKnown = ({ value, time, addresses }: PageFact): boolean =>
  value !== undefined || time !== undefined || addresses !== undefined
