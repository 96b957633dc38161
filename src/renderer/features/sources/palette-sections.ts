import { $gettext } from '#shared/text/gettext.ts'
import { useAddAnything } from '#renderer/stores/add-anything.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider, PaletteQuery, PaletteSection } from '../palette-provider.ts'
import { sourceSection } from './source-section.ts'

export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  const dialog = useAddAnything()
  return (query) => [sourceSection(query, sources.shown), addSection(query, dialog.open)]
}

/** The URL of an instance or a node, or a host of this network with its port. */
const URL_TEXT = /^(?:https?|wss?):\/\/\S+$|^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/i

/** Offers a URL that is no link to a target as a source. The label has its host alone: a key may be in the rest. */
function addSection({ text, targets }: PaletteQuery, add: (typed: string) => void): PaletteSection {
  const host =
    targets.length === 0 && URL_TEXT.test(text)
      ? URL.parse(text.includes('://') ? text : `http://${text}`)?.host
      : undefined
  return {
    order: 55,
    title: $gettext('Add anything'),
    items:
      host === undefined
        ? []
        : [
            {
              id: 'add-source',
              label: $gettext('Add %{host} as a source', { host }),
              icon: { kind: 'add' },
              action: {
                kind: 'run',
                run: () => {
                  add(text)
                },
              },
            },
          ],
  }
}
