import type { AddressRef } from '#shared/chain/address.ts'
import { namesOnChain } from '#shared/chain/address-names.ts'
import { OWN_MARK, plainName } from '#shared/text/hostile-text.ts'

export interface AddressName {
  readonly text: string
  /** The person's own label. Shown with a mark that no name from a chain can have. */
  readonly own: boolean
  /** As the chain or the instance has it. */
  readonly raw: string
}

/**
 * What an address is called: the person's own label, else its ENS name, else its contract's or tagged name. `labels`
 * by address in lower case. Undefined where it has no name.
 */
export function nameOfAddress(
  address: AddressRef,
  labels: ReadonlyMap<string, string>,
): AddressName | undefined {
  const own = labels.get(address.hash.toLowerCase())
  const raw = own ?? namesOnChain(address)[0]
  const text = raw ? plainName(raw) : ''
  return raw && text !== '' ? { text, own: own !== undefined, raw } : undefined
}

/** The name alone: to sort by and to search. */
export const addressName = (address: AddressRef, labels: ReadonlyMap<string, string>): string | undefined =>
  nameOfAddress(address, labels)?.text

/** The name as it stands in a text: an own label with its mark. */
export const nameAsText = (name: AddressName): string => (name.own ? `${OWN_MARK} ${name.text}` : name.text)
