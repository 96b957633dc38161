import { imageOfMetadata } from '#shared/chain/metadata-image.ts'
import type { WireItem } from '../../chain-reader.ts'
import { amountToDecimal } from '../store/amounts.ts'
import type { IndexStart } from '../model/index-start.ts'
import { type MissingData, nftId } from '../model/missing-data.ts'
import type { IndexStore } from '../store/index-store.ts'
import { isPositive } from '../store/schema.ts'
import type { AddressItems } from './address-items.ts'
import type { PageCaches, TokenRow } from './page-caches.ts'

const COLUMNS = 't.address, t.type, t.name, t.symbol, t.decimals, t.supply, t.holders, t.fetch_state'

/** Tokens and NFTs as the API writes them. */
export class TokenItems {
  readonly #store: IndexStore
  readonly #addresses: AddressItems
  readonly #missing: MissingData
  readonly #start: IndexStart | null
  readonly #caches: PageCaches
  readonly #rows = new Map<number, TokenRow | null>()
  readonly #items = new Map<number, WireItem>()
  readonly #rebasing = new Map<number, boolean>()
  readonly #nfts = new Map<string, WireItem>()

  constructor(
    store: IndexStore,
    addresses: AddressItems,
    missing: MissingData,
    start: IndexStart | null,
    caches: PageCaches,
  ) {
    this.#store = store
    this.#addresses = addresses
    this.#missing = missing
    this.#start = start
    this.#caches = caches
  }

  /** Loads the tokens of a page together. */
  load(tokens: readonly number[]) {
    const unknown = tokens.filter((token) => !this.#rows.has(token))
    const rows = this.#caches.tokens.getAll(unknown, (missing) =>
      this.#store.database.all(
        ({
          inNumbers,
        }) => `SELECT ${COLUMNS}, a.token AS asked FROM token t LEFT JOIN asked_token a ON a.token = t.address
         WHERE t.address IN ${inNumbers}`,
        JSON.stringify(missing),
      ),
    )
    for (const { asked, ...row } of rows) {
      this.#rebasing.set(row.address, asked !== null)
      this.#setRow(row.address, row)
    }
  }

  row(token: number): TokenRow | null {
    const known = this.#rows.get(token)
    if (known !== undefined) return known
    const sql = `SELECT ${COLUMNS} FROM token t WHERE t.address = ?`
    return this.#setRow(token, this.#store.database.get<TokenRow>(sql, token) ?? null)
  }

  #setRow(token: number, row: TokenRow | null): TokenRow | null {
    if (row?.fetch_state === 0) this.#missing.tokens.add(token)
    // The index has no events of a token that it is not kept for, so it can't see when the supply changes.
    else if (row && (this.isRebasing(token) || !this.#store.keeps(token)))
      this.#missing.changingTokens.add(token)
    this.#rows.set(token, row)
    return row
  }

  /** A supply may change with the time, and without a call: that of a token that is opened is read at each block. */
  askOnce(token: number) {
    if (this.row(token)?.fetch_state === 1) this.#missing.changingTokens.add(token)
  }

  /** Whether balances of the token contradict its events: see `asked_token`. */
  isRebasing(token: number): boolean {
    let asked = this.#rebasing.get(token)
    if (asked === undefined) this.#rebasing.set(token, (asked = this.#store.tokens.isRebasing(token)))
    return asked
  }

  /** Whether the page shows a token whose balances are asked of it. */
  get someAreRebasing(): boolean {
    return [...this.#rebasing.values()].includes(true)
  }

  item(token: number): WireItem {
    let item = this.#items.get(token)
    if (!item) this.#items.set(token, (item = this.#createItem(token)))
    return item
  }

  #createItem(token: number): WireItem {
    const row = this.row(token)
    return {
      address_hash: this.#addresses.hash(token),
      name: row?.name ?? null,
      symbol: row?.symbol ?? null,
      decimals: row?.decimals == null ? null : String(row.decimals),
      type: row?.type ?? null,
      total_supply: row?.supply ? amountToDecimal(row.supply) : null,
      exchange_rate: null,
      circulating_market_cap: null,
      holders_count: row && this.#store.keeps(token) ? String(row.holders) : null,
      ...(this.isRebasing(token) && { balances_asked: true }),
      ...(this.#start && { counted_since_block: this.#start.height }),
      icon_url: null,
      reputation: 'ok',
    }
  }

  /** One NFT, or one id of a multi-token, without its token. `withExternal`: fetch external metadata as well. */
  nft(token: number, tokenId: Uint8Array, withExternal = false): WireItem {
    const id = `${nftId({ token, tokenId })}:${String(withExternal)}`
    let item = this.#nfts.get(id)
    if (!item) this.#nfts.set(id, (item = this.#createNft(token, tokenId, withExternal)))
    return item
  }

  #createNft(token: number, tokenId: Uint8Array, withExternal: boolean): WireItem {
    const { database } = this.#store
    const known = database.get<{ metadata: string | null; fetch_state: number }>(
      'SELECT metadata, fetch_state FROM instance WHERE token = ? AND token_id = ?',
      token,
      tokenId,
    )
    if (known?.fetch_state === 0 || (withExternal && known?.fetch_state === 2))
      this.#missing.addNft({ token, tokenId, withExternal })
    const [first, second] = database.all<{ holder: number; value: Uint8Array }>(
      (dialect) =>
        `SELECT holder, value FROM balance WHERE token = ? AND token_id = ? AND ${isPositive(dialect)} LIMIT 2`,
      token,
      tokenId,
    )
    const type = this.row(token)?.type ?? null
    const isKnown = this.#store.keeps(token) || (type !== 'ERC-1155' && first !== undefined)
    const isUnique = first !== undefined && second === undefined && amountToDecimal(first.value) === '1'
    const owner = type === 'ERC-1155' ? undefined : first?.holder
    const metadata = known?.metadata == null ? null : (JSON.parse(known.metadata) as Record<string, unknown>)
    return {
      id: amountToDecimal(tokenId),
      is_unique: isKnown ? isUnique : null,
      owner: owner === undefined ? null : this.#addresses.item(owner),
      holder_address_hash: owner === undefined ? null : this.#addresses.hash(owner),
      image_url: imageOfMetadata(metadata) ?? null,
      animation_url: firstLink(metadata, 'animation_url'),
      external_app_url: firstLink(metadata, 'external_url', 'home_url'),
      media_type: null,
      media_url: firstLink(metadata, 'animation_url') ?? imageOfMetadata(metadata) ?? null,
      thumbnails: null,
      metadata,
    }
  }
}

function firstLink(metadata: Record<string, unknown> | null, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const link = metadata?.[key]
    if (typeof link === 'string' && link !== '') return link
  }
  return null
}
