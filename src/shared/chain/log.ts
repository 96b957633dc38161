import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { flag, hash, integer, maybe, record, renamed, text } from './fields.ts'

/** An argument of an event, unchanged: values nest. */
const decodedArgument = record({
  name: maybe(text),
  type: maybe(text),
  indexed: maybe(flag),
  value: maybe(z.unknown()),
})

/** An event decoded by the instance. */
const decodedEvent = record({
  method_call: maybe(text),
  method_id: maybe(text),
  parameters: maybe(z.array(decodedArgument)),
})

/** Servers pad the list to four topics with nulls. */
const topics = z.pipe(
  z.transform((input: unknown): unknown =>
    Array.isArray(input) ? input.filter((topic) => topic !== null) : input,
  ),
  z.array(text),
)

/**
 * An event that a contract logged. `index` counts the logs of its block. `smart_contract` is the contract that the
 * transaction called; another contract may have written the log.
 */
export const log = renamed(
  { tx_hash: 'transaction_hash' },
  record({
    transaction_hash: hash,
    index: integer,
    address: maybe(addressRef),
    smart_contract: maybe(addressRef),
    block_hash: maybe(text),
    block_number: maybe(integer),
    block_timestamp: maybe(text),
    topics: maybe(topics),
    data: maybe(text),
    decoded: maybe(decodedEvent),
  }),
)
export type Log = z.infer<typeof log>
