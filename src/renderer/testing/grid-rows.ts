/** Rows and columns for tests of grids. Item n is `{ n }` with the key `k<n>`. */
import { h } from 'vue'
import type { GridColumn } from '#renderer/ui/grid/grid-column.ts'
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'

interface NumberedItem {
  readonly n: number
}

export const itemRow = (n: number): GridRow => ({ kind: 'item', key: `k${String(n)}`, item: { n } })

/** Makes `count` rows. `others` replaces items at these indexes. */
export const gridRows = (count: number, others: Readonly<Record<number, GridRow>> = {}): GridRows => ({
  count,
  at: (index) => (index >= 0 && index < count ? (others[index] ?? itemRow(index)) : undefined),
})

const number: GridColumn<NumberedItem, object> = {
  id: 'number',
  label: 'Number',
  width: 100,
  grow: 1,
  cell: ({ n }) => `no. ${String(n)}`,
  text: ({ n }) => String(n),
  sort: ({ n }) => n,
}
const linked: GridColumn<NumberedItem, object> = {
  id: 'linked',
  label: 'Linked',
  width: 100,
  grow: 0,
  cell: ({ n }) =>
    h('a', { href: `/item/${String(n)}`, 'data-to': `/item/${String(n)}` }, `link ${String(n)}`),
  text: ({ n }) => `/item/${String(n)}`,
  link: ({ n }) => ({ href: `/item/${String(n)}`, to: `/item/${String(n)}` }),
}

export const gridColumns: readonly GridColumn<never, object>[] = [number, linked]
