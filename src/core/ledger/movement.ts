/** A movement as the rules make it from a row, before it has a position among the others. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { CoinFacts } from '#shared/coin-facts.ts'
import type { Token } from '#shared/chain/token.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { LedgerAsset, MovementPrice, MovementRule } from '#shared/rpc/contract/ledger.ts'

export const COIN = 'coin'
/** Order within a block: opening balance, transactions, rewards, withdrawals. */
export const PHASE = { opening: 0, transactions: 1, rewards: 2, withdrawals: 3 } as const

export interface Movement {
  /** Id of the asset; see `LedgerAsset`. */
  readonly asset: string
  /** Id of the NFT; null for other assets. */
  readonly nft: string | null
  /** Signed, in the smallest unit; never 0. */
  readonly amount: bigint
  readonly block: number
  /** In ms since 1970. */
  readonly time: number | null
  readonly phase: (typeof PHASE)[keyof typeof PHASE]
  /** Position of its transaction in the block; null if its row does not give it. */
  readonly position: number | null
  /** Order within the transaction: the fee, the value, then calls or logs by their index. */
  readonly index: number
  readonly rule: MovementRule
  readonly counterparty: AddressRef | null
  readonly price?: MovementPrice
  readonly list: ListId
  readonly row: string
  readonly transaction: string | null
}

/** The address and coin that a rule makes movements for. */
export interface LedgerOf {
  /** In lower case. */
  readonly address: string
  readonly coin: CoinFacts
}

export const lower = (party: { readonly hash: string } | null | undefined) => party?.hash.toLowerCase() ?? ''

/** An amount in the smallest unit; undefined if the source does not give it. */
export const toAmount = (text: string | null | undefined): bigint | undefined =>
  text == null ? undefined : BigInt(text)

export function toTime(text: string | null | undefined): number | null {
  const time = text == null ? NaN : Date.parse(text)
  return Number.isFinite(time) ? time : null
}

/** Price of one unit: the historical one if given, else the current one; empty if the row has neither. */
export function priceOf(
  then: string | null | undefined,
  now: string | null | undefined,
): { readonly price?: MovementPrice } {
  if (then != null) return { price: { usd: then, of: 'then' } }
  return now == null ? {} : { price: { usd: now, of: 'now' } }
}

/** The fields of a counterparty that are shown. */
export function toParty(party: AddressRef | null | undefined): AddressRef | null {
  if (!party) return null
  const { hash, name, is_contract, ens_domain_name, is_scam, reputation } = party
  return {
    hash,
    ...(name != null && { name }),
    ...(is_contract != null && { is_contract }),
    ...(ens_domain_name != null && { ens_domain_name }),
    ...(is_scam != null && { is_scam }),
    ...(reputation != null && { reputation }),
  }
}

/**
 * The direction of a transfer for the ledger's address. Undefined if the address is neither sender nor receiver, or both,
 * because its balance does not change then.
 */
export function sideOf<Party extends { readonly hash: string }>(
  { address }: LedgerOf,
  from: Party | null | undefined,
  to: Party | null | undefined,
): { readonly sign: 1n | -1n; readonly other: Party | null | undefined } | undefined {
  const [isFrom, isTo] = [lower(from) === address, lower(to) === address]
  if (isFrom === isTo) return undefined
  return isFrom ? { sign: -1n, other: to } : { sign: 1n, other: from }
}

/** Id of an asset: one for a whole ERC-721 collection, one for each id of a multi-token. */
export function assetId(
  token: Pick<Token, 'address_hash' | 'type'>,
  tokenId: string | null | undefined,
): string {
  const address = token.address_hash.toLowerCase()
  return tokenId == null || token.type === 'ERC-721' ? address : `${address}:${tokenId}`
}

export const COIN_ASSET: LedgerAsset = { id: COIN, token: null, tokenId: null }

export function toAsset(
  { address_hash, name = null, symbol = null, decimals = null, type = null, icon_url, reputation }: Token,
  tokenId: string | null | undefined,
): LedgerAsset {
  const id = assetId({ address_hash, type }, tokenId)
  return {
    id,
    token: {
      address_hash,
      name,
      symbol,
      decimals,
      type,
      ...(icon_url != null && { icon_url }),
      ...(reputation != null && { reputation }),
    },
    tokenId: id.includes(':') ? (tokenId ?? null) : null,
  }
}
