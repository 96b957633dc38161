import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, hash, integer, maybe, percentage, record, renamed, text } from './fields.ts'

/** Uncles come as hashes or as `{hash}`. The result has hashes. */
const uncle = z.pipe(
  z.transform((input: unknown): unknown =>
    typeof input === 'object' && input !== null && 'hash' in input ? input.hash : input,
  ),
  text,
)

/** One reward that a block paid: an amount in wei, and the kind of receiver. */
export const blockReward = record({ reward: maybe(decimal), type: maybe(text) })

/**
 * A block. `type` is block, uncle or reorg; fees and rewards are in wei as decimal strings; percentages may be
 * negative.
 */
export const block = renamed(
  { tx_count: 'transactions_count', tx_fees: 'transaction_fees' },
  record({
    hash,
    parent_hash: maybe(text),
    height: maybe(integer),
    type: maybe(text),
    timestamp: maybe(text),
    miner: maybe(addressRef),
    nonce: maybe(text),
    extra_data: maybe(text),
    state_root: maybe(text),
    difficulty: maybe(decimal),
    total_difficulty: maybe(decimal),
    gas_limit: maybe(decimal),
    gas_used: maybe(decimal),
    gas_used_percentage: maybe(percentage),
    gas_target_percentage: maybe(percentage),
    burnt_fees_percentage: maybe(percentage),
    base_fee_per_gas: maybe(decimal),
    burnt_fees: maybe(decimal),
    priority_fee: maybe(decimal),
    transaction_fees: maybe(decimal),
    size: maybe(integer),
    transactions_count: maybe(integer),
    withdrawals_count: maybe(integer),
    uncles_hashes: maybe(z.array(uncle)),
    rewards: maybe(z.array(blockReward)),
  }),
)
export type Block = z.infer<typeof block>

/**
 * A validator's withdrawal; `amount` is in wei. Indices can exceed 32 bits: as decimal strings they lose no digit,
 * whatever the server sends. The list of one address leaves the receiver out.
 */
export const withdrawal = renamed(
  { block: 'block_number' },
  record({
    index: decimal,
    validator_index: maybe(decimal),
    amount: maybe(decimal),
    block_number: maybe(integer),
    timestamp: maybe(text),
    receiver: maybe(addressRef),
  }),
)
export type Withdrawal = z.infer<typeof withdrawal>
