import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ShownRows } from './shown-rows.ts'
import type { ResultPart, RowWindow } from './row-window.ts'

/** Limit of a selection, in rows. An export has no such limit. */
const MAX_PINNED_ROWS = 10_000

export type PinnedRows = Required<Pick<ShownRows, 'readKeys' | 'pin' | 'pinned'>>

/** Keeps selected rows in memory while others are scrolled out of the window. */
export function createPinnedRows(pages: RowWindow<ResultPart>): PinnedRows {
  let rows = new Map<string, { readonly index: number; readonly row: GridRow }>()
  return {
    async readKeys(first, last) {
      const read = new Map<string, { readonly index: number; readonly row: GridRow }>()
      let index = first
      for await (const row of pages.read(first, Math.min(last + 1, first + MAX_PINNED_ROWS))) {
        read.set(row.key, { index, row })
        index += 1
      }
      for (const [key, one] of read) rows.set(key, one)
      return new Set(read.keys())
    },
    pin(keys) {
      const next: typeof rows = new Map()
      for (const key of keys) {
        const index = rows.has(key) ? undefined : pages.indexOf(key)
        const row = index === undefined ? undefined : pages.at(index)
        const one = rows.get(key) ?? (index !== undefined && row ? { index, row } : undefined)
        if (one) next.set(key, one)
      }
      rows = next
    },
    pinned: () => [...rows.values()].sort((one, other) => one.index - other.index).map(({ row }) => row),
  }
}
