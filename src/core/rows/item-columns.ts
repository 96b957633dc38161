/**
 * The columns of a row: the numbers that can be queried without its JSON. A row that the columns do not fully describe is
 * marked `UNSURE`, and `compileQuery` tests its JSON.
 */
import type { AddressRef } from '#shared/chain/address.ts'
import { namesOnChain } from '#shared/chain/address-names.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { worthOf } from '#shared/query/sort-names.ts'
import { SORT_PLACES } from '#shared/query/sort-values.ts'
import { rowFields, type Amount, type RowContext, type RowFields } from '#shared/query/row-fields.ts'
import { knownDecimals } from '#shared/units.ts'
import type { LoadedRow } from './loaded-rows.ts'
import { ADDRESS, METHOD, NFT_IDS, TOKEN, TYPES, WORDS, type NameKind } from './names.ts'
import { COIN_PLACES, partsOf } from './amount-parts.ts'

/** Bits of `flags`. */
export const FAILED = 1
export const PENDING = 2
export const SCAM = 4
/** The columns are incomplete. */
export const UNSURE = 8
/** The fields that the row has. */
export const AMOUNT = 16
export const VALUE = 32
export const FEE = 64
/** The block of the row is its height. */
export const BLOCK = 128
/** The moved asset depends on the token of the list. */
export const NEEDS_TOKEN = 256
/** The value in dollars has so few digits that no other such number has the same double. */
export const EXACT_DOLLARS = 512
/** Flags of rows that are read for every query; the index `unsure_items` contains them. */
export const TO_READ = UNSURE | NEEDS_TOKEN
/** Value of `decimals` for an amount of the coin. */
export const OF_COIN = -1

export const AMOUNT_PARTS = ['amount_1', 'amount_2', 'amount_3', 'amount_4', 'amount_5'] as const
export const VALUE_PARTS = ['value_1', 'value_2', 'value_3', 'value_4'] as const
export const FEE_PARTS = ['fee_1', 'fee_2', 'fee_3'] as const
/** Number of parts before the decimal point. */
export const PARTS_BEFORE_POINT = { amount: 2, value: 2, fee: 1 } as const

/** In the order of `readColumns`. */
export const ITEM_COLUMNS = [
  'flags',
  'time',
  'sender',
  'receiver',
  'other',
  'token',
  'method',
  'types',
  'ids',
  'words',
  'decimals',
  ...AMOUNT_PARTS,
  ...VALUE_PARTS,
  ...FEE_PARTS,
  'dollars',
] as const

export interface ListOfItems {
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
}
/** Number of a name; 0 for none. */
export type NumberOf = (kind: NameKind, hash: string, text: string) => number

/** Maximum number of digits for which different numbers have different doubles. */
const DOUBLE_DIGITS = 15
/** Maximum length of a name, in characters. */
const MAX_TEXT = 1_000
const WHOLE = /^-?\d{1,60}$/
const MAYBE_WHOLE = /^-?\d+$/
const HASH = /^0x[0-9a-f]{40}$/
/** A time with more precision than ms. */
const BELOW_MS = /\.\d{3}0*[1-9]/
const COIN = { symbol: '', decimals: COIN_PLACES }

type Column = (typeof ITEM_COLUMNS)[number]
type Values = Record<Column, number | null>

/** A value in dollars as its nearest double. `worth`: as rows are sorted by it. */
export const nearestDollars = (worth: bigint) => Number(`${String(worth)}e-${String(SORT_PLACES)}`)

export type ReadColumns = (row: LoadedRow) => readonly (number | null)[]

/** Returns a function that reads the columns of one list's rows. */
export function columnReader(of: ListOfItems, numberOf: NumberOf): ReadColumns {
  const reader = new ColumnReader(of, numberOf)
  return (row) => reader.read(row)
}

const NOTHING = Object.fromEntries(
  ITEM_COLUMNS.map((name) => [name, name === 'time' ? -1 : name === 'dollars' ? null : 0]),
) as Values

class ColumnReader {
  readonly #fields: RowFields<object>
  readonly #context: RowContext
  readonly #resource: string
  readonly #numberOf: NumberOf
  #values: Values = NOTHING
  #flags = 0

