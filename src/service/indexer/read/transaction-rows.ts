import type { ListRequest, Position } from '../../chain-reader.ts'
import { encodeAmount } from '../store/amounts.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { positionOf } from '../store/positions.ts'
import { inOneOf, readBigInt, readInteger, selectMerged } from './page.ts'
import { requirePrepared } from './prepared.ts'

/** Bytes are hex texts, amounts digits (see store/amounts.ts): SQLite gives them in half the time of arrays of bytes. */
export interface TransactionRow {
  readonly position: number
  readonly hash: string
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: string
  readonly nonce: string
  readonly type: number | null
  readonly gas_limit: string
  readonly gas_used: string
  readonly gas_price: string
  readonly fee: string
  readonly max_fee: string | null
  readonly max_tip: string | null
  readonly succeeded: number
  readonly first_log: number
  readonly logs: number
  readonly transfers: number
  readonly failure: string | null
  readonly revert: string | null
  readonly inner_failure: number | null
  readonly input: string
  readonly fee_token: number | null
  readonly minted: string | null
}

const hexOf = (column: string) => `'0x' || lower(hex(${column})) AS ${column}`
/** SQLite's `hex` returns an empty text for NULL. */
const digitsOf = (column: string) => `nullif(hex(${column}), '') AS ${column}`
/** A nonce and gas as texts: both have up to 64 bits. */
const textOf = (column: string) => `CAST(${column} AS TEXT) AS ${column}`

export const TRANSACTION_COLUMNS = [
  ...['position', 'sender', 'receiver', 'created', 'type', 'succeeded', 'first_log', 'logs', 'transfers'],
  'fee_token',
  ...['failure', 'inner_failure'],
  ...['value', 'gas_limit', 'gas_price', 'fee', 'max_fee', 'max_tip', 'minted'].map(digitsOf),
  ...['nonce', 'gas_used'].map(textOf),
  ...['hash', 'input'].map(hexOf),
  `CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert`,
].join(', ')

type Column = 'sender' | 'receiver' | 'created'
type Amount = 'value' | 'fee'

interface SortKey {
  readonly position: number
  readonly amount: Uint8Array
}

const NO_AMOUNT = new Uint8Array()
const ABOVE_ALL_AMOUNTS = Buffer.from([255])

/** `limit` + 1 transactions of an address in the requested order, each column read along its database index. */
export function sortedTransactions(
  database: IndexDatabase,
  address: number,
  columns: readonly Column[],
  request: ListRequest,
): TransactionRow[] {
  const { sort, order } = request.filters
  const amount: Amount | null = sort === 'value' || sort === 'fee' ? sort : null
  const ascending = order === 'asc'
  if (amount)
    requirePrepared(
      database,
      columns.map((column) => ({
        index: `tx_of_${column}_by_${amount}` as const,
        from: `tx WHERE ${column} = ?`,
        values: [address],
      })),
      `Sorting so many transactions by ${amount}`,
    )
  const after = startKey(request.after, amount, ascending)
  const [comparison, direction] = ascending ? ['>', 'ASC'] : ['<', 'DESC']
  const beyond = amount ? `(${amount}, position) ${comparison} (?4, ?2)` : `position ${comparison} ?2`
  return database.all<TransactionRow>(
    (dialect) =>
      selectMerged(dialect, {
        columns: amount ? `${TRANSACTION_COLUMNS}, ${amount} AS amount` : TRANSACTION_COLUMNS,
        from: 'tx',
        conditions: inOneOf(columns).map((condition) => `${condition} AND ${beyond}`),
        order: amount ? `amount ${direction}, position ${direction}` : `position ${direction}`,
        limit: '?3',
      }),
    address,
    after.position,
    request.limit + 1,
    ...(amount ? [after.amount] : []),
  )
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
