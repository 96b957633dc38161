/** Makes the columns of rows that are written. */
import type { AddressRef } from '#shared/chain/address.ts'
import { namesOnChain } from '#shared/chain/address-names.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { rowFields, type Amount, type RowContext, type RowFields } from '#shared/query/row-fields.ts'
import { knownDecimals } from '#shared/units.ts'
import type { HeldRow } from '../held-rows.ts'
import { ADDRESS_BYTES } from './dictionary.ts'
import {
  COIN_DECIMALS,
  FAILED,
  MAX_NUMBERED,
  packColumns,
  PENDING,
  SCAM,
  TEXT_AMOUNT,
  UNSURE,
  WHOLE_AMOUNT,
} from './columns.ts'

export interface ListOfRows {
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
}

const WHOLE = /^-?\d+$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const MAX_WHOLE = 2n ** 96n
/** A time that is told more exactly than in ms. */
const BELOW_MS = /\.\d{3}0*[1-9]/
const MAX_BLOCK = 0xffff_fffe

/** `hashes`: of their keys. Null where there are more than columns can hold. */
export function columnsOfRows(
  of: ListOfRows,
  rows: readonly HeldRow[],
  hashes: readonly Uint8Array[],
): Uint8Array | null {
  const writer = new ColumnWriter(of, rows.length)
  for (const [at, row] of rows.entries()) writer.add(at, row, hashes[at])
  return writer.finish()
}

/** Each text once, by its number from one on. */
class Numbered {
  readonly all: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.all.push(text)
      this.#numbers.set(text, number)
    }
    return number
  }
}

class ColumnWriter {
  readonly #fields: RowFields<object>
  readonly #context: RowContext
  readonly #count: number
  readonly #time: Float64Array
  readonly #block: Uint32Array
  readonly #amounts: Readonly<Record<'amount' | 'value' | 'fee', AmountColumns>>
  readonly #decimals: Uint8Array
  readonly #flags: Uint8Array
  readonly #keys: readonly [low: Uint32Array, high: Uint32Array]
  readonly #numbers: Readonly<Record<NumberedColumn, Uint16Array>>
  readonly #texts = new Numbered()
  /** With what each is called, behind its hash. */
  readonly #addresses = new Numbered()
  readonly #needsToken = Uint8Array.of(0)
  readonly #resource: string

