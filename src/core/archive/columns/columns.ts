/**
 * What of the rows of a chunk can be asked without unpacking them, as columns of numbers. Each column is a section of one
 * compressed body; one of nothing but zeros is left out. Texts and addresses stand once for a chunk, and rows name them by
 * number, counted from one. In memory they are in the dictionary of all columns.
 */
import { createStorageError } from '#platform/sqlite/storage-error.ts'
import { compressBytes, decompressBytes } from '../compress.ts'
import { ADDRESS_BYTES, type ColumnDictionary } from './dictionary.ts'

/** The sections of a body. A number in use is never given to something else. */
const SECTIONS = {
  /** Ms since 1970; NaN where there is none. */
  time: 1,
  /** Its number and one; 0 where there is none. */
  block: 2,
  /** Of three kinds of amounts in smallest units: what it is (`NO_AMOUNT`…), and 32 bits each of it; see the tops below. */
  amountForm: 3,
  amountLow: 4,
  amountHigh: 5,
  valueForm: 6,
  valueLow: 7,
  valueHigh: 8,
  feeForm: 9,
  feeLow: 10,
  feeHigh: 11,
  /** Of the amount; `COIN_DECIMALS` where it is of the coin. */
  decimals: 12,
  /** Texts: of one unit in dollars. */
  price: 13,
  /** Addresses: sender, receiver, and who else the row is about. */
  from: 14,
  to: 15,
  other: 16,
  /** Texts. */
  method: 17,
  /** Texts that are JSON arrays: of types, of `[address, symbol, name]`, of ids, of other words. */
  types: 18,
  tokens: 19,
  ids: 20,
  words: 21,
  flags: 22,
  /** The beginning of the hash of a row's key, in two halves. */
  keyLow: 23,
  keyHigh: 24,
  /** 20 bytes each. */
  addresses: 25,
  /** Texts: JSON arrays of what each address is called. */
  names: 26,
  /** JSON of all texts. */
  texts: 27,
  /** One number for all rows: 1 where what moved is known only with the token whose list it is. */
  needsToken: 28,
  /** Of amounts: the 32 bits above the upper ones. */
  amountTop: 29,
  valueTop: 30,
  feeTop: 31,
} as const
export type Section = keyof typeof SECTIONS

export const NO_AMOUNT = 0
export const WHOLE_AMOUNT = 1
/** Below zero, or of more than 96 bits: the lower bits are the number of its text. */
export const TEXT_AMOUNT = 2
export const COIN_DECIMALS = 254
/** Bits of `flags`. The columns do not say all of an unsure row: it has to be unpacked. */
export const FAILED = 1
export const PENDING = 2
export const SCAM = 4
export const UNSURE = 8

const HEADER = 3
/** Bytes of one value; those of texts and addresses are of another length. */
const WIDTHS: Readonly<Partial<Record<Section, number>>> = {
  time: 8,
  block: 4,
  amountForm: 1,
  amountLow: 4,
  amountHigh: 4,
  valueForm: 1,
  valueLow: 4,
  valueHigh: 4,
  feeForm: 1,
  feeLow: 4,
  feeHigh: 4,
  decimals: 1,
  price: 2,
  from: 2,
  to: 2,
  other: 2,
  method: 2,
  types: 2,
  tokens: 2,
  ids: 2,
  words: 2,
  flags: 1,
  keyLow: 4,
  keyHigh: 4,
  amountTop: 4,
  valueTop: 4,
  feeTop: 4,
}
const LAST_SECTION = 31
const NAME_OF = new Map(
  Object.entries(SECTIONS).map(([name, section]) => [section as number, name as Section]),
)
/** The first byte of a body says how it was written. */
const PLAIN = 1
const COMPRESSED = 2
/** One of `tokens`. */
export type PackedToken = readonly [address: string, symbol: string | null, name: string | null]
/** In one chunk. A chunk has about a hundred: a larger count than this is damage, and is not read. */
const MAX_ROWS = 1_000_000
/** Texts and addresses of one chunk. */
export const MAX_NUMBERED = 0xffff

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8

export function packColumns(count: number, sections: Partial<Record<Section, Numbers>>): Uint8Array {
  const used = Object.entries(sections).filter(([name, numbers]) =>
    // How long it is tells how many there are.
    name === 'addresses' ? numbers.length > 0 : numbers.some((one) => one !== 0),
  )
  const start = aligned(4 * (HEADER + 3 * used.length))
  const body = new Uint8Array(used.reduce((sum, [, { byteLength }]) => sum + aligned(byteLength), start))
  const header = new Uint32Array(body.buffer, 0, HEADER + 3 * used.length)
  header.set([PLAIN, count, used.length])
  let at = start
  for (const [index, [name, numbers]] of used.entries()) {
    header.set([SECTIONS[name as Section], at, numbers.byteLength], HEADER + 3 * index)
    body.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at)
    at += aligned(numbers.byteLength)
  }
  return Buffer.concat([Buffer.of(COMPRESSED), compressBytes(body, true)])
}

/** Columns in memory. Texts and addresses are those of the dictionary. */
export class Columns {
  readonly count: number
  readonly dictionary: ColumnDictionary
  /** Numbers in the dictionary, by the number in the chunk: of its texts, of its addresses, and of what these are called. */
  readonly textNumbers: Uint32Array
  readonly addressNumbers: Uint32Array
  readonly nameNumbers: Uint32Array
  /** What moved is known only with the token whose list it is. */
  readonly needsToken: boolean
  readonly #numbers: ArrayBuffer
  /** Where each section begins, and 1; 0 where it was left out. */
  readonly #starts = new Uint32Array(LAST_SECTION + 1)

