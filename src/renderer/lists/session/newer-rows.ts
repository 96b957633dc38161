import type { Page } from '#shared/lists/page.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowStore } from './row-store.ts'

/** Rows that came since the list was read. They wait, so that nothing moves under the reader's eyes. */
export interface NewerRows {
  /** How many wait. */
  readonly count: number
  /** The newest page, where all of it is new: rows between it and the list may be missing, so the list starts from it. */
  readonly gap: Page | null
  /** Takes the newest page of the list; tells whether anything changed, waiting or (a pending row now mined) in place. */
  take(page: Page, rows: readonly GridRow[]): boolean
  putOnTop(): void
  clear(): void
}

export function readingHead(rows: RowStore): NewerRows {
  let waiting: readonly GridRow[] = []
  let gap: Page | null = null

  return {
    get count() {
      return waiting.length
    },
    get gap() {
      return gap
    },
    take(page, head) {
      const items = head.filter((row) => row.kind === 'item')
      const fresh = items.filter(({ key }) => !rows.has(key))
      const settled = items.filter((row) => settles(rows, row)).length > 0
      if (sameKeys(fresh, waiting)) return settled
      const keys = new Set(fresh.map(({ key }) => key))
      const joins = fresh.length < items.length || rows.count === 0
      const joinsWaiting = gap === null && waiting.some(({ key }) => keys.has(key))
      gap = joins || joinsWaiting ? null : page
      // Rows that waited and have left the newest page since are still newer than the list.
      waiting = gap ? fresh : [...fresh, ...waiting.filter(({ key }) => !keys.has(key) && !rows.has(key))]
      return true
    },
    putOnTop() {
      rows.prepend(waiting)
      waiting = []
      gap = null
    },
    clear() {
      waiting = []
      gap = null
    },
  }
}

const sameKeys = (some: readonly GridRow[], others: readonly GridRow[]) =>
  some.length === others.length && some.every(({ key }, index) => key === others[index]?.key)

/** A known row that was pending and is not any more takes its place again, as it reads now. */
function settles(rows: RowStore, row: GridRow): boolean {
  const seq = rows.seqOf(row.key)
  const known = seq === undefined ? undefined : rows.at(seq)
  if (known?.kind !== 'item' || row.kind !== 'item') return false
  if (!isPending(known.item) || isPending(row.item)) return false
  rows.replace(row)
  return true
}

const isPending = (item: unknown) =>
  typeof item === 'object' &&
  item !== null &&
  'status' in item &&
  'block_number' in item &&
  (item.block_number === null || ('is_pending_update' in item && item.is_pending_update === true))
