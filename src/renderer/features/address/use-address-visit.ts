import { watch, type MaybeRefOrGetter, toValue } from 'vue'
import type { AddressDetail } from '#shared/chain/address.ts'
import { PARAM_FORMATS } from '#shared/lists/path-params.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useAddressName } from '#renderer/entities/address/use-address-name.ts'

/** Adds the address to the recent items, with its name as soon as that is known. */
export function useAddressVisit(
  source: MaybeRefOrGetter<string>,
  hash: MaybeRefOrGetter<string | undefined>,
  detail: MaybeRefOrGetter<AddressDetail | undefined>,
): void {
  const recent = useRecent()
  const addressName = useAddressName()
  watch(
    () => {
      const address = toValue(hash)
      if (!address || !PARAM_FORMATS.address.pattern.test(address)) return undefined
      const title = addressName(toValue(detail) ?? { hash: address }) ?? shortenAddress(address)
      return { source: toValue(source), path: `/address/${address}`, title: title.slice(0, 200) }
    },
    (visit) => {
      if (visit) recent.visit(visit)
    },
    { immediate: true },
  )
}
