/** What can change hands in a transaction: the chain's coin, an amount of a token, or one NFT. */
import type { Token } from '#shared/chain/token.ts'
import { plainName } from '#shared/text/hostile-text.ts'

export interface Coin {
  readonly symbol: string
  readonly decimals: number
}

export interface Asset {
  /** The same for the same asset: `coin`, the token's address, or that and the id. */
  readonly key: string
  readonly kind: 'coin' | 'token' | 'nft'
  /** In one word or two: `ETH`, `USDC`, `Fidenza #318`. A string of a chain, made plain. */
  readonly name: string
  readonly decimals: string | number | null | undefined
  /** The collection alone, and the id alone: a collection's name may be cut short, an id never. */
  readonly collection?: string | undefined
  readonly shortId?: string | undefined
  readonly token?: Token | undefined
  readonly tokenId?: string | undefined
}

export const coinAsset = (coin: Coin): Asset => ({
  key: 'coin',
  kind: 'coin',
  name: plainName(coin.symbol, 24) || 'coin',
  decimals: coin.decimals,
})

/** One id of a collection, or an amount of a token. An id of a multi-token is counted in whole pieces. */
export function tokenAsset(token: Token, tokenId?: string | null): Asset {
  const called = plainName(token.symbol ?? '', 24) || plainName(token.name ?? '', 24) || 'token'
  const key = token.address_hash.toLowerCase()
  if (tokenId == null) return { key, kind: 'token', name: called, decimals: token.decimals, token }
  const collection = plainName(token.name ?? '', 32) || called
  return {
    key: `${key}:${tokenId}`,
    kind: 'nft',
    name: `${collection} #${shortId(tokenId)}`,
    collection,
    shortId: `#${shortId(tokenId)}`,
    decimals: token.type === 'ERC-404' ? token.decimals : 0,
    token,
    tokenId,
  }
}

const shortId = (id: string) => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id)
