/** Where in a list a place on the chain is: so that two lists can be at the same place. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { nameList } from '../../archive/list-name.ts'
import { UNSURE } from '../../rows/item-columns.ts'
import { placeOf, type ChainOrder } from '../../rows/row-order.ts'
import { countUntil } from '../count-until.ts'
import type { PlaceInput } from '../questions.ts'
import type { ReadBody } from '../sql/rows-reader.ts'
import type { Place, View } from '../view.ts'

/** A row further down its list has a larger place, whichever way the list goes on the chain. */
interface RowPlace {
  /** The block's height, or ms since 1970; negated where the newest rows come first. */
  readonly at: number
  /** Among the rows of one block, where the list knows it; else 0. */
  readonly index: number
}

interface Reader {
  readonly database: Database
  readonly readBody: ReadBody
}

/** So many rows without a place are passed over to find one that has one: those that could not be read. */
const MAX_PASSED = 200
const FIRST_PLACE: RowPlace = { at: -Infinity, index: 0 }

/** The row of a list in chain order that is the nearest; 0 where there is none. */
export function rowAt(view: View, { scope, at }: PlaceInput, reader: Reader): number {
  if (scope.of !== 'list') return 0
  const { order } = listEndpoint(scope.list)
  if (!order) return 0
  const sign = order.direction === 'desc' ? -1 : 1
  const isHistory = nameList(scope).kind === 'history'
  const placeIn = placeReader(view, at, { order, isHistory }, reader)
  const placeAt = (index: number): RowPlace => {
    // A row without a place stands where the last one above it does that has one.
    for (let above = index; above >= Math.max(0, index - MAX_PASSED); above -= 1) {
      const [row] = view.slice(above, 1)
      const place = row && placeIn(row)
      if (place) return { at: sign * place.at, index: sign * place.index }
    }
    return FIRST_PLACE
  }
  const wanted = 'time' in at ? { at: at.time, index: 0 } : { at: at.block, index: at.index ?? 0 }
  return nearestRow(view.count, placeAt, { at: sign * wanted.at, index: sign * wanted.index })
}

type ReadPlace = (row: Place) => RowPlace | undefined

/** Reads where a row is: by its columns where they tell, since a body takes ten times as long. */
function placeReader(
  { lists: [list] }: View,
  wanted: ChainPlace,
  { order, isHistory }: { readonly order: ChainOrder; readonly isHistory: boolean },
  { database, readBody }: Reader,
): ReadPlace {
  const timeOf = list ? rowFields(list.list.resource).time : undefined
  const isByTime = 'time' in wanted
  const readItem: ReadPlace = ({ body, row }) => {
    const item = readBody(body)?.[row]?.item
    if (typeof item !== 'object' || item === null) return undefined
    const [height, index] = placeOf(item, order)
    const at = isByTime ? Date.parse(timeOf?.(item) ?? '') : height
    return at === null || Number.isNaN(at) ? undefined : { at, index: isByTime ? 0 : (index ?? 0) }
  }
  // Rows of others are loaded without their blocks.
  if (!isHistory) return readItem
  return (place) => {
    const { list: of, body, row } = place
    const found = database.get<{ height: number; time: number; unsure: number }>(
      `SELECT height, time, flags & ${String(UNSURE)} AS unsure FROM items
        WHERE list_id = ? AND height <= ? AND height >= ? AND body = ? AND number = ?`,
      of.list.id,
      body.top,
      body.bottom,
      body.id,
      row,
    )
    if (found?.unsure !== 0) return readItem(place)
    if (isByTime) return found.time < 0 ? undefined : { at: found.time, index: 0 }
    // Only within the block that is wanted its index matters.
    return found.height === wanted.block ? readItem(place) : { at: found.height, index: 0 }
  }
}

/** Of `count` rows, in order, the one nearest to a place: of two that are as near, the one further down. */
function nearestRow(count: number, placeAt: (index: number) => RowPlace, wanted: RowPlace): number {
  const first = countUntil(count, (at) => comparePlaces(placeAt(at), wanted) >= 0)
  if (first === 0) return 0
  if (first === count) return first - 1
  return isNearer(placeAt(first - 1), placeAt(first), wanted) ? first - 1 : first
}

const comparePlaces = (one: RowPlace, other: RowPlace): number =>
  one.at === other.at ? one.index - other.index : one.at < other.at ? -1 : 1

/** Of a row before a place and one at it or behind it. Rows within the same block are told apart by their index. */
function isNearer(before: RowPlace, behind: RowPlace, wanted: RowPlace): boolean {
  const up = wanted.at - before.at
  const down = behind.at - wanted.at
  if (up !== down) return up < down
  return up === 0 && wanted.index - before.index < behind.index - wanted.index
}
