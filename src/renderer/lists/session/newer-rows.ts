import type { Page } from '#shared/lists/page.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowStore } from '../rows/row-store.ts'

/** Rows that appeared since the list was read. They wait until the reader asks for them, so that no row moves by itself. */
export interface NewerRows {
  readonly count: number
  /** The first page, where all of it is new: rows between it and the list may be missing, so the list starts from it. */
  readonly gap: Page | null
  /**
   * Takes the first page of the list as it is now, and its rows. Returns whether anything changed: rows that wait, or a
   * pending row that is mined now and was replaced where it stands.
   */
  take(page: Page, rows: readonly GridRow[]): boolean
  putOnTop(): void
  clear(): void
}

export function createNewerRows(rows: RowStore): NewerRows {
  let waiting: readonly GridRow[] = []
  let gap: Page | null = null

  return {
    get count() {
      return waiting.length
    },
    get gap() {
      return gap
    },
    take(page, firstRows) {
      const items = firstRows.filter((row) => row.kind === 'item')
      const fresh = items.filter(({ key }) => !rows.has(key))
      const replaced = items.filter((row) => replaceMined(rows, row)).length > 0
      if (sameKeys(fresh, waiting)) return replaced
      const keys = new Set(fresh.map(({ key }) => key))
      const joins = fresh.length < items.length || rows.count === 0
      const joinsWaiting = gap === null && waiting.some(({ key }) => keys.has(key))
      gap = joins || joinsWaiting ? null : page
      // Rows that waited and are not on the first page any more are still newer than the list.
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

/** Replaces a known row that was pending and is mined now. */
function replaceMined(rows: RowStore, row: GridRow): boolean {
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
