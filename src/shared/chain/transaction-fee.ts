/**
 * Computes the fee that a transaction paid, and its currency: the chain's coin, or a token on chains that accept
 * others (Celo's CIP-64: `celo.gas_token`; Stability: `stability_fee`). `fee.value` is the total, in that currency.
 * On rollups it includes the layer 1 fee and the operator fee (recorded answers of Optimism, Base and Scroll;
 * Blockscout adds them up). A source can list the blob fee (EIP-4844) apart: then `fee.value` is gas times price
 * only. If `fee.value` is missing (recorded for old transactions of Base), the fee is the sum of its parts, if all of
 * them are given.
 */
import type { Token } from './token.ts'
import type { Transaction } from './transaction.ts'

export interface PaidFee {
  /** In the smallest unit of the currency. */
  readonly amount: string
  /** Null for the chain's coin. */
  readonly token: Token | null
}

/** Fields that only some chains have, unparsed: the window loads the common schema at its start. */
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

/** The fee of a transaction. For a pending transaction it is the maximum. Undefined if the source does not say it. */
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

/** The fee, if it is paid in the coin; undefined if it is paid in a token, or if the source does not say it. */
export const coinFee = (transaction: Transaction): string | undefined => {
  const fee = paidFee(transaction)
  return fee?.token ? undefined : fee?.amount
}

/** The layer 1 fee and the operator fee together, in wei: a part of the fee. */
export function layerFee(transaction: Transaction): bigint {
  const { l1_fee: below, operator_fee: operator, scroll } = transaction as OfSomeChains
  return (whole(below ?? scroll?.l1_fee) ?? 0n) + (whole(operator) ?? 0n)
}

/** The coins that layer 1 minted at the sender (a deposit), in wei; undefined if the source does not say it. */
export const mintedOf = (transaction: Transaction): bigint | undefined =>
  whole((transaction as OfSomeChains).mint)

/** Multiplies two amounts that a chain reports: gas is a small number, and its price is not large. */
function product(one: unknown, other: unknown): bigint | undefined {
  const [left, right] = [whole(one), whole(other)]
  return left === undefined || right === undefined || left > MOST || right > MOST ? undefined : left * right
}
const MOST = 2n ** 128n

const whole = (value: unknown): bigint | undefined =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,78}$/.test(String(value))
    ? BigInt(value)
    : undefined

/** Reads a token, or only its address. */
function toToken(value: unknown): Token | null {
  const { address_hash: hash, address } = (value ?? {}) as { address_hash?: unknown; address?: unknown }
  const named = typeof value === 'string' ? value : (hash ?? address)
  return typeof named === 'string' && named.startsWith('0x')
    ? { ...(value === named ? {} : (value as Token)), address_hash: named }
    : null
}
