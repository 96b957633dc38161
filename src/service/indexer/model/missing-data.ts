/** An NFT: its token's address id, and its encoded token id. */
export interface NftKey {
  readonly token: number
  readonly tokenId: Uint8Array
}

export interface MissingNft extends NftKey {
  /** A person opened it: its metadata may be fetched from where the contract's link leads. */
  readonly withExternal: boolean
}

/** A row of the `balance` table. */
export interface BalanceRow {
  /** `null` where the index has no such balance. */
  readonly id: number | null
  readonly token: number
  /** Empty for a balance without a token id. */
  readonly token_id: Uint8Array
  readonly holder: number
  readonly type: string
  readonly value: Uint8Array
}

/**
 * Data that a page shows but the index does not have yet. It is fetched from the node, then the page is read once more.
 */
export class MissingData {
  /** Address ids: whether there is code at the address. */
  readonly contractFlags = new Set<number>()
  /** Address ids: the contract's code, to identify its artifact and its proxy target. */
  readonly codes = new Set<number>()
  /** Address ids: name, symbol, decimals and supply of the token. */
  readonly tokens = new Set<number>()
  /** Address ids of tokens that may change without an event: what they say is read at each block that is looked at. */
  readonly changingTokens = new Set<number>()
  readonly nfts = new Map<string, MissingNft>()
  /** Balances on the page, to be verified with the token contract. */
  balances: BalanceRow[] = []
  /** Heights of blocks whose call frames are needed. */
  readonly frames = new Set<number>()
  /** Addresses that may have been contracts or tokens before the first block of an index that begins above block 0. */
  readonly earlierContracts = new Set<string>()
  /** Addresses that may have held tokens before the first block of such an index. */
  readonly earlierHolders = new Set<string>()
  /** NFTs that may have been minted before the first block of such an index, by `nftId`. */
  readonly earlierNfts = new Map<string, NftKey>()

  /** One that is opened after it stood in a list is missing once more: then its metadata may come from elsewhere. */
  addNft(nft: MissingNft) {
    const id = nftId(nft)
    this.nfts.set(nft.withExternal ? `${id}:external` : id, nft)
  }

  get isEmpty(): boolean {
    return (
      this.contractFlags.size === 0 &&
      this.codes.size === 0 &&
      this.tokens.size === 0 &&
      this.changingTokens.size === 0 &&
      this.nfts.size === 0 &&
      this.balances.length === 0 &&
      this.frames.size === 0 &&
      this.earlierContracts.size === 0 &&
      this.earlierHolders.size === 0 &&
      this.earlierNfts.size === 0
    )
  }
}

export const nftId = ({ token, tokenId }: NftKey): string =>
  `${String(token)}:${Buffer.from(tokenId).toString('hex')}`
