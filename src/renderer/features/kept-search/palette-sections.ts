import { $gettext } from '#shared/text/gettext.ts'
import type { PaletteProvider } from '../palette-provider.ts'

/** Section of the palette for a text that begins with `?`: searches the kept rows. */
export const usePaletteSections = (): PaletteProvider => (query) => {
  const q = query.text.startsWith('?') ? query.text.slice(1).trim() : ''
  if (q === '') return []
  return [
    {
      order: 5,
      title: $gettext('Kept on this machine'),
      items: [
        {
          id: 'kept-search',
          label: $gettext('Search everything kept for %{q}', { q }),
          isExact: true,
          icon: { kind: 'command' },
          action: { kind: 'go', to: { name: 'kept-search', query: { q } } },
        },
      ],
    },
  ]
}
