import type { ListRequest, Position } from '../../chain-reader.ts'
import { amountOf } from '../store/amounts.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { placeOf } from '../store/positions.ts'
import { bigNumber, wholeNumber } from './page.ts'

type Column = 'sender' | 'receiver' | 'created'
type Amount = 'value' | 'fee'

interface Found {
  readonly place: number
  readonly amount: Uint8Array
}

const NO_AMOUNT = new Uint8Array()
const BEYOND = Buffer.from([255])

/** Places of one page of an address's transactions, and one more, in the order that was asked for: each a walk along an index. */
export function placesInOrder(
  database: IndexDatabase,
  address: number,
  columns: readonly Column[],
  request: ListRequest,
): number[] {
  const { sort, order } = request.filters
  const amount: Amount | null = sort === 'value' || sort === 'fee' ? sort : null
  const rising = order === 'asc'
  if (amount) for (const column of columns) prepare(database, column, amount)
  const after = start(request.after, amount, rising)
  const [beyond, direction] = rising ? ['>', 'ASC'] : ['<', 'DESC']
  const found = columns.flatMap((column) =>
    amount
      ? database.all<Found>(
          `SELECT place, ${amount} AS amount FROM tx WHERE ${column} = ? AND (${amount}, place) ${beyond} (?, ?)
           ORDER BY ${amount} ${direction}, place ${direction} LIMIT ?`,
          address,
          after.amount,
          after.place,
          request.limit + 1,
        )
      : database
          .all<{ place: number }>(
            `SELECT place FROM tx WHERE ${column} = ? AND place ${beyond} ? ORDER BY place ${direction} LIMIT ?`,
            address,
            after.place,
            request.limit + 1,
          )
          .map(({ place }) => ({ place, amount: NO_AMOUNT })),
  )
  // Who sends to itself is in two of the walks.
  const once = [...new Map(found.map((each) => [each.place, each])).values()]
  const sign = rising ? 1 : -1
  once.sort((a, b) => sign * (Buffer.compare(a.amount, b.amount) || a.place - b.place))
  return once.slice(0, request.limit + 1).map(({ place }) => place)
}

function start(after: Position | null, amount: Amount | null, rising: boolean): Found {
  const height = wholeNumber(after?.block_number)
  const index = wholeNumber(after?.index)
  const reached = amount ? bigNumber(after?.[amount]) : null
  if (height === null || index === null || (amount && reached === null)) {
    return rising ? { place: -1, amount: NO_AMOUNT } : { place: Number.MAX_SAFE_INTEGER, amount: BEYOND }
  }
  return { place: placeOf(height, index), amount: reached === null ? NO_AMOUNT : amountOf(reached) }
}

/**
 * Few people sort by value or fee, and every index costs each transaction of a catch-up: these are made when they are
 * first asked for, in about a second for a million transactions, and kept.
 */
function prepare(database: IndexDatabase, column: Column, amount: Amount) {
  const name = `tx_of_${column}_by_${amount}`
  if (database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', name)) return
  database.exec(`CREATE INDEX ${name} ON tx (${column}, ${amount}, place) WHERE ${column} IS NOT NULL`)
}
