import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, flag, hash, integer, maybe, rate, record, renamed, text } from './fields.ts'
import { token, tokenTransfer, transferTotal } from './token.ts'

/** An argument, unchanged: values nest (4 levels of arrays were recorded). */
export const decodedParameter = record({ name: maybe(text), type: maybe(text), value: maybe(z.unknown()) })

/** Input decoded by the instance. */
export const decodedInput = record({
  method_call: maybe(text),
  method_id: maybe(text),
  parameters: maybe(z.array(decodedParameter)),
})

/**
 * An account signed that it runs the code of `address_hash` from then on (EIP-7702). The signature is there where the
 * server gives it.
 */
const signedAuthorization = renamed(
  { address: 'address_hash' },
  record({
    address_hash: maybe(hash),
    authority: maybe(hash),
    /** `0` for any chain. */
    chain_id: maybe(decimal),
    nonce: maybe(decimal),
    status: maybe(text),
    v: maybe(decimal),
    r: maybe(decimal),
    s: maybe(decimal),
  }),
)

/**
 * A transaction, pending or mined. Of a pending one, block, time, position, status and gas used are null. Amounts are
 * in wei as decimal strings. `revert_reason` is null, a text, `{raw}` or decoded; `result` is a word or free text.
 */
export const transaction = renamed(
  {
    block: 'block_number',
    tx_types: 'transaction_types',
    tx_burnt_fee: 'transaction_burnt_fee',
    tx_tag: 'transaction_tag',
    has_error_in_internal_txs: 'has_error_in_internal_transactions',
  },
  record({
    hash,
    timestamp: maybe(text),
    block_number: maybe(integer),
    position: maybe(integer),
    // The nonce has 64 bits.
    nonce: maybe(decimal),
    confirmations: maybe(integer),
    confirmation_duration: maybe(z.array(z.unknown())),
    status: maybe(text),
    result: maybe(text),
    type: maybe(integer),
    method: maybe(text),
    from: maybe(addressRef),
    to: maybe(addressRef),
    created_contract: maybe(addressRef),
    value: maybe(decimal),
    fee: maybe(record({ type: maybe(text), value: maybe(decimal) })),
    gas_limit: maybe(decimal),
    gas_used: maybe(decimal),
    gas_price: maybe(decimal),
    base_fee_per_gas: maybe(decimal),
    max_fee_per_gas: maybe(decimal),
    max_priority_fee_per_gas: maybe(decimal),
    priority_fee: maybe(decimal),
    transaction_burnt_fee: maybe(decimal),
    /** The current rate. */
    exchange_rate: maybe(rate),
    /** The rate when the transaction was mined. */
    historic_exchange_rate: maybe(rate),
    revert_reason: maybe(z.unknown()),
    has_error_in_internal_transactions: maybe(flag),
    raw_input: maybe(text),
    decoded_input: maybe(decodedInput),
    token_transfers: maybe(z.array(tokenTransfer)),
    token_transfers_overflow: maybe(flag),
    transaction_types: maybe(z.array(text)),
    transaction_tag: maybe(text),
    actions: maybe(z.array(z.unknown())),
    authorization_list: maybe(z.array(signedAuthorization)),
    is_pending_update: maybe(flag),
  }),
)
export type Transaction = z.infer<typeof transaction>

/** A call inside a transaction; `index` is unique only within it. `to` is null on a creation. */
export const internalTransaction = renamed(
  { block: 'block_number', tx_hash: 'transaction_hash' },
  record({
    transaction_hash: hash,
    index: integer,
    block_number: maybe(integer),
    timestamp: maybe(text),
    type: maybe(text),
    from: maybe(addressRef),
    to: maybe(addressRef),
    created_contract: maybe(addressRef),
    gas_limit: maybe(decimal),
    success: maybe(flag),
    error: maybe(text),
    value: maybe(decimal),
  }),
)
export type InternalTransaction = z.infer<typeof internalTransaction>

/** The NFT ids that moved, with the direction: the form of an ERC-721 change. */
const nftMoves = z.array(record({ direction: maybe(text), total: maybe(transferTotal) }))
export type NftMoves = z.infer<typeof nftMoves>

/** `change` is a signed amount (coin, ERC-20, ERC-1155, ERC-404) or a list of moves (ERC-721). */
const change = z.pipe(
  z.transform((input: unknown) => input),
  z.union([decimal, nftMoves]),
)

/**
 * One balance that a transaction changed. The specification calls the address `address_hash` (although it is an
 * object), real instances `address`. Balances are null on the mint and burn side.
 */
export const stateChange = renamed(
  { address_hash: 'address' },
  record({
    address: addressRef,
    type: maybe(text),
    is_miner: maybe(flag),
    token: maybe(token),
    token_id: maybe(decimal),
    balance_before: maybe(decimal),
    balance_after: maybe(decimal),
    change: maybe(change),
  }),
)
export type StateChange = z.infer<typeof stateChange>
