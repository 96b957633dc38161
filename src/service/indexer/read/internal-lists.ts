import type { ListAnswer, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { amountText } from '../store/amounts.ts'
import { heightOf, indexOf, placeOf } from '../store/positions.ts'
import { HELD } from '../store/schema.ts'
import { cutPage, wholeNumber } from './page.ts'
import type { Reading } from './read-context.ts'
import { timestampText } from './timestamps.ts'

interface InternalRow {
  readonly tx: number
  readonly position: number
  readonly type: string
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Uint8Array
  readonly gas: Uint8Array
  readonly error: string | null
}

/** `/addresses/{hash}/internal-transactions`: every call below a transaction's own that this address made or took. */
export function internalTransactionsOfAddress(reading: Reading, request: ListRequest): ListAnswer {
  const address = reading.addressOf(request.params.address_hash)
  if (address === null) return { items: [], next: null }
  const [tx, position] = placeBefore(request.after)
  if (request.after === null) wantFrames(reading, address)
  const direction = request.filters.filter
  const paying = request.filters.include_zero_value === false ? ` AND ${HELD}` : ''
  const columns =
    direction === 'from'
      ? ['sender']
      : direction === 'to'
        ? ['receiver', 'created']
        : ['sender', 'receiver', 'created']
  const found = columns.flatMap((column) =>
    reading.store.database.all<InternalRow>(
      `SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal
       WHERE ${column} = ?${paying} AND (tx, position) < (?, ?) ORDER BY tx DESC, position DESC LIMIT ?`,
      address,
      tx,
      position,
      request.limit + 1,
    ),
  )
  const rows = [...new Map(found.map((row) => [`${String(row.tx)}:${String(row.position)}`, row])).values()]
    .sort((a, b) => b.tx - a.tx || b.position - a.position)
    .slice(0, request.limit + 1)
  return cutPage(rows, request.limit, {
    item: (row) => internalItem(reading, row),
    place: (row) => ({
      block_number: heightOf(row.tx),
      transaction_index: indexOf(row.tx),
      index: row.position,
    }),
  })
}

/** Transactions of the address whose frames are asked for when somebody opens it. */
const MAX_PENDING = 50

function wantFrames({ store, missing }: Reading, address: number) {
  if (store.totals.traced + store.totals.untraceable === store.totals.transactions) return
  for (const column of ['sender', 'receiver']) {
    const rows = store.database.all<{ place: number; traced: number }>(
      `SELECT place, b.traced FROM (SELECT place FROM tx WHERE ${column} = ? ORDER BY place DESC LIMIT ?)
       JOIN block b ON b.number = place >> 20`,
      address,
      MAX_PENDING,
    )
    for (const { place, traced } of rows) if (traced === 0) missing.frames.add(heightOf(place))
  }
}

function placeBefore(after: Position | null): readonly [number, number] {
  const height = wholeNumber(after?.block_number)
  const transaction = wholeNumber(after?.transaction_index)
  const index = wholeNumber(after?.index)
  if (height === null || transaction === null || index === null) return [Number.MAX_SAFE_INTEGER, 0]
  return [placeOf(height, transaction), index]
}

function internalItem(reading: Reading, row: InternalRow): WireItem {
  const { refs } = reading
  const height = heightOf(row.tx)
  return {
    transaction_hash: reading.transaction(row.tx).hash,
    transaction_index: indexOf(row.tx),
    index: row.position,
    block_number: height,
    timestamp: timestampText(reading.block(height).timestamp),
    type: row.type,
    from: refs.of(row.sender),
    to: refs.optional(row.receiver),
    created_contract: refs.optional(row.created),
    gas_limit: amountText(row.gas),
    success: row.error === null,
    error: row.error,
    value: amountText(row.value),
  }
}
