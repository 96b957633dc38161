import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { ShownList } from '../model/use-shown-list.ts'

const ROWS = $nmsgid('row', 'rows')

/**
 * How many rows a filter leaves: `1,204 of 12,400 rows read match; 48,211 exist`. `total`: the source's count;
 * undefined where it has none. Undefined where the filter could not be answered.
 */
export function describeFiltered(
  list: Pick<ShownList, 'snapshot' | 'isAnswered' | 'isReading'> & {
    readonly shown: { readonly count: number }
  },
  total: number | undefined,
): string | undefined {
  const { shown, snapshot, isAnswered, isReading } = list
  if (!isAnswered) return isReading ? $gettext('Filtering…') : undefined
  const { count: loaded, isWhole } = snapshot
  const rows = $gettext('%{count} of %{all}', {
    count: formatCount(shown.count),
    all: pluralize(loaded, ROWS),
  })
  if (isWhole) return $gettext('%{rows} match', { rows })
  return total !== undefined && total > loaded
    ? $gettext('%{rows} read match; %{count} exist', { rows, count: formatCount(total) })
    : $gettext('%{rows} read match', { rows })
}

/** Says which filter the shown rows answer, while the typed filter is invalid. `asked`: the text of that filter. */
export const describeFormer = (asked: string): string =>
  asked === ''
    ? $gettext('The rows are not filtered.')
    : $gettext('The rows are still those of “%{filter}”.', { filter: asked })
