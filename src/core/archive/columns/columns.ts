/**
 * What of the rows of a chunk can be asked without unpacking them, as columns of numbers. Each column is a section of one
 * body and can be read as it lies there; one of nothing but zeros is left out. Texts and addresses stand once for a chunk,
 * and rows name them by number, counted from one.
 */

/** The sections of a body. A number in use is never given to something else. */
export const SECTIONS = {
  /** Ms since 1970; NaN where there is none. */
  time: 1,
  /** Its number and one; 0 where there is none. */
  block: 2,
  /** Of three kinds of amounts in smallest units: what it is (`NO_AMOUNT`…), and its lower and upper 32 bits. */
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
} as const
export type Section = keyof typeof SECTIONS

export const NO_AMOUNT = 0
export const WHOLE_AMOUNT = 1
/** Below zero, or of more than 64 bits: the lower half is the number of its text. */
export const TEXT_AMOUNT = 2
export const COIN_DECIMALS = 254
/** Bits of `flags`. The columns do not say all of an unsure row: it has to be unpacked. */
export const FAILED = 1
export const PENDING = 2
export const SCAM = 4
export const UNSURE = 8

/** More than there are. */
const MAX_SECTIONS = 64
export const ADDRESS_BYTES = 20
const HEADER = 3
const VERSION = 1
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
  header.set([VERSION, count, used.length])
  let at = start
  for (const [index, [name, numbers]] of used.entries()) {
    header.set([SECTIONS[name as Section], at, numbers.byteLength], HEADER + 3 * index)
    body.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at)
    at += aligned(numbers.byteLength)
  }
  return body
}

/** Columns as they lie in a body. */
export class Columns {
  readonly count: number
  readonly bytes: number
  readonly #body: Uint8Array
  /** Where each section starts, and its bytes. There are columns by the ten thousand: one array is less than a map. */
  readonly #places = new Uint32Array(2 * MAX_SECTIONS)
  #texts: readonly string[] | undefined

  private constructor(body: Uint8Array, count: number, sections: number) {
    this.#body = body
    this.count = count
    this.bytes = body.byteLength
    const header = new Uint32Array(body.buffer, body.byteOffset, HEADER + 3 * sections)
    for (let at = HEADER; at < header.length; at += 3)
      this.#places.set([header[at + 1] ?? 0, header[at + 2] ?? 0], 2 * ((header[at] ?? 0) % MAX_SECTIONS))
  }

  /** Undefined of a body in a form that this version does not know. */
  static read(bytes: Uint8Array): Columns | undefined {
    // Numbers have to lie where the machine can read them.
    const body = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
    if (body.byteLength < 4 * HEADER) return undefined
    const [version, count = 0, sections = 0] = new Uint32Array(body.buffer, body.byteOffset, HEADER)
    return version === VERSION ? new Columns(body, count, sections) : undefined
  }

  bytesOf(section: Section): Uint8Array {
    const [start, bytes] = [this.#start(section), this.#bytes(section)]
    return bytes === 0 ? zeros.u8(this.count) : this.#body.subarray(start, start + bytes)
  }
  u16(section: Section): Uint16Array {
    const [start, bytes] = [this.#start(section), this.#bytes(section)]
    return bytes === 0
      ? zeros.u16(this.count)
      : new Uint16Array(this.#body.buffer, this.#body.byteOffset + start, bytes / 2)
  }
  u32(section: Section): Uint32Array {
    const [start, bytes] = [this.#start(section), this.#bytes(section)]
    return bytes === 0
      ? zeros.u32(this.count)
      : new Uint32Array(this.#body.buffer, this.#body.byteOffset + start, bytes / 4)
  }
  f64(section: Section): Float64Array {
    const [start, bytes] = [this.#start(section), this.#bytes(section)]
    return bytes === 0
      ? zeros.f64(this.count)
      : new Float64Array(this.#body.buffer, this.#body.byteOffset + start, bytes / 8)
  }
  has(section: Section): boolean {
    return this.#bytes(section) > 0
  }
  get addressCount(): number {
    return this.#bytes('addresses') / ADDRESS_BYTES
  }
  get texts(): readonly string[] {
    const [start, bytes] = [this.#start('texts'), this.#bytes('texts')]
    this.#texts ??=
      bytes === 0
        ? []
        : (
            JSON.parse(
              Buffer.from(this.#body.buffer, this.#body.byteOffset + start, bytes).toString('utf8'),
            ) as string[]
          ).map(once)
    return this.#texts
  }

  #start(section: Section): number {
    return this.#places[2 * SECTIONS[section]] ?? 0
  }
  #bytes(section: Section): number {
    return this.#places[2 * SECTIONS[section] + 1] ?? 0
  }
}

/** The same texts stand in chunk after chunk: each is in memory once, up to so many. */
const MAX_TEXTS = 50_000
const known = new Map<string, string>()

function once(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MAX_TEXTS) known.clear()
  known.set(text, text)
  return text
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
