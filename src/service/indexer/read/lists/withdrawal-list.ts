import type { ListPage, ListRequest, Position, WireItem } from '../../../chain-reader.ts'
import { amountToDecimal, decodeAmount, encodeAmount } from '../../store/amounts.ts'
import { readBigInt, toPage } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'

export interface WithdrawalRow {
  readonly block: number
  readonly withdrawal_index: Uint8Array
  readonly validator: Uint8Array
  readonly amount: Uint8Array
}

/** `/addresses/{hash}/withdrawals`: newest first, without the receiver, as the specification says. */
export function withdrawalsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const receiver = context.addressOf(request.params.address_hash)
  if (receiver === null) return { items: [], next: null }
  const after = readBigInt(request.after?.index)
  const rows = context.store.database.all<WithdrawalRow>(
    `SELECT block, withdrawal_index, validator, amount FROM withdrawal
     WHERE receiver = ? AND withdrawal_index < ? ORDER BY withdrawal_index DESC LIMIT ?`,
    receiver,
    after === null ? ABOVE_ALL_INDEXES : encodeAmount(after),
    request.limit + 1,
  )
  return toPage(rows, request.limit, {
    item: (row) => withdrawalItem(context, row),
    position: withdrawalPosition,
  })
}

export const withdrawalItem = (context: ReadContext, row: WithdrawalRow): WireItem => ({
  index: count(row.withdrawal_index),
  validator_index: count(row.validator),
  amount: amountToDecimal(row.amount),
  block_number: row.block,
  timestamp: formatTimestamp(context.block(row.block).timestamp),
})

export const withdrawalPosition = (row: WithdrawalRow): Position => ({
  index: decodeAmount(row.withdrawal_index),
})

const ABOVE_ALL_INDEXES = Buffer.from([255])

/** A number, as the specification writes indexes, where it is exact in JavaScript; else its digits. */
function count(bytes: Uint8Array): number | string {
  const text = amountToDecimal(bytes)
  return Number.isSafeInteger(Number(text)) ? Number(text) : text
}
