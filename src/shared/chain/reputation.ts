/** What a source marks as a scam. */
import type { AddressRef } from './address.ts'

/** Marked as a scam by the instance, in either of its two ways. */
export const isScamAddress = (address: AddressRef | null | undefined): boolean =>
  address?.is_scam === true || isBadReputation(address?.reputation)

/** Any reputation other than ok is one. */
export const isBadReputation = (reputation: string | null | undefined): boolean =>
  reputation != null && reputation !== '' && reputation.toLowerCase() !== 'ok'

interface MaybeScam {
  /** Of an item that is a token itself, or what a search found. */
  readonly reputation?: string | null
  readonly from?: AddressRef | null
  readonly to?: AddressRef | null
  readonly created_contract?: AddressRef | null
  readonly token?: { readonly reputation?: string | null; readonly address_hash?: string } | null
}

/**
 * Is this item about something the source marks as a scam: its token, or the other party? What the list is of, addresses
 * or a token in lower case, does not count: its own list would be empty.
 */
export function isScamItem(item: object, listOf: string | ReadonlySet<string> | undefined): boolean {
  const { reputation, token, from, to, created_contract: created } = item as MaybeScam
  if (isBadReputation(reputation)) return true
  const isOwn = (hash: string | undefined) =>
    hash !== undefined &&
    (typeof listOf === 'object' ? listOf.has(hash.toLowerCase()) : listOf === hash.toLowerCase())
  if (token && !isOwn(token.address_hash) && isBadReputation(token.reputation)) return true
  return [from, to, created].some(
    (address) => address != null && !isOwn(address.hash) && isScamAddress(address),
  )
}
