import { $gettext } from '#shared/text/gettext.ts'
import { everywhereRoute } from '#renderer/entities/routes.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider } from '../palette-provider.ts'

/** For an address that was typed. */
export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  return ({ targets: [target] }) =>
    // Until the sources are loaded, Enter waits for the address itself.
    target?.kind === 'address' && sources.current !== undefined
      ? [
          {
            order: 15,
            title: $gettext('Everywhere'),
            items: [
              {
                id: 'everywhere',
                label: $gettext('Show on all chains'),
                icon: { kind: 'command' },
                action: { kind: 'go', to: everywhereRoute(target.address) },
              },
            ],
          },
        ]
      : []
}
