import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { OpenList } from '../session/use-list.ts'

const ROWS = { one: 'row', many: 'rows' }

/**
 * What a filter leaves of what is read: `1,204 of 12,400 rows read match; 48,211 exist`. `total`: as the source counts
 * them, where it does.
 */
export function describeFiltered(
  {
    shown,
    snapshot: { count: loaded, state },
  }: Pick<OpenList, 'snapshot'> & { readonly shown: { readonly count: number } },
  total: number | undefined,
): string {
  const rows = `${formatCount(shown.count)} of ${pluralize(loaded, ROWS)}`
  if (state.kind === 'end') return `${rows} match`
  return `${rows} read match${total !== undefined && total > loaded ? `; ${formatCount(total)} exist` : ''}`
}
