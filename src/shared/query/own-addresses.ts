/** The address, or the several addresses, that a list belongs to. */
import type { AddressRef } from '../chain/address.ts'

export interface OwnAddresses {
  /** The address that the list belongs to, in lower case. */
  readonly ownAddress: string | undefined
  /** For merged lists: all addresses, in lower case. */
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

/** Whether a transfer is from one of several addresses to another of them: it does not change their sum. */
export const isWithin = (
  own: OwnAddresses,
  from: AddressRef | null | undefined,
  to: AddressRef | null | undefined,
): boolean =>
  own.ownAddresses !== undefined &&
  isOwn(own, from) &&
  isOwn(own, to) &&
  from?.hash.toLowerCase() !== to?.hash.toLowerCase()
