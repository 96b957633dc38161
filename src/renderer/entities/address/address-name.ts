import type { AddressRef } from '#shared/chain/address.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/**
 * What an address is called: the person's own label, else its ENS name, else its contract's or tagged name. `labels`
 * by address in lower case. Undefined where it has no name.
 */
export function addressName(address: AddressRef, labels: ReadonlyMap<string, string>): string | undefined {
  const own = labels.get(address.hash.toLowerCase())
  const name = own ?? [address.ens_domain_name, address.name, tagName(address)].find(Boolean)
  const plain = name ? plainName(name) : ''
  return plain === '' ? undefined : plain
}

/** A tag called "name" by the instance is a name; others (for example a phishing warning) are not. */
function tagName(address: AddressRef): string | undefined {
  const tag = address.metadata?.tags?.find(({ tagType }) => tagType === 'name')
  return tag?.name ?? undefined
}

/** Marked as a scam by the instance, in either of its two ways. */
export const isScamAddress = (address: AddressRef | null | undefined): boolean =>
  address?.is_scam === true || isBadReputation(address?.reputation)

/** Any reputation other than ok is one. */
export const isBadReputation = (reputation: string | null | undefined): boolean =>
  reputation != null && reputation !== '' && reputation.toLowerCase() !== 'ok'
