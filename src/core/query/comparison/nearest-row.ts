/** Finds the row of a list nearest to a position on the chain, so that two lists can show the same position. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { nameList } from '../../archive/list-name.ts'
import { UNSURE } from '../../rows/item-columns.ts'
import { placeOf, type ChainOrder } from '../../rows/row-order.ts'
import { countUntil } from '../count-until.ts'
import type { PlaceInput } from '../questions.ts'
import type { ReadBody } from '../rows-reader.ts'
import type { Place, View } from '../view.ts'

/** Position of a row that increases down its list, in either direction of the chain. */
interface RowPlace {
  /** Block height, or ms since 1970; negated if the newest rows come first. */
  readonly at: number
  /** Index among the rows of a block, if the list has it; else 0. */
  readonly index: number
}

interface Reader {
  readonly database: Database
  readonly readBody: ReadBody
}

/** Maximum number of rows without a position (unreadable ones) that are skipped. */
const MAX_PASSED = 200
const FIRST_PLACE: RowPlace = { at: -Infinity, index: 0 }

/** Index of the nearest row of a list in chain order; 0 if there is none. */
export function rowAt(view: View, { scope, at }: PlaceInput, reader: Reader): number {
  if (scope.of !== 'list') return 0
  const { order } = listEndpoint(scope.list)
  if (!order) return 0
  const sign = order.direction === 'desc' ? -1 : 1
  const isHistory = nameList(scope).kind === 'history'
  const placeIn = placeReader(view, at, { order, isHistory }, reader)
  const placeAt = (index: number): RowPlace => {
    // A row without a position has that of the nearest row above that has one.
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

/** Reads the position of a row, from its columns if possible: reading its body takes ten times as long. */
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
  // Rows of other lists are stored without their blocks.
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
    // The index only matters within the wanted block.
    return found.height === wanted.block ? readItem(place) : { at: found.height, index: 0 }
  }
}

/** Index of the nearest of `count` sorted rows; of two equally near, the lower one in the list. */
function nearestRow(count: number, placeAt: (index: number) => RowPlace, wanted: RowPlace): number {
  const first = countUntil(count, (at) => comparePlaces(placeAt(at), wanted) >= 0)
  if (first === 0) return 0
  if (first === count) return first - 1
  return isNearer(placeAt(first - 1), placeAt(first), wanted) ? first - 1 : first
}

const comparePlaces = (one: RowPlace, other: RowPlace): number =>
  one.at === other.at ? one.index - other.index : one.at < other.at ? -1 : 1

/** Compares a row before the position with one at or after it. Rows of one block are compared by index. */
function isNearer(before: RowPlace, behind: RowPlace, wanted: RowPlace): boolean {
  const up = wanted.at - before.at
  const down = behind.at - wanted.at
  if (up !== down) return up < down
  return up === 0 && wanted.index - before.index < behind.index - wanted.index
}
