import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, hash, integer, maybe, record, text } from './fields.ts'
import { token, transferTotals } from './token.ts'

/**
 * A transaction, a call inside one, or a token transfer: the indexes tell which. `type` is the type of the token, the
 * transaction or the call. `value` is in wei; for a transfer it is null and `total` has the amount. `fee` is the fee
 * of the whole transaction: other servers give 0 if an earlier row of the page is of the same transaction.
 */
export const advancedFilterItem = record({
  hash,
  type: maybe(text),
  status: maybe(text),
  method: maybe(text),
  from: maybe(addressRef),
  to: maybe(addressRef),
  created_contract: maybe(addressRef),
  value: maybe(decimal),
  total: z._default(z.optional(transferTotals), []),
  token: maybe(token),
  timestamp: maybe(text),
  block_number: maybe(integer),
  transaction_index: maybe(integer),
  internal_transaction_index: maybe(integer),
  token_transfer_index: maybe(integer),
  token_transfer_batch_index: maybe(integer),
  fee: maybe(decimal),
})
export type AdvancedFilterItem = z.infer<typeof advancedFilterItem>
