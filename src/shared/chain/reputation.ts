/** Tells whether a source marks an item as a scam. */
import type { AddressRef } from './address.ts'

/** Whether the instance marks the address as a scam, by either of its two fields. */
export const isScamAddress = (address: AddressRef | null | undefined): boolean =>
  address?.is_scam === true || isBadReputation(address?.reputation)

/** Whether a reputation is anything other than ok. */
export const isBadReputation = (reputation: string | null | undefined): boolean =>
  reputation != null && reputation !== '' && reputation.toLowerCase() !== 'ok'

interface MaybeScam {
  /** The reputation of an item that is a token or a search result. */
  readonly reputation?: string | null
  readonly from?: AddressRef | null
  readonly to?: AddressRef | null
  readonly created_contract?: AddressRef | null
  readonly token?: { readonly reputation?: string | null; readonly address_hash?: string } | null
}

/**
 * Whether the source marks the item's token or its other party as a scam. `listOf` are the addresses, or the token,
 * that the list belongs to, in lower case. They do not count: otherwise the list of a scam would be empty.
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
