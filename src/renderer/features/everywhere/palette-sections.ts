import { $gettext } from '#shared/text/gettext.ts'
import { everywhereRoute } from '#renderer/entities/routes.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider } from '../palette-provider.ts'

/** Section of the palette that opens a typed address on all chains. */
export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  return ({ targets: [target] }) =>
    // Without the loaded sources, Enter waits for the section of the address itself.
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
