import type { ListPage, ListRequest, Position, WireItem } from '../../../chain-reader.ts'
import { amountToDecimal } from '../../store/amounts.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import { isPositive } from '../../store/schema.ts'
import { inOneOf, readInteger, selectMerged, toPage } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'
import { transactionByHash } from './transaction-lists.ts'

export interface InternalRow {
  readonly tx: number
  readonly position: number
  readonly type: string
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Uint8Array
  /** Empty where the node does not say it. */
  readonly gas: Uint8Array
  readonly error: string | null
}

export const INTERNAL_COLUMNS = 'tx, position, type, sender, receiver, created, value, gas, error'

/** `/addresses/{hash}/internal-transactions`: the calls inside transactions that this address made or received. */
export function internalTransactionsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const address = context.addressOf(request.params.address_hash)
  if (address === null) return { items: [], next: null }
  const [tx, position] = frameCursor(request.after)
  if (request.after === null) requestFrames(context, address)
  const direction = request.filters.filter
  const isPaying = request.filters.include_zero_value === false
  const columns =
    direction === 'from'
      ? ['sender']
      : direction === 'to'
        ? ['receiver', 'created']
        : ['sender', 'receiver', 'created']
  const rows = context.store.database.all<InternalRow>(
    (dialect) =>
      selectMerged(dialect, {
        columns: INTERNAL_COLUMNS,
        from: 'internal',
        conditions: inOneOf(columns).map(
          (condition) =>
            `${condition}${isPaying ? ` AND ${isPositive(dialect)}` : ''} AND (tx, position) < (?2, ?3)`,
        ),
        order: 'tx DESC, position DESC',
        limit: '?4',
      }),
    address,
    tx,
    position,
    request.limit + 1,
  )
  context.loadTransactions(rows.map(({ tx }) => tx))
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => internalItem(context, row),
    position: internalPosition,
  })
}

const internalPosition = (row: InternalRow): Position => ({
  block_number: heightOf(row.tx),
  transaction_index: indexOf(row.tx),
  index: row.position,
})

/** `/transactions/{hash}/internal-transactions`: in the order they were made; null for an unknown transaction. */
export function internalsOfTransaction(context: ReadContext, request: ListRequest): ListPage | null {
  const transaction = transactionByHash(context, request.params.transaction_hash ?? '')
  if (!transaction) return null
  return internalsBetween(context, request, {
    height: heightOf(transaction.position),
    after: [transaction.position, readInteger(request.after?.index) ?? -1],
    end: transaction.position + 1,
    position: internalPosition,
  })
}

export interface InternalRange {
  /** Height of the block of the calls: its frames are fetched if they are missing. */
  readonly height: number
  /** Position of a transaction, and of a call in it. */
  readonly after: readonly [number, number]
  /** The position of the first transaction that is not in the range. */
  readonly end: number
  readonly position: (row: InternalRow) => Position
}

/** Calls of one transaction or block, oldest first. */
export function internalsBetween(
  context: ReadContext,
  { limit }: ListRequest,
  { height, after, end, position }: InternalRange,
): ListPage {
  const { store, missing } = context
  const block = store.database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', height)
  if (block?.traced === 0) missing.frames.add(height)
  const rows = store.database.all<InternalRow>(
    `SELECT ${INTERNAL_COLUMNS} FROM internal WHERE (tx, position) > (?, ?) AND tx < ? ORDER BY tx, position LIMIT ?`,
    ...after,
    end,
    limit + 1,
  )
  context.load(rows)
  return toPage(rows, limit, { item: (row) => internalItem(context, row), position })
}

/** Transactions of an address whose frames are fetched when its list is opened. */
const MAX_TRACED = 50

function requestFrames({ store, missing }: ReadContext, address: number) {
  if (store.totals.traced + store.totals.untraceable === store.totals.transactions) return
  for (const column of ['sender', 'receiver']) {
    const rows = store.database.all<{ position: number; traced: number }>(
      `SELECT position, b.traced FROM (SELECT position FROM tx WHERE ${column} = ? ORDER BY position DESC LIMIT ?) AS newest
       JOIN block b ON b.number = position >> 20`,
      address,
      MAX_TRACED,
    )
    for (const { position, traced } of rows) if (traced === 0) missing.frames.add(heightOf(position))
  }
}

function frameCursor(after: Position | null): readonly [number, number] {
  const height = readInteger(after?.block_number)
  const transaction = readInteger(after?.transaction_index)
  const index = readInteger(after?.index)
  if (height === null || transaction === null || index === null) return [Number.MAX_SAFE_INTEGER, 0]
  return [positionOf(height, transaction), index]
}

export function internalItem(context: ReadContext, row: InternalRow): WireItem {
  const { addresses } = context
  const height = heightOf(row.tx)
  return {
    transaction_hash: context.transaction(row.tx).hash,
    transaction_index: indexOf(row.tx),
    index: row.position,
    block_number: height,
    timestamp: formatTimestamp(context.block(height).timestamp),
    type: row.type,
    from: addresses.item(row.sender),
    to: addresses.optionalItem(row.receiver),
    created_contract: addresses.optionalItem(row.created),
    gas_limit: row.gas.length === 0 ? null : amountToDecimal(row.gas),
    success: row.error === null,
    error: row.error,
    value: amountToDecimal(row.value),
  }
}
