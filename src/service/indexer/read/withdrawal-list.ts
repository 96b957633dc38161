import type { ListAnswer, ListRequest } from '../../chain-reader.ts'
import { amountOf, amountText, amountValue } from '../store/amounts.ts'
import { bigNumber, cutPage } from './page.ts'
import type { Reading } from './read-context.ts'
import { timestampText } from './timestamps.ts'

interface WithdrawalRow {
  readonly block: number
  readonly withdrawal_index: Uint8Array
  readonly validator: Uint8Array
  readonly amount: Uint8Array
}

/** `/addresses/{hash}/withdrawals`: newest first, without the receiver, as the specification says. */
export function withdrawalsOfAddress(reading: Reading, request: ListRequest): ListAnswer {
  const receiver = reading.addressOf(request.params.address_hash)
  if (receiver === null) return { items: [], next: null }
  const after = bigNumber(request.after?.index)
  const rows = reading.store.database.all<WithdrawalRow>(
    `SELECT block, withdrawal_index, validator, amount FROM withdrawal
     WHERE receiver = ? AND withdrawal_index < ? ORDER BY withdrawal_index DESC LIMIT ?`,
    receiver,
    after === null ? BEYOND_EVERY_INDEX : amountOf(after),
    request.limit + 1,
  )
  return cutPage(rows, request.limit, {
    item: (row) => ({
      index: count(row.withdrawal_index),
      validator_index: count(row.validator),
      amount: amountText(row.amount),
      block_number: row.block,
      timestamp: timestampText(reading.block(row.block).timestamp),
    }),
    place: (row) => ({ index: amountValue(row.withdrawal_index) }),
  })
}

const BEYOND_EVERY_INDEX = Buffer.from([255])

/** An integer where JavaScript has it exactly, as the specification writes indices; else its digits. */
function count(bytes: Uint8Array): number | string {
  const text = amountText(bytes)
  return Number.isSafeInteger(Number(text)) ? Number(text) : text
}
