/**
 * What a transaction paid for being carried out, and in what: the chain's coin, or a token where a chain takes others
 * (Celo's CIP-64: `celo.gas_token`; Stability: `stability_fee`). `fee.value` is what was paid in all, and counts in the
 * token then: on rollups it holds the fee for the layer below and the operator's (recorded answers of Optimism, Base and
 * Scroll; Blockscout adds them up). The fee for blobs (EIP-4844) is a sum of its own where a source lists it apart:
 * `fee.value` is then gas times price and no more. Where `fee.value` is not said (recorded for old transactions of Base),
 * it is added up from its parts, if all of them are said.
 */
import type { Token } from './token.ts'
import type { Transaction } from './transaction.ts'

export interface PaidFee {
  /** In the smallest unit of what it was paid in. */
  readonly amount: string
  /** Null for the chain's coin. */
  readonly token: Token | null
}

/** What only some chains have: as it came, because the schema of all of them is loaded with the window. */
interface OfSomeChains {
  readonly l1_fee?: unknown
  readonly operator_fee?: unknown
  readonly scroll?: { readonly l1_fee?: unknown } | null
  readonly blob_gas_used?: unknown
  readonly blob_gas_price?: unknown
  readonly celo?: { readonly gas_token?: unknown } | null
  readonly gas_token?: unknown
  readonly stability_fee?: { readonly token?: unknown; readonly total_fee?: unknown } | null
  readonly mint?: unknown
}

/** Of one that waits it is the most it can be. Undefined where the source does not say it. */
export function paidFee(transaction: Transaction): PaidFee | undefined {
  const of = transaction as OfSomeChains
  const { stability_fee: stability, celo, gas_token: named } = of
  const said = whole(stability?.total_fee ?? transaction.fee?.value)
  const execution = product(transaction.gas_used, transaction.gas_price)
  const isApart = said === undefined || said === execution
  const sum = said ?? (execution === undefined ? undefined : execution + layerFee(transaction))
  if (sum === undefined) return undefined
  const blobs = isApart ? product(of.blob_gas_used, of.blob_gas_price) : undefined
  return {
    amount: String(sum + (blobs ?? 0n)),
    token: toToken(stability?.token ?? celo?.gas_token ?? named),
  }
}

/** The part of it in coins. */
export const coinFee = (transaction: Transaction): string | undefined => {
  const fee = paidFee(transaction)
  return fee?.token ? undefined : fee?.amount
}

/** For the layer below and whoever runs this one: a part of the fee. */
export function layerFee(transaction: Transaction): bigint {
  const { l1_fee: below, operator_fee: operator, scroll } = transaction as OfSomeChains
  return (whole(below ?? scroll?.l1_fee) ?? 0n) + (whole(operator) ?? 0n)
}

/** What the layer below had made at the sender; undefined where the source does not say it. */
export const mintedOf = (transaction: Transaction): bigint | undefined =>
  whole((transaction as OfSomeChains).mint)

/** Of what a chain can say: gas is a small number, and the price of it no large one. */
function product(one: unknown, other: unknown): bigint | undefined {
  const [left, right] = [whole(one), whole(other)]
  return left === undefined || right === undefined || left > MOST || right > MOST ? undefined : left * right
}
const MOST = 2n ** 128n

const whole = (value: unknown): bigint | undefined =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,78}$/.test(String(value))
    ? BigInt(value)
    : undefined

/** A token, or its address alone. */
function toToken(value: unknown): Token | null {
  const { address_hash: hash, address } = (value ?? {}) as { address_hash?: unknown; address?: unknown }
  const named = typeof value === 'string' ? value : (hash ?? address)
  return typeof named === 'string' && named.startsWith('0x')
    ? { ...(value === named ? {} : (value as Token)), address_hash: named }
    : null
}
