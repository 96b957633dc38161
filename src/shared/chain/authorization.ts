import type * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, hash, integer, maybe, record, text } from './fields.ts'

/**
 * `authority` signed that it runs the code of `delegate` from then on (EIP-7702). `index`: its place in its transaction.
 * `status` as the authorizations of a transaction have it; null where it is not known whether it took effect.
 */
export const authorization = record({
  transaction_hash: maybe(hash),
  block_number: maybe(integer),
  timestamp: maybe(text),
  index: maybe(integer),
  authority: maybe(addressRef),
  /** The zero address ends a delegation. */
  delegate: maybe(addressRef),
  /** `0` for any chain. */
  chain_id: maybe(decimal),
  nonce: maybe(decimal),
  status: maybe(text),
})
export type AuthorizationItem = z.infer<typeof authorization>
