import type { ImportCounts } from '#shared/rpc/contract/watchlist.ts'
import { pluralize, formatCount } from '#renderer/lib/format-number.ts'

/** What an import does with each row: `12 rows: 9 new, 2 changed, 1 can’t be read.` */
export function describeCounts(counts: ImportCounts): string {
  const parts = (
    [
      [counts.added, 'new'],
      [counts.changed, 'changed'],
      [counts.kept, 'kept as yours'],
      [counts.same, 'unchanged'],
      [counts.repeated, 'repeated in the file'],
      [counts.refused, 'can’t be read'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${formatCount(count)} ${label}`)
  const rows = pluralize(counts.rows, { one: 'row', many: 'rows' })
  return parts.length === 0 ? `${rows}.` : `${rows}: ${parts.join(', ')}.`
}
