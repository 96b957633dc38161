/** Positions of rows on the chain, by which two lists of one kind scroll together. */
import { isSet } from '#shared/lists/can-be-kept.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'
import type { ListQuery } from '../model/list-query.ts'

/** Returns undefined for pending and unreadable rows, which have no position. */
export type PlaceOf = (row: GridRow) => ChainPlace | undefined

/** The fields of an item that give its position on the chain, from the table of lists. */
interface ChainOrder {
  readonly height: string
  readonly index?: string
}

/** Rows without a position that are skipped to find one with a position. */
const MAX_PASSED = 200
/** Field names of an item's time. */
const TIMES = ['timestamp', 'block_timestamp'] as const

/**
 * Returns how rows of this list are positioned; null where the list is not in chain order. `byTime`: two lists of
 * different chains, whose block numbers can't be compared.
 */
export function placesOf(
  { list, filters }: Pick<ListQuery, 'list' | 'filters'>,
  byTime: boolean,
): PlaceOf | null {
  const order: ChainOrder | null = listEndpoint(list).order
  if (!order || isSet(filters.sort) || isSet(filters.order)) return null
  return (row) => {
    if (row.kind !== 'item' || typeof row.item !== 'object' || row.item === null) return undefined
    const item = row.item as Readonly<Record<string, unknown>>
    if (byTime) {
      const time = timeOf(item)
      return time === undefined ? undefined : { time }
    }
    const block = numberOf(item[order.height])
    return block === null ? undefined : { block, index: numberOf(item[order.index ?? '']) }
  }
}

/**
 * The position of a row, or of the nearest row above that has one; null where none has. Undefined where these rows are
 * not loaded.
 */
export function placeAt(rows: GridRows, index: number, placeOf: PlaceOf): ChainPlace | null | undefined {
  for (let above = index; above >= Math.max(0, index - MAX_PASSED); above -= 1) {
    const row = rows.at(above)
    if (!row) return undefined
    const place = placeOf(row)
    if (place) return place
  }
  return null
}

/**
 * Scroll position of a list beside another one, in rows: 2.5 is the middle of the third row. `top` is the position of
 * the other list. `row` and `next` are the rows of this list beside the other's row at `top` and the row after it. The
 * result moves evenly between the two, so that scrolling has no jumps.
 */
export const alignedTop = (top: number, row: number, next: number): number =>
  row + (next - row) * (top - Math.floor(top))

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

function timeOf(item: Readonly<Record<string, unknown>>): number | undefined {
  for (const name of TIMES) {
    const text = item[name]
    const time = typeof text === 'string' ? Date.parse(text) : NaN
    if (!Number.isNaN(time)) return time
  }
  return undefined
}
