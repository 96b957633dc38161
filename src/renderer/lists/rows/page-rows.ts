import type { Page } from '#shared/lists/page.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

/**
 * The rows of a page in the API's order, those that could not be read at their position among the others. `pageNumber`
 * tells apart two unread rows that stood at the same position of different pages.
 */
export function pageRows(page: Page, pageNumber: number): GridRow[] {
  const unreadAt = new Map(page.unread.map((unread) => [unread.position, unread]))
  const rows: GridRow[] = []
  let next = 0
  for (let position = 0; position < page.items.length + page.unread.length; position++) {
    const unread = unreadAt.get(position)
    if (unread) {
      rows.push({ kind: 'unread', key: `unread:${String(pageNumber)}:${String(position)}`, unread })
    } else if (next < page.items.length) {
      rows.push({
        kind: 'item',
        key: page.keys[next] ?? `item:${String(pageNumber)}:${String(next)}`,
        item: page.items[next],
      })
      next += 1
    }
  }
  return rows
}
