import * as z from 'zod/mini'
import { decimal, integer, maybe, record, text } from './fields.ts'

/**
 * The balance of an address after a block that changed it, with the signed change, in wei. `value` is null if the
 * source no longer has the state of that block; `transaction_hash` is null if several transactions changed the
 * balance, or none.
 */
export const coinBalance = record({
  block_number: integer,
  block_timestamp: maybe(text),
  value: maybe(decimal),
  delta: maybe(decimal),
  transaction_hash: maybe(text),
})
export type CoinBalance = z.infer<typeof coinBalance>

/**
 * `/addresses/{hash}/coin-balance-history-by-day`: the balance at the end of each of the most recent days, oldest
 * first.
 */
export const coinBalanceByDay = record({
  items: maybe(z.array(record({ date: maybe(text), value: maybe(decimal) }))),
})
export type CoinBalanceByDay = z.infer<typeof coinBalanceByDay>
