import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { everywhereRoute, transactionRoute } from '#renderer/entities/routes.ts'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteItem, PaletteProvider, PaletteQuery } from '../palette-provider.ts'

/** Section of the palette that opens a typed address, or a transaction of a chain that is not known, on all chains. */
export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  const current = useCurrentSource()
  return ({ targets: [target] }) => {
    const item = itemFor(target)
    return item === undefined ? [] : [{ order: 15, title: $gettext('Everywhere'), items: [item] }]
  }

  function itemFor(target: PaletteQuery['targets'][number] | undefined): PaletteItem | undefined {
    const source = current.id.value
    // Without the loaded sources, Enter waits for the section of the address itself.
    if (target === undefined || sources.current === undefined || source === undefined) return undefined
    if (target.kind === 'address')
      return {
        id: 'everywhere',
        label: $gettext('Show on all chains'),
        icon: { kind: 'command' },
        action: { kind: 'go', to: everywhereRoute(target.address) },
      }
    const count = sources.shown.length
    if (target.kind !== 'transaction' || target.chainId !== undefined || count < 2) return undefined
    // A hash tells what a person looks at: the source in use is asked first, the others where it knows nothing.
    const route = transactionRoute(source, target.hash)
    return {
      id: 'everywhere',
      label: $gettext('Find on all chains'),
      detail: pluralize(count, $nmsgid('source', 'sources')),
      icon: { kind: 'command' },
      action: { kind: 'go', to: { ...route, query: { ask: 'all' } } },
    }
  }
}
