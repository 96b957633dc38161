import * as z from 'zod/mini'
import { addressRef } from './address.ts'
import { decimal, flag, hash, integer, maybe, rate, record, renamed, text } from './fields.ts'

/**
 * A token contract. `decimals` and `type` may be unknown; `holders_count` is a decimal string here, also if it came
 * as a number. `exchange_rate`: the fiat price of one, in dollars; no other service is asked for it.
 * `counted_since_block`: the counters begin at this block; our own service sends it if its index begins there.
 * `balances_asked`: the token's balances contradict its events, so the service asks the contract for them.
 */
export const token = renamed(
  { address: 'address_hash', holders: 'holders_count' },
  record({
    address_hash: hash,
    name: maybe(text),
    symbol: maybe(text),
    decimals: maybe(decimal),
    type: maybe(text),
    total_supply: maybe(decimal),
    exchange_rate: maybe(rate),
    circulating_market_cap: maybe(rate),
    circulating_supply: maybe(rate),
    holders_count: maybe(decimal),
    counted_since_block: maybe(integer),
    balances_asked: maybe(flag),
    icon_url: maybe(text),
    volume_24h: maybe(rate),
    reputation: maybe(text),
    bridge_type: maybe(text),
    foreign_address: maybe(text),
    origin_chain_id: maybe(decimal),
  }),
)
export type Token = z.infer<typeof token>

/**
 * One NFT, or one id of a multi-token. `token` is absent in a token's own list of instances; `metadata` has no fixed
 * schema.
 */
export const tokenInstance = record({
  id: decimal,
  is_unique: maybe(flag),
  owner: maybe(addressRef),
  holder_address_hash: maybe(text),
  token: maybe(token),
  token_type: maybe(text),
  value: maybe(decimal),
  image_url: maybe(text),
  animation_url: maybe(text),
  external_app_url: maybe(text),
  metadata: maybe(z.unknown()),
  media_type: maybe(text),
  media_url: maybe(text),
  thumbnails: maybe(z.record(z.string(), z.unknown())),
})
export type TokenInstance = z.infer<typeof tokenInstance>

/**
 * An item in the list of an address's NFTs. The same id in two contracts is two items, so the identity includes the
 * token.
 */
export const ownedInstance = z.pipe(
  tokenInstance,
  z.transform((instance, context) => {
    if (instance.token) return { ...instance, token: instance.token }
    context.issues.push({ code: 'custom', message: 'a token', input: instance.token, path: ['token'] })
    return z.NEVER
  }),
)
export type OwnedInstance = z.infer<typeof ownedInstance>

/**
 * The total of a transfer: an amount, an NFT, or an amount of a multi-token's id. `value` is null for confidential
 * tokens.
 */
export const transferTotal = record({
  value: maybe(decimal),
  decimals: maybe(decimal),
  token_id: maybe(decimal),
  token_instance: maybe(tokenInstance),
})
export type TransferTotal = z.infer<typeof transferTotal>

/**
 * `total` comes as an object, null, or an array (legacy ERC-1155 batches). The result is always an array, empty if
 * unknown.
 */
export const transferTotals = z.pipe(
  z.transform((input: unknown): unknown => (input == null ? [] : Array.isArray(input) ? input : [input])),
  z.array(transferTotal),
)

/** A token transfer. Inside a transaction, `timestamp` and `method` are null. */
export const tokenTransfer = renamed(
  { tx_hash: 'transaction_hash', block: 'block_number' },
  record({
    transaction_hash: hash,
    log_index: integer,
    block_hash: maybe(text),
    block_number: maybe(integer),
    from: maybe(addressRef),
    to: maybe(addressRef),
    token: maybe(token),
    token_type: maybe(text),
    total: z._default(z.optional(transferTotals), []),
    type: maybe(text),
    method: maybe(text),
    timestamp: maybe(text),
  }),
)
export type TokenTransfer = z.infer<typeof tokenTransfer>

/** The amount of a token that an address holds. A multi-token has one row per id. */
export const tokenBalance = record({
  token,
  token_id: maybe(decimal),
  token_instance: maybe(tokenInstance),
  value: maybe(decimal),
})
export type TokenBalance = z.infer<typeof tokenBalance>

/** An address's holdings of one collection: the number of its NFTs, and the first of them. */
export const nftCollection = record({
  token,
  amount: maybe(decimal),
  token_instances: maybe(z.array(tokenInstance)),
})
export type NftCollection = z.infer<typeof nftCollection>

/**
 * A holder of a token, with the amount. A multi-token has one row per id. `value` is null for confidential tokens.
 */
export const tokenHolder = record({
  address: addressRef,
  token_id: maybe(decimal),
  value: maybe(decimal),
})
export type TokenHolder = z.infer<typeof tokenHolder>
