import { watch, type MaybeRefOrGetter, toValue } from 'vue'
import type { AddressDetail } from '#shared/chain/address.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useAddressName } from '#renderer/entities/address/use-address-name.ts'

/** Adds the address to the recent items once its name is known. */
export function useAddressVisit(
  source: MaybeRefOrGetter<string>,
  hash: MaybeRefOrGetter<string | undefined>,
  detail: MaybeRefOrGetter<AddressDetail | undefined>,
): void {
  const recent = useRecent()
  const addressName = useAddressName()
  const address = () => {
    const given = toValue(hash)
    return given && PARAM_FORMATS.address.pattern.test(given) ? given : undefined
  }
  const title = () => {
    const of = address()
    return of && (addressName(toValue(detail) ?? { hash: of }) ?? shortenAddress(of))
  }
  // Watches three values and not one object: each response replaces the source that the name depends on, and a new
  // object would count as a visit.
  watch(
    [() => toValue(source), address, title],
    ([ofSource, visited, name]) => {
      if (visited === undefined || name === undefined) return
      recent.visit({ source: ofSource, path: `/address/${visited}`, title: name.slice(0, 200) })
    },
    { immediate: true },
  )
}
