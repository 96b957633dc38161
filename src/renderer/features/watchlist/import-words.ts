import type { ImportCounts } from '#shared/rpc/contract/watchlist.ts'
import { pluralize, formatCount } from '#renderer/lib/format-number.ts'

/** What an import does or did, every row accounted for: `12 rows: 9 new, 2 changed, 1 can’t be read.` */
export function countWords(counts: ImportCounts): string {
  const parts = (
    [
      [counts.added, 'new'],
      [counts.changed, 'changed'],
      [counts.kept, 'left as yours'],
      [counts.same, 'the same already'],
      [counts.repeated, 'repeated in the file'],
      [counts.refused, 'can’t be read'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
  const rows = pluralize(counts.rows, { one: 'row', many: 'rows' })
  return parts.length === 0 ? `${rows}.` : `${rows}: ${parts.join(', ')}.`
}
