/** Whose list it is: an address's, or several addresses' as one. */
import type { AddressRef } from '../chain/address.ts'

export interface OwnAddresses {
  /** The address whose list it is, in lower case. */
  readonly ownAddress: string | undefined
  /** Of several addresses as one: all of them, in lower case. */
  readonly ownAddresses?: ReadonlySet<string> | undefined
}

export function isOwn(
  { ownAddress, ownAddresses }: OwnAddresses,
  address: AddressRef | null | undefined,
): boolean {
  if (ownAddress === undefined || !address) return false
  const hash = address.hash.toLowerCase()
  return hash === ownAddress || ownAddresses?.has(hash) === true
}

/** From one of several addresses to another of them: it moved nothing of them all. */
export const isWithin = (
  own: OwnAddresses,
  from: AddressRef | null | undefined,
  to: AddressRef | null | undefined,
): boolean =>
  own.ownAddresses !== undefined &&
  isOwn(own, from) &&
  isOwn(own, to) &&
  from?.hash.toLowerCase() !== to?.hash.toLowerCase()
