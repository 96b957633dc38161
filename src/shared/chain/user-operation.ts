import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, flag, hash, integer, maybe, record, text } from './fields.ts'

/** The service that instances ask for operations gives addresses as texts; most instances add their names. */
const party = z.pipe(
  z.transform((input: unknown): unknown => (typeof input === 'string' ? { hash: input } : input)),
  addressRef,
)

/**
 * A user operation (ERC-4337). `address` is the account that sent it, `status` whether its call succeeded, `fee` what was
 * paid for it, in wei. Instances leave out `paymaster` and `nonce` in a list.
 */
export const userOperation = record({
  hash,
  transaction_hash: maybe(hash),
  block_number: maybe(integer),
  timestamp: maybe(text),
  address: maybe(party),
  status: maybe(flag),
  fee: maybe(decimal),
  entry_point: maybe(party),
  entry_point_version: maybe(text),
  paymaster: maybe(party),
  /** Who sent the transaction. Only our own service says so in a list. */
  bundler: maybe(party),
  nonce: maybe(decimal),
})
export type UserOperationItem = z.infer<typeof userOperation>
