/** What a transaction can move: the chain's coin, a token, or one NFT. */
import type { Token } from '#shared/chain/token.ts'
import type { Coin } from '#shared/source.ts'
import { plainName, plainUnit } from '#shared/text/hostile-text.ts'

export interface Asset {
  /** `coin`, the token's address in lower case, or that with `:` and the id. */
  readonly key: string
  readonly kind: 'coin' | 'token' | 'nft'
  /** `ETH`, `USDC`, `Fidenza #318`: safe to show. */
  readonly name: string
  readonly decimals: string | number | null | undefined
  /** The two parts of an NFT's name: the view may cut the collection, but not the id. */
  readonly collection?: string | undefined
  readonly shortId?: string | undefined
  readonly token?: Token | undefined
  readonly tokenId?: string | undefined
}

export const coinAsset = (coin: Coin): Asset => ({
  key: 'coin',
  kind: 'coin',
  name: plainUnit(coin.symbol) || 'coin',
  decimals: coin.decimals,
})

/** A token, or one NFT of a collection where there is an id. NFTs are counted in units, except those of ERC-404. */
export function tokenAsset(token: Token, tokenId?: string | null): Asset {
  const symbol = plainUnit(token.symbol ?? '') || plainUnit(token.name ?? '') || 'token'
  const key = token.address_hash.toLowerCase()
  if (tokenId == null) return { key, kind: 'token', name: symbol, decimals: token.decimals, token }
  const collection = plainName(token.name ?? '', 32) || symbol
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
