/** Compares two lists of a scripted core by a plain search of their rows. */
import { listEndpoint, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import type { ChainPlace, RowMark } from '#shared/rpc/contract/rows.ts'

interface Row {
  readonly key: string
  readonly item?: ListItem
}
interface ChainOrder {
  readonly height: string
  readonly index?: string
  readonly direction: 'asc' | 'desc'
}

const orderOf = (list: ListId): ChainOrder | null => listEndpoint(list).order

function placeOf({ item }: Row, { height, index = '' }: ChainOrder) {
  const fields = (item ?? {}) as Readonly<Record<string, unknown>>
  return { block: Number(fields[height]), index: Number(fields[index] ?? 0) }
}

/** Whether a list with these rows has a row, too. */
export function markIn(rows: readonly Row[], isWhole: boolean, row: Row, list: ListId): RowMark {
  if (rows.some(({ key }) => key === row.key)) return 'both'
  if (isWhole) return 'here'
  const order = orderOf(list)
  const last = rows.at(-1)
  if (!order || !last) return 'unknown'
  const above = placeOf(row, order).block - placeOf(last, order).block
  return (order.direction === 'desc' ? above > 0 : above < 0) ? 'here' : 'unknown'
}

/** Index of the row nearest to a position on the chain; the lower one of two at the same distance. */
export function nearestRow(rows: readonly Row[], at: ChainPlace, list: ListId): number {
  const order = orderOf(list)
  const timeOf = rowFields(listEndpoint(list).resource).time
  const distance = (row: Row): readonly [number, number] => {
    if ('time' in at) return [Math.abs(at.time - Date.parse((row.item && timeOf?.(row.item)) ?? '')), 0]
    if (!order) return [NaN, NaN]
    const { block, index } = placeOf(row, order)
    return [Math.abs(at.block - block), block === at.block ? Math.abs((at.index ?? 0) - index) : 0]
  }
  let nearest = 0
  let [near, within] = [Infinity, Infinity]
  rows.forEach((row, index) => {
    const [far, inBlock] = distance(row)
    if (Number.isNaN(far) || far > near || (far === near && inBlock > within)) return
    nearest = index
    near = far
    within = inBlock
  })
  return nearest
}
