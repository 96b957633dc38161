import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { ShownList } from '../model/use-shown-list.ts'

const ROWS = $nmsgid('row', 'rows')

/**
 * What a filter leaves: `1,204 of 12,400 rows read match; 48,211 exist`. `total`: as the source counts them, where it does.
 */
export function describeFiltered(
  { shown, snapshot }: Pick<ShownList, 'snapshot'> & { readonly shown: { readonly count: number } },
  total: number | undefined,
): string {
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

/** Of rows that stand there while what is typed can't be asked. `asked`: what they are those of. */
export const describeFormer = (asked: string): string =>
  asked === ''
    ? $gettext('The rows are not filtered.')
    : $gettext('The rows are still those of “%{filter}”.', { filter: asked })
