import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { ImportCounts } from '#shared/rpc/contract/watchlist.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'

/** The counts of an import as a sentence: `12 rows: 9 new, 2 changed, 1 can’t be read.` */
export function describeCounts(counts: ImportCounts): string {
  const parts = (
    [
      [counts.added, $gettext('new')],
      [counts.changed, $gettext('changed')],
      [counts.kept, $gettext('kept as yours')],
      [counts.same, $gettext('unchanged')],
      [counts.repeated, $gettext('repeated in the file')],
      [counts.refused, $gettext('can’t be read')],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${formatCount(count)} ${label}`)
  const rows = pluralize(counts.rows, $nmsgid('row', 'rows'))
  return parts.length === 0 ? `${rows}.` : `${rows}: ${parts.join(', ')}.`
}
