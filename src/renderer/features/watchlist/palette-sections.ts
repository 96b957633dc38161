import { $gettext } from '#shared/text/gettext.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import type { PaletteItem, PaletteProvider, PaletteSection } from '../palette-provider.ts'

/** Maximum number of entries. Typing more narrows them; the watchlist shows all. */
const MAX_SHOWN = 8

export function usePaletteSections(): PaletteProvider {
  const entries = useWatchlist()
  const sources = useSources()
  const current = useCurrentSource()
  return ({ text, targets }) => {
    const found = text === '' || targets.length > 0 ? [] : entries.search(text, MAX_SHOWN)
    return [watchedSection(found, current.source.value, sources.all, text)]
  }
}

/** Section of the watched addresses that match. Each opens on the current source, or on a source of its chain. */
const watchedSection = (
  found: readonly WatchedAddress[],
  current: SourceView | undefined,
  sources: readonly SourceView[],
  text: string,
): PaletteSection => ({
  order: 30,
  title: $gettext('Watched'),
  items: found.flatMap((entry): PaletteItem[] => {
    const on =
      entry.chainId === null || current?.chainId === entry.chainId
        ? current
        : sources.find(({ chainId, hidden }) => chainId === entry.chainId && !hidden)
    if (!on) return []
    return [
      {
        id: `watched:${String(entry.id)}`,
        label: entry.label || entry.address,
        detail: [
          entry.label === '' ? undefined : shortenAddress(entry.address),
          ...entry.groups,
          on === current ? undefined : on.name,
        ]
          .filter((word) => word !== undefined)
          .join(' · '),
        isExact: entry.label.toLowerCase() === text.toLowerCase(),
        icon: { kind: 'address', address: entry.address },
        action: { kind: 'go', to: addressRoute(on.id, entry.address), source: on.id },
      },
    ]
  }),
})
