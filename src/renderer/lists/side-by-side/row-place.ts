/** Where rows stand on the chain, so that two lists of one kind can be scrolled together. */
import { isSet } from '#shared/lists/can-be-kept.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'
import type { ListQuery } from '../model/list-query.ts'

/** `undefined`: the row has no place. It is pending, or stands for what could not be read. */
export type PlaceOf = (row: GridRow) => ChainPlace | undefined

/** The fields of an item that say where it stands, as the table of lists names them. */
interface ChainOrder {
  readonly height: string
  readonly index?: string
}

/** So many rows without a place are passed over to find one that has one. */
const MAX_PASSED = 200
/** Names under which an item says when it was. */
const TIMES = ['timestamp', 'block_timestamp'] as const

/**
 * How rows of this list are placed; null where it has no order on the chain, or its source sorts it otherwise.
 * `byTime`: heights of two chains say nothing about each other.
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
 * A row without a place stands where the last one above it does that has one: null where none has. Undefined where these
 * rows are not here yet.
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
 * How far a list is scrolled beside another one, each in its rows: 2.5 is the middle of the third row. `row` and `next` are
 * beside the row of the other one that `top` is in, and beside the one after that. Between two rows of the one it moves on
 * between their rows of the other, so that nothing jumps while it is scrolled.
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