  constructor({ list, params }: ListOfItems, numberOf: NumberOf) {
    const { path, resource } = listEndpoint(list)
    this.#resource = resource
    this.#numberOf = numberOf
    this.#fields = rowFields(resource)
    this.#context = {
      ownAddress: path.startsWith('/addresses/') ? params.address_hash : undefined,
      ownToken: undefined,
      coin: COIN,
      labels: new Map(),
      zone: 'utc',
    }
  }

  read({ item, unread, height }: LoadedRow): readonly (number | null)[] {
    this.#values = { ...NOTHING }
    this.#flags = 0
    if (unread || typeof item !== 'object' || item === null) this.#flags = UNSURE
    else this.#readItem(item, height)
    this.#values.flags = this.#flags
    return Object.values(this.#values)
  }

  #readItem(item: object, height: number | null) {
    const { isFailed, isPending, isScam, time, block } = this.#fields
    if (isFailed?.(item)) this.#flags |= FAILED
    if (isPending?.(item)) this.#flags |= PENDING
    if (isScam?.(item, this.#context)) this.#flags |= SCAM
    if (this.#resource === 'holder' || (hasOwnToken.has(this.#resource) && !hasToken(item)))
      this.#flags |= NEEDS_TOKEN
    this.#setTime(time?.(item))
    this.#setBlock(block?.(item), height)
    this.#setParties(item)
    this.#setAmounts(item)
    this.#setTexts(item)
  }

  #setTime(text: string | null | undefined) {
    if (text == null) return
    const time = Date.parse(text)
    if (Number.isNaN(time) || time < 0 || BELOW_MS.test(text)) this.#flags |= UNSURE
    else this.#values.time = time
  }

  #setBlock(block: number | string | null | undefined, height: number | null) {
    if (block == null || !MAYBE_WHOLE.test(String(block))) return
    this.#flags |= height !== null && Number(block) === height ? BLOCK : UNSURE
  }

  #setParties(item: object) {
    const { from, to, parties } = this.#fields
    const values = this.#values
    const [sender, receiver] = [from?.(item), to?.(item)]
    values.sender = this.#addressNumber(sender)
    values.receiver = this.#addressNumber(receiver)
    for (const party of parties?.(item) ?? []) {
      if (!party || party === sender || party === receiver) continue
      const number = this.#addressNumber(party)
      if (number === values.sender || number === values.receiver || number === values.other) continue
      if (values.other === 0) values.other = number
      else this.#flags |= UNSURE
    }
  }

  #addressNumber(address: AddressRef | null | undefined): number {
    if (!address) return 0
    const hash = address.hash.toLowerCase()
    if (!HASH.test(hash)) {
      this.#flags |= UNSURE
      return 0
    }
    const names = namesOnChain(address)
    return this.#name(ADDRESS, hash, names.length === 0 ? '' : JSON.stringify(names))
  }

  #setAmounts(item: object) {
    const { amounts, value, fee } = this.#fields
    const moved = amounts?.(item, this.#context) ?? []
    if (moved.length > 1) this.#flags |= UNSURE
    else if (moved[0]) this.#setAmount(moved[0])
    this.#setParts(VALUE_PARTS, PARTS_BEFORE_POINT.value, VALUE, value?.(item, this.#context), COIN_PLACES)
    this.#setParts(FEE_PARTS, PARTS_BEFORE_POINT.fee, FEE, fee?.(item), COIN_PLACES)
  }

  #setAmount({ raw, decimals, token, price }: Amount) {
    const places = token === null ? COIN_PLACES : knownDecimals(decimals)
    if (places === undefined) return
    this.#values.decimals = token === null ? OF_COIN : places
    this.#setParts(AMOUNT_PARTS, PARTS_BEFORE_POINT.amount, AMOUNT, raw, places)
    const worth = price != null && this.#fields.worth ? worthOf({ raw, decimals, price }) : undefined
    if (worth === undefined) return
    this.#values.dollars = nearestDollars(worth)
    if (!Number.isFinite(this.#values.dollars)) this.#flags |= UNSURE
    if (String(worth).replace(/0+$/, '').length <= DOUBLE_DIGITS) this.#flags |= EXACT_DOLLARS
  }

  #setParts(
    names: readonly Column[],
    before: number,
    bit: number,
    raw: string | null | undefined,
    places: number,
  ) {
    if (raw == null || !MAYBE_WHOLE.test(raw)) return
    const parts = WHOLE.test(raw) ? partsOf(raw, places, before, names.length - before) : undefined
    if (!parts) {
      this.#flags |= UNSURE
      return
    }
    this.#flags |= bit
    for (let at = 0; at < names.length; at += 1) this.#values[names[at] ?? 'flags'] = parts[at] ?? 0
  }

  #setTexts(item: object) {
    const { method: methodOf, methodHash, types, ids, texts, tokens } = this.#fields
    const values = this.#values
    const method = methodOf?.(item, this.#context)
    const event = methodHash?.(item) ?? ''
    if (method || event !== '') values.method = this.#name(METHOD, event, method ?? '')
    values.types = this.#listNumber(TYPES, types?.(item))
    values.ids = this.#listNumber(NFT_IDS, ids?.(item))
    // Hashes and numbers are found in the JSON instead.
    const words = texts(item, this.#context).filter(
      (one) => typeof one === 'string' && one !== '' && !one.startsWith('0x'),
    )
    values.words = this.#listNumber(WORDS, words)
    const [token, more] = (tokens?.(item, this.#context) ?? []).filter((one) => one != null)
    if (more) this.#flags |= UNSURE
    if (!token) return
    const { address_hash: hash, symbol, name } = token
    if (HASH.test(hash.toLowerCase()))
      values.token = this.#name(
        TOKEN,
        hash.toLowerCase(),
        JSON.stringify([hash, symbol ?? null, name ?? null]),
      )
    else this.#flags |= UNSURE
  }

  /** Number of a name. A name that is too long marks the row `UNSURE`. */
  #name(kind: NameKind, hash: string, text: string): number {
    if (text.length <= MAX_TEXT) return this.#numberOf(kind, hash, text)
    this.#flags |= UNSURE
    return 0
  }

  #listNumber(kind: NameKind, all: readonly unknown[] | undefined): number {
    if (!all || all.length === 0) return 0
    const there = all.filter((one) => one != null)
    return there.length === 0 ? 0 : this.#name(kind, '', JSON.stringify(there))
  }
}

/** Kinds of rows that leave out the token of their list. */
const hasOwnToken: ReadonlySet<string> = new Set(['transfer', 'nft'])
const hasToken = (item: object) => (item as { readonly token?: unknown }).token != null
