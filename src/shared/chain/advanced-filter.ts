import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, hash, integer, maybe, record, text } from './fields.ts'
import { token, transferTotals } from './token.ts'

/**
 * A transaction, a call inside one, or a token transfer: the indexes tell which. `type` is the token's type, or what kind of
 * transaction or call it is; `value` is in wei, of a transfer it is null and `total` says what was moved. `fee` is that of
 * the whole transaction: other servers say 0 where a page has another row of the same transaction before it.
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
