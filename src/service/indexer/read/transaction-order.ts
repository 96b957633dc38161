import type { ListRequest, Position } from '../../chain-reader.ts'
import { encodeAmount } from '../store/amounts.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { positionOf } from '../store/positions.ts'
import { addIndexes } from './added-indexes.ts'
import { readBigInt, readInteger } from './page.ts'

type Column = 'sender' | 'receiver' | 'created'
type Amount = 'value' | 'fee'

interface SortKey {
  readonly position: number
  readonly amount: Uint8Array
}

const NO_AMOUNT = new Uint8Array()
const ABOVE_ALL_AMOUNTS = Buffer.from([255])

/** Positions of `limit` + 1 transactions of an address in the requested order, each read along a database index. */
export function sortedPositions(
  database: IndexDatabase,
  address: number,
  columns: readonly Column[],
  request: ListRequest,
): number[] {
  const { sort, order } = request.filters
  const amount: Amount | null = sort === 'value' || sort === 'fee' ? sort : null
  const ascending = order === 'asc'
  if (amount) {
    const indexes = columns.map((column) => [
      `tx_of_${column}_by_${amount}`,
      `tx (${column}, ${amount}, position) WHERE ${column} IS NOT NULL`,
    ])
    addIndexes(database, Object.fromEntries(indexes) as Record<string, string>)
  }
  const after = startKey(request.after, amount, ascending)
  const [comparison, direction] = ascending ? ['>', 'ASC'] : ['<', 'DESC']
  const keys = columns.flatMap((column) =>
    amount
      ? database.all<SortKey>(
          `SELECT position, ${amount} AS amount FROM tx WHERE ${column} = ? AND (${amount}, position) ${comparison} (?, ?)
           ORDER BY ${amount} ${direction}, position ${direction} LIMIT ?`,
          address,
          after.amount,
          after.position,
          request.limit + 1,
        )
      : database
          .all<{ position: number }>(
            `SELECT position FROM tx WHERE ${column} = ? AND position ${comparison} ? ORDER BY position ${direction} LIMIT ?`,
            address,
            after.position,
            request.limit + 1,
          )
          .map(({ position }) => ({ position, amount: NO_AMOUNT })),
  )
  // A transaction from an address to itself is found twice.
  const unique = [...new Map(keys.map((key) => [key.position, key])).values()]
  const sign = ascending ? 1 : -1
  unique.sort((a, b) => sign * (Buffer.compare(a.amount, b.amount) || a.position - b.position))
  return unique.slice(0, request.limit + 1).map(({ position }) => position)
}

function startKey(after: Position | null, amount: Amount | null, ascending: boolean): SortKey {
  const height = readInteger(after?.block_number)
  const index = readInteger(after?.index)
  const reachedAmount = amount ? readBigInt(after?.[amount]) : null
  if (height === null || index === null || (amount && reachedAmount === null)) {
    return ascending
      ? { position: -1, amount: NO_AMOUNT }
      : { position: Number.MAX_SAFE_INTEGER, amount: ABOVE_ALL_AMOUNTS }
  }
  return {
    position: positionOf(height, index),
    amount: reachedAmount === null ? NO_AMOUNT : encodeAmount(reachedAmount),
  }
}
