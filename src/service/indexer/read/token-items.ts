import type { WireItem } from '../../chain-reader.ts'
import { amountText } from '../store/amounts.ts'
import type { Missing } from '../model/missing-data.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { AddressRefs } from './address-refs.ts'

export interface TokenRow {
  readonly address: number
  readonly type: string
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  readonly supply: Uint8Array | null
  readonly holders: number
  readonly asked: number
}

/** Tokens and NFTs as the API writes them. */
export class TokenItems {
  readonly #store: IndexStore
  readonly #refs: AddressRefs
  readonly #missing: Missing
  readonly #rows = new Map<number, TokenRow | null>()
  readonly #made = new Map<number, WireItem>()

  constructor(store: IndexStore, refs: AddressRefs, missing: Missing) {
    this.#store = store
    this.#refs = refs
    this.#missing = missing
  }

  row(token: number): TokenRow | null {
    const known = this.#rows.get(token)
    if (known !== undefined) return known
    const row =
      this.#store.database.get<TokenRow>(
        'SELECT address, type, name, symbol, decimals, supply, holders, asked FROM token WHERE address = ?',
        token,
      ) ?? null
    if (row?.asked === 0) this.#missing.tokens.add(token)
    this.#rows.set(token, row)
    return row
  }

  of(token: number): WireItem {
    let made = this.#made.get(token)
    if (!made) this.#made.set(token, (made = this.#make(token)))
    return made
  }

  #make(token: number): WireItem {
    const row = this.row(token)
    return {
      address_hash: this.#refs.hash(token),
      name: row?.name ?? null,
      symbol: row?.symbol ?? null,
      decimals: row?.decimals == null ? null : String(row.decimals),
      type: row?.type ?? null,
      total_supply: row?.supply ? amountText(row.supply) : null,
      exchange_rate: null,
      circulating_market_cap: null,
      holders_count: row ? String(row.holders) : null,
      icon_url: null,
      reputation: 'ok',
    }
  }

  /** One NFT, or one id of a multi-token, without the token it belongs to. `opened`: its metadata is wanted from afar too. */
  instance(token: number, tokenId: Uint8Array, opened = false): WireItem {
    const { database } = this.#store
    const known = database.get<{ metadata: string | null; asked: number }>(
      'SELECT metadata, asked FROM instance WHERE token = ? AND token_id = ?',
      token,
      tokenId,
    )
    if (known?.asked === 0 || (opened && known?.asked === 2)) this.#missing.instance(token, tokenId)
    const [first, second] = database.all<{ holder: number; value: Uint8Array }>(
      `SELECT holder, value FROM balance WHERE token = ? AND token_id = ? AND value <> x'00' LIMIT 2`,
      token,
      tokenId,
    )
    const type = this.row(token)?.type ?? null
    const single = first !== undefined && second === undefined && amountText(first.value) === '1'
    const owner = type === 'ERC-1155' || first === undefined ? null : this.#refs.of(first.holder)
    const metadata = known?.metadata == null ? null : (JSON.parse(known.metadata) as Record<string, unknown>)
    return {
      id: amountText(tokenId),
      is_unique: single,
      owner,
      image_url: linkIn(metadata, 'image', 'image_url'),
      animation_url: linkIn(metadata, 'animation_url'),
      external_app_url: linkIn(metadata, 'external_url', 'home_url'),
      media_type: null,
      media_url: linkIn(metadata, 'animation_url', 'image', 'image_url'),
      thumbnails: null,
      metadata,
    }
  }
}

function linkIn(metadata: Record<string, unknown> | null, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const link = metadata?.[key]
    if (typeof link === 'string' && link !== '') return link
  }
  return null
}
