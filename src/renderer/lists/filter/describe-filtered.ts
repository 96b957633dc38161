import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { OpenList } from '../session/use-list.ts'

const ROWS = { one: 'row', many: 'rows' }

/**
 * What a filter leaves: `1,204 of 12,400 kept transactions (48,211 exist)`, or of what is loaded. `total`: as the source
 * counts them, where it does.
 */
export function describeFiltered(
  {
    shown,
    held,
    snapshot: { count: loaded, state },
  }: Pick<OpenList, 'snapshot' | 'held'> & { readonly shown: { readonly count: number } },
  total: number | undefined,
  noun: { readonly one: string; readonly many: string },
): string {
  if (held) {
    const kept = `${formatCount(shown.count)} of ${formatCount(held.held)} kept ${held.held === 1 ? noun.one : noun.many}`
    if (held.isComplete) return kept
    return `${kept} (${total !== undefined && total > held.held ? formatCount(total) : 'more'} exist)`
  }
  const rows = `${formatCount(shown.count)} of ${pluralize(loaded, ROWS)}`
  if (state.kind === 'end') return `${rows} match`
  return `${rows} read match${total !== undefined && total > loaded ? `; ${formatCount(total)} exist` : ''}`
}
