import type { AddressRef } from '#shared/chain/address.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import { nameAsText, nameOfAddress } from './address-name.ts'

/**
 * Returns the name of an address for a sentence; an own label has its mark. A computed that calls it follows changes of
 * labels.
 */
export function useAddressName(): (address: AddressRef) => string | undefined {
  const own = useAddressLabels()
  return (address) => {
    const name = nameOfAddress(address, own.labels)
    return name && nameAsText(name)
  }
}
