/** Where a row stands along its list, so that rows of two lists of one kind can be set beside each other. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListQuery } from '../session/list-query.ts'

/** A row further down its list has a larger place, whichever way the list goes on the chain. */
export interface RowPlace {
  /** The block's height, or ms since 1970; negated where the newest rows come first. */
  readonly at: number
  /** Among the rows of one block, where the list knows it; else 0. */
  readonly index: number
}

/** `undefined`: the row has no place. It is pending, or stands for what could not be read. */
export type PlaceOf = (row: GridRow) => RowPlace | undefined

/** Before every other place. */
export const FIRST_PLACE: RowPlace = { at: -Infinity, index: 0 }

/** Below 0 where the first one stands before the other. */
export const comparePlaces = (one: RowPlace, other: RowPlace): number =>
  one.at === other.at ? one.index - other.index : one.at - other.at

/** The fields of an item that say where it stands, as the table of lists names them. */
interface ChainOrder {
  readonly height: string
  readonly index?: string
  readonly direction: 'asc' | 'desc'
}

/** Names under which an item says when it was. */
const TIMES = ['timestamp', 'block_timestamp'] as const

/**
 * How rows of this list are placed; null where it has no order on the chain, or its source sorts it otherwise.
 * `byTime`: heights of two chains say nothing about each other.
 */
export function placesOf(
  { list, filters, others }: Pick<ListQuery, 'list' | 'filters' | 'others'>,
  byTime: boolean,
): PlaceOf | null {
  const order: ChainOrder | null = listEndpoint(list).order
  const isSorted = !others && ('sort' in filters || 'order' in filters)
  if (!order || isSorted) return null
  const sign = order.direction === 'desc' ? -1 : 1
  return (row) => {
    if (row.kind !== 'item' || typeof row.item !== 'object' || row.item === null) return undefined
    const item = row.item as Readonly<Record<string, unknown>>
    const at = byTime ? timeOf(item) : numberOf(item[order.height])
    if (at === undefined) return undefined
    const index = byTime ? 0 : numberOf(item[order.index ?? ''])
    return { at: sign * at, index: sign * (index ?? 0) }
  }
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function timeOf(item: Readonly<Record<string, unknown>>): number | undefined {
  for (const name of TIMES) {
    const text = item[name]
    const time = typeof text === 'string' ? Date.parse(text) : NaN
    if (!Number.isNaN(time)) return time
  }
  return undefined
}
