import { $gettext, $ngettext } from '#shared/text/gettext.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { ComparedWith } from './use-row-check.ts'

/** The findings of a comparison with another source, besides the rows that both have. */
export const describeCompared = (
  { missing, notCompared, isWhole }: ComparedWith,
  source: string,
): readonly string[] => [
  ...(missing.length > 0
    ? [
        $ngettext('Only %{source} has %{count} row.', 'Only %{source} has %{count} rows.', missing.length, {
          source,
          count: formatCount(missing.length),
        }),
      ]
    : []),
  ...(notCompared > 0
    ? [
        $ngettext(
          '%{count} row was not compared: %{source} may have it, too.',
          '%{count} rows were not compared: %{source} may have them, too.',
          notCompared,
          { source, count: formatCount(notCompared) },
        ),
      ]
    : []),
  ...(isWhole ? [] : [$gettext('Not all rows were read.')]),
]
