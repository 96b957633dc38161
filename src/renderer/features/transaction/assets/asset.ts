/** The assets a transaction can move: the coin of the chain, a token, or one NFT. */
import type { Token } from '#shared/chain/token.ts'
import type { Coin } from '#shared/source.ts'
import { plainName, plainUnit } from '#shared/text/hostile-text.ts'

export interface Asset {
  /** `coin`; for a token its address in lower case; for an NFT that address with `:` and the id. */
  readonly key: string
  readonly kind: 'coin' | 'token' | 'nft'
  /** Sanitised name, for example `ETH`, `USDC`, `Fidenza #318`. */
  readonly name: string
  readonly decimals: string | number | null | undefined
  /** The parts of an NFT's name: a view may shorten the collection, but not the id. */
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

/** The asset of a token, or with an id one NFT of the collection. NFTs have no decimals, except those of ERC-404. */
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