  private constructor(parts: ColumnParts, dictionary: ColumnDictionary) {
    const { count, sections } = parts
    this.count = count
    this.dictionary = dictionary
    this.needsToken = sections.has('needsToken')
    const { texts, addresses, names } = readDictionaryParts(sections)
    this.textNumbers = Uint32Array.from([0, ...texts.map((text) => dictionary.textNumber(text))])
    this.addressNumbers = new Uint32Array(addresses.length / WORDS + 1)
    this.nameNumbers = new Uint32Array(this.addressNumbers.length)
    for (let at = 1; at < this.addressNumbers.length; at += 1) {
      this.addressNumbers[at] = dictionary.addressNumber(addresses, (at - 1) * WORDS)
      this.nameNumbers[at] = this.textNumbers[names?.[at - 1] ?? 0] ?? 0
    }
    const kept = [...sections].filter(([name]) => WIDTHS[name] !== undefined)
    this.#numbers = new ArrayBuffer(kept.reduce((sum, [, { byteLength }]) => sum + aligned(byteLength), 0))
    let at = 0
    for (const [name, bytes] of kept) {
      new Uint8Array(this.#numbers, at, bytes.byteLength).set(bytes)
      this.#starts[SECTIONS[name]] = at + 1
      at += aligned(bytes.byteLength)
    }
  }

  /** Undefined of a body in a form that this version does not know. Throws `storage` where it is damaged. */
  static read(body: Uint8Array, dictionary: ColumnDictionary): Columns | undefined {
    if (body.byteLength === 0 || (body[0] !== PLAIN && body[0] !== COMPRESSED)) return undefined
    // Numbers have to lie where the machine can read them.
    const plain = body[0] === COMPRESSED ? decompressBytes(body.subarray(1)) : body
    const parts = readParts(plain.byteOffset % 8 === 0 ? plain : Uint8Array.from(plain))
    if (!parts) throw createStorageError('damaged')
    return new Columns(parts, dictionary)
  }

  /** What it takes of memory, without the dictionary. */
  get bytes(): number {
    const { textNumbers, addressNumbers } = this
    return this.#numbers.byteLength + 4 * textNumbers.length + 8 * addressNumbers.length + OVERHEAD
  }
  bytesOf(section: Section): Uint8Array {
    const start = this.#starts[SECTIONS[section]] ?? 0
    return start === 0 ? zeros.u8(this.count) : new Uint8Array(this.#numbers, start - 1, this.count)
  }
  u16(section: Section): Uint16Array {
    const start = this.#starts[SECTIONS[section]] ?? 0
    return start === 0 ? zeros.u16(this.count) : new Uint16Array(this.#numbers, start - 1, this.count)
  }
  u32(section: Section): Uint32Array {
    const start = this.#starts[SECTIONS[section]] ?? 0
    return start === 0 ? zeros.u32(this.count) : new Uint32Array(this.#numbers, start - 1, this.count)
  }
  f64(section: Section): Float64Array {
    const start = this.#starts[SECTIONS[section]] ?? 0
    return start === 0 ? zeros.f64(this.count) : new Float64Array(this.#numbers, start - 1, this.count)
  }
  has(section: keyof typeof WIDTHS): boolean {
    return this.#starts[SECTIONS[section]] !== 0
  }
}

const WORDS = ADDRESS_BYTES / 4
/** Of its objects, bytes. */
const OVERHEAD = 700

interface ColumnParts {
  readonly count: number
  readonly sections: ReadonlyMap<Section, Uint8Array>
}

/** Undefined where it is no body. Sections of a later version are passed over. */
function readParts(body: Uint8Array): ColumnParts | undefined {
  if (body.byteLength < 4 * HEADER) return undefined
  const [version, count = 0, used = 0] = new Uint32Array(body.buffer, body.byteOffset, HEADER)
  if (version !== PLAIN || count > MAX_ROWS || 4 * (HEADER + 3 * used) > body.byteLength) return undefined
  const header = new Uint32Array(body.buffer, body.byteOffset, HEADER + 3 * used)
  const sections = new Map<Section, Uint8Array>()
  for (let at = HEADER; at < header.length; at += 3) {
    const [number = 0, start = 0, length = 0] = header.subarray(at, at + 3)
    const name = NAME_OF.get(number)
    if (!name) continue
    const width = WIDTHS[name]
    const isWhole = start + length <= body.byteLength && (width === undefined || length === width * count)
    if (!isWhole || start % 8 !== 0) return undefined
    sections.set(name, body.subarray(start, start + length))
  }
  return { count, sections }
}

function readDictionaryParts(sections: ReadonlyMap<Section, Uint8Array>) {
  const [texts, addresses, names] = [sections.get('texts'), sections.get('addresses'), sections.get('names')]
  return {
    texts: texts ? readTexts(texts) : [],
    addresses: addresses
      ? new Uint32Array(addresses.buffer, addresses.byteOffset, Math.floor(addresses.byteLength / 4))
      : new Uint32Array(0),
    names: names && new Uint16Array(names.buffer, names.byteOffset, names.byteLength >> 1),
  }
}

function readTexts(bytes: Uint8Array): readonly string[] {
  try {
    const texts = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
    ) as unknown
    if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) return texts
  } catch {
    // As where it is something else.
  }
  throw createStorageError('damaged')
}

/** Nothing but zeros, for columns that were left out; the same for all. */
function growing<T extends Numbers>(make: (length: number) => T) {
  let all = make(256)
  return (length: number): T => {
    if (all.length < length) all = make(2 * length)
    return all
  }
}
const zeros = {
  u8: growing((length) => new Uint8Array(length)),
  u16: growing((length) => new Uint16Array(length)),
  u32: growing((length) => new Uint32Array(length)),
  f64: growing((length) => new Float64Array(length)),
}
