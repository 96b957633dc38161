/** Rows from the archive beside those that the source gives now. */
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowStore } from './row-store.ts'

/**
 * Whether the head of a history list fits on top of the rows that were kept: newer ones, and then the same in the same
 * order. Where it does not, blocks were replaced since. A head of newer rows only fits: what is between is not known.
 */
export function fitsOnTop(rows: RowStore, head: readonly GridRow[]): boolean {
  const items = head.filter(({ kind }) => kind === 'item')
  const known = items.findIndex(({ key }) => rows.has(key))
  if (known < 0) return true
  const kept = firstItems(rows, items.length - known)
  return kept.every(({ key }, at) => key === items[known + at]?.key)
}

/** Whether a list begins with just these rows. */
export function beginsWith(rows: RowStore, head: readonly GridRow[]): boolean {
  const kept = firstItems(rows, head.length)
  return kept.length === head.length && JSON.stringify(kept) === JSON.stringify(head)
}

/** A source may say more of a row today than it did. */
export function renew(rows: RowStore, head: readonly GridRow[]): void {
  for (const row of head) if (row.kind === 'item' && rows.has(row.key)) rows.replace(row)
}

function firstItems(rows: RowStore, count: number): GridRow[] {
  const found: GridRow[] = []
  if (count > 0)
    rows.scan(rows.first, rows.end, (row) => {
      if (row.kind === 'item') found.push(row)
      return found.length < count
    })
  return found
}
