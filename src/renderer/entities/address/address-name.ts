import type { AddressRef } from '#shared/chain/address.ts'
import { namesOnChain } from '#shared/chain/address-names.ts'
import { OWN_MARK, plainName } from '#shared/text/hostile-text.ts'

export interface AddressName {
  readonly text: string
  /** The person's own label. It is shown with a mark that no name from a chain can contain. */
  readonly own: boolean
  /** The name as the chain or the instance has it. */
  readonly raw: string
}

/**
 * The name of an address: the person's own label, else its ENS name, else the name of its contract or tag. `labels`: by
 * address in lower case. Undefined without a name.
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

/** The name as text, for sorting and searching. */
export const addressName = (address: AddressRef, labels: ReadonlyMap<string, string>): string | undefined =>
  nameOfAddress(address, labels)?.text

/** The name for a sentence: an own label has its mark. */
export const nameAsText = (name: AddressName): string => (name.own ? `${OWN_MARK} ${name.text}` : name.text)
