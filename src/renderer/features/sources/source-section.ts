import { $gettext } from '#shared/text/gettext.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { PaletteQuery, PaletteSection } from '../palette-provider.ts'

/** Fewer letters of the words before a name would list all sources. */
const MIN_LETTERS = 3

/**
 * Sources whose name, host or label matches the text, to switch to. Empty for an empty text and for one that points to
 * a target.
 */
export function sourceSection(
  { text, targets }: PaletteQuery,
  sources: readonly SourceView[],
): PaletteSection {
  const wanted = text.toLowerCase()
  const found =
    wanted === '' || targets.length > 0
      ? []
      : sources.filter(
          ({ name, host }) =>
            `${name} ${host}`.toLowerCase().includes(wanted) ||
            (wanted.length >= MIN_LETTERS && labelOf(name).toLowerCase().startsWith(wanted)),
        )
  return {
    order: 50,
    title: $gettext('Sources'),
    items: found.map(({ id, name, host }) => ({
      id: `source:${id}`,
      label: labelOf(name),
      detail: host,
      isExact: name.toLowerCase() === wanted,
      icon: { kind: 'source', name },
      action: { kind: 'source', source: id },
    })),
  }
}

const labelOf = (name: string): string => $gettext('Switch to %{name}', { name })
