/** Resolves a label of the watchlist or an ENS name to an address. */
import { normaliseEnsName } from '#shared/text/ens-name.ts'
import { useDetailReader } from '#renderer/entities/use-detail.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'

export function useAddressOfName(source: () => string) {
  const read = useDetailReader()
  const own = useAddressLabels()
  /** Returns undefined for a typed address, for an unknown name, and for a name of two addresses. */
  return async (typed: string): Promise<string | undefined> => {
    const text = typed.trim()
    if (text === '' || /^0x/i.test(text)) return undefined
    const labelled = [...own.labels].filter(([, label]) => label.toLowerCase() === text.toLowerCase())
    if (labelled.length > 0) return labelled.length === 1 ? labelled[0]?.[0] : undefined
    const name = normaliseEnsName(text)
    if (name === undefined) return undefined
    try {
      const { item } = await read(
        'search-quick',
        source(),
        { q: name },
        { signal: new AbortController().signal },
      )
      const found = item.find(
        ({ type, ens_info: ens, name: own }) => type === 'ens_domain' && (ens?.name ?? own) === name,
      )
      return found?.address_hash ?? found?.ens_info?.address_hash ?? undefined
    } catch {
      // The source does not answer or has no search: the name stays unknown.
      return undefined
    }
  }
}