  constructor({ list, params }: ListOfRows, count: number) {
    const { path, resource } = listEndpoint(list)
    this.#resource = resource
    this.#fields = rowFields(resource)
    this.#count = count
    this.#context = {
      ownAddress: path.startsWith('/addresses/') ? params.address_hash : undefined,
      ownToken: undefined,
      coin: { symbol: '', decimals: 0 },
      labels: new Map(),
      zone: 'utc',
    }
    this.#time = new Float64Array(count).fill(NaN)
    this.#block = new Uint32Array(count)
    this.#amounts = { amount: amountColumns(count), value: amountColumns(count), fee: amountColumns(count) }
    this.#decimals = new Uint8Array(count)
    this.#flags = new Uint8Array(count)
    this.#keys = [new Uint32Array(count), new Uint32Array(count)]
    this.#numbers = Object.fromEntries(
      NUMBERED.map((name) => [name, new Uint16Array(count)] as const),
    ) as Record<NumberedColumn, Uint16Array>
  }

  add(at: number, { item, unread }: HeldRow, hash: Uint8Array | undefined) {
    if (hash) {
      const halves = new DataView(hash.buffer, hash.byteOffset, 8)
      this.#keys[0][at] = halves.getUint32(0, true)
      this.#keys[1][at] = halves.getUint32(4, true)
    }
    if (unread || typeof item !== 'object' || item === null) {
      this.#markUnsure(at)
      return
    }
    const { time, block, isFailed, isPending, isScam } = this.#fields
    const text = time?.(item)
    if (text != null) this.#setTime(at, text)
    this.#setBlock(at, block?.(item))
    let flags = 0
    if (isFailed?.(item)) flags |= FAILED
    if (isPending?.(item)) flags |= PENDING
    if (isScam?.(item, this.#context)) flags |= SCAM
    this.#flags[at] = (this.#flags[at] ?? 0) | flags
    this.#setParties(at, item)
    this.#setAmounts(at, item)
    this.#setTexts(at, item)
  }

  finish(): Uint8Array | null {
    const [texts, addresses] = [this.#texts, this.#addresses]
    const names = addresses.all.map((one) => this.#textNumber(one.slice(ADDRESS_LENGTH)))
    if (texts.all.length >= MAX_NUMBERED || addresses.all.length >= MAX_NUMBERED) return null
    const bytes = Buffer.alloc(addresses.all.length * ADDRESS_BYTES)
    for (const [at, one] of addresses.all.entries())
      bytes.write(one.slice(2, ADDRESS_LENGTH), at * ADDRESS_BYTES, 'hex')
    const { amount, value, fee } = this.#amounts
    return packColumns(this.#count, {
      time: this.#time,
      block: this.#block,
      amountForm: amount.form,
      amountLow: amount.low,
      amountHigh: amount.high,
      amountTop: amount.top,
      valueForm: value.form,
      valueLow: value.low,
      valueHigh: value.high,
      valueTop: value.top,
      feeForm: fee.form,
      feeLow: fee.low,
      feeHigh: fee.high,
      feeTop: fee.top,
      decimals: this.#decimals,
      ...this.#numbers,
      flags: this.#flags,
      keyLow: this.#keys[0],
      keyHigh: this.#keys[1],
      addresses: bytes,
      names: Uint16Array.from(names),
      texts: texts.all.length === 0 ? new Uint8Array(0) : Buffer.from(JSON.stringify(texts.all)),
      needsToken: this.#needsToken,
    })
  }

  #markUnsure(at: number) {
    this.#flags[at] = (this.#flags[at] ?? 0) | UNSURE
  }

  #textNumber = (text: string | null | undefined) =>
    text == null || text === '' ? 0 : this.#texts.numberOf(text)
  #listNumber = (list: readonly unknown[]) => (list.length === 0 ? 0 : this.#textNumber(JSON.stringify(list)))

  #setTime(at: number, text: string) {
    const time = Date.parse(text)
    this.#time[at] = time
    if (Number.isNaN(time) || BELOW_MS.test(text)) this.#markUnsure(at)
  }

  #setBlock(at: number, block: number | string | null | undefined) {
    if (block == null || !WHOLE.test(String(block))) return
    const number = Number(block)
    if (number >= 0 && number <= MAX_BLOCK) this.#block[at] = number + 1
    else this.#markUnsure(at)
  }

  #setParties(at: number, item: object) {
    const { from, to, parties } = this.#fields
    const [sender, receiver] = [from?.(item), to?.(item)]
    const { from: senders, to: receivers, other } = this.#numbers
    senders[at] = this.#addressNumber(at, sender)
    receivers[at] = this.#addressNumber(at, receiver)
    for (const party of parties?.(item) ?? []) {
      if (!party || party === sender || party === receiver) continue
      const number = this.#addressNumber(at, party)
      if (number === senders[at] || number === receivers[at] || number === other[at]) continue
      if (other[at] === 0) other[at] = number
      else this.#markUnsure(at)
    }
  }

  #addressNumber(at: number, address: AddressRef | null | undefined): number {
    if (!address) return 0
    const hash = address.hash.toLowerCase()
    if (!ADDRESS.test(hash)) {
      this.#markUnsure(at)
      return 0
    }
    const names = namesOnChain(address)
    return this.#addresses.numberOf(names.length === 0 ? hash : hash + JSON.stringify(names))
  }

  #setAmounts(at: number, item: object) {
    const { amounts, value, fee } = this.#fields
    const moved = amounts?.(item, this.#context) ?? []
    if (moved.length > 1) this.#markUnsure(at)
    else if (moved[0]) this.#setAmount(at, moved[0])
    this.#setRaw('value', at, value?.(item, this.#context))
    this.#setRaw('fee', at, fee?.(item))
    if (this.#resource === 'holder' || (!hasToken(item) && NEEDS_TOKEN.has(this.#resource)))
      this.#needsToken[0] = 1
  }

  #setAmount(at: number, { raw, decimals, token, price }: Amount) {
    const places = token === null ? COIN_DECIMALS : knownDecimals(decimals)
    if (places === undefined) return
    if (token !== null && places === COIN_DECIMALS) {
      this.#markUnsure(at)
      return
    }
    this.#setRaw('amount', at, raw)
    this.#decimals[at] = places
    if (decimals != null) this.#numbers.price[at] = this.#textNumber(price)
  }

  #setRaw(name: 'amount' | 'value' | 'fee', at: number, raw: string | null | undefined) {
    if (raw == null || !WHOLE.test(raw)) return
    const { form, low, high, top } = this.#amounts[name]
    const whole = BigInt(raw)
    if (whole >= 0n && whole < MAX_WHOLE) {
      form[at] = WHOLE_AMOUNT
      low[at] = Number(whole & 0xffff_ffffn)
      high[at] = Number((whole >> 32n) & 0xffff_ffffn)
      top[at] = Number(whole >> 64n)
    } else {
      form[at] = TEXT_AMOUNT
      low[at] = this.#textNumber(raw)
    }
  }

  #setTexts(at: number, item: object) {
    const { method, types, tokens, ids, texts } = this.#fields
    const { method: methods, types: kinds, tokens: moved, ids: nfts, words } = this.#numbers
    methods[at] = this.#textNumber(method?.(item, this.#context))
    kinds[at] = this.#listNumber((types?.(item) ?? []).filter((one) => one != null))
    nfts[at] = this.#listNumber((ids?.(item) ?? []).filter((one) => one != null))
    const named = (tokens?.(item, this.#context) ?? []).filter((token) => token != null)
    if (named.some(({ address_hash: hash }) => !hash.startsWith('0x'))) this.#markUnsure(at)
    moved[at] = this.#listNumber(
      named.map(({ address_hash: hash, symbol, name }) => [hash, symbol ?? null, name ?? null]),
    )
    // Hashes and numbers are found by unpacking the row.
    words[at] = this.#listNumber(
      texts(item, this.#context).filter(
        (one) => typeof one === 'string' && one !== '' && !one.startsWith('0x'),
      ),
    )
  }
}

/** Of rows that leave out the token whose list it is. */
const NEEDS_TOKEN: ReadonlySet<string> = new Set(['transfer', 'nft'])
const hasToken = (item: object) => (item as { readonly token?: unknown }).token != null

const NUMBERED = ['from', 'to', 'other', 'method', 'types', 'tokens', 'ids', 'words', 'price'] as const
type NumberedColumn = (typeof NUMBERED)[number]

interface AmountColumns {
  readonly form: Uint8Array
  readonly low: Uint32Array
  readonly high: Uint32Array
  readonly top: Uint32Array
}
const amountColumns = (count: number): AmountColumns => ({
  form: new Uint8Array(count),
  low: new Uint32Array(count),
  high: new Uint32Array(count),
  top: new Uint32Array(count),
})

const ADDRESS_LENGTH = 2 + 2 * ADDRESS_BYTES
