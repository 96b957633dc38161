import type { AddressRef } from '#shared/chain/address.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import { nameAsText, nameOfAddress } from './address-name.ts'

/**
 * The name of an address as it stands in a text: the person's own labels with their mark. What calls it in a computed
 * follows a change of them.
 */
export function useAddressName(): (address: AddressRef) => string | undefined {
  const own = useAddressLabels()
  return (address) => {
    const name = nameOfAddress(address, own.labels)
    return name && nameAsText(name)
  }
}
