import type { AddressRef } from '#shared/chain/address.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import { addressName } from './address-name.ts'

/** `addressName` with the person's own labels; what calls it in a computed follows a change of them. */
export function useAddressName(): (address: AddressRef) => string | undefined {
  const own = useAddressLabels()
  return (address) => addressName(address, own.labels)
}
