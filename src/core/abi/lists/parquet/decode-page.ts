/**
 * Decodes the values of one page of texts, in all common encodings. Memory is allocated only after the budget was charged.
 */
import type { ByteReader } from './thrift.ts'

const PLAIN = 0
const PLAIN_DICTIONARY = 2
const DELTA_LENGTH_BYTE_ARRAY = 6
const DELTA_BYTE_ARRAY = 7
const RLE_DICTIONARY = 8

export interface PageValues {
  readonly encoding: number
  /** In bytes; undefined if values differ in length. */
  readonly fixedLength: number | undefined
  readonly dictionary: readonly Uint8Array[] | undefined
}

/** Returns a reader of the values; `next` throws after the last one. */
export function decodeValues(
  reader: ByteReader,
  count: number,
  page: PageValues,
  budget: Budget,
): () => Uint8Array {
  const { encoding, fixedLength, dictionary } = page
  switch (encoding) {
    case PLAIN:
      return () => budget.value(reader.take(fixedLength ?? reader.uint32()))
    case PLAIN_DICTIONARY:
    case RLE_DICTIONARY: {
      const next = readRuns(reader, reader.byte())
      return () => {
        const value = dictionary?.[next()]
        if (value === undefined) throw new Error('A value is not in the dictionary.')
        return budget.value(value)
      }
    }
    case DELTA_LENGTH_BYTE_ARRAY:
      return lengthsThenBytes(reader, count, budget)
    case DELTA_BYTE_ARRAY: {
      const prefixes = readDeltas(reader, count, budget)
      const nextSuffix = lengthsThenBytes(reader, count, budget)
      let [before, index]: [Uint8Array, number] = [new Uint8Array(), 0]
      return () => {
        const prefix = prefixes[index++] ?? -1
        const suffix = nextSuffix()
        if (prefix < 0 || prefix > before.length) throw new Error('A value begins with more than there was.')
        budget.pay(prefix)
        before = Buffer.concat([before.subarray(0, prefix), suffix])
        return before
      }
    }
    default:
      throw new Error(`No writer has texts in encoding ${String(encoding)}.`)
  }
}

function lengthsThenBytes(reader: ByteReader, count: number, budget: Budget): () => Uint8Array {
  const lengths = readDeltas(reader, count, budget)
  let index = 0
  return () => budget.value(reader.take(lengths[index++] ?? -1))
}

/** Reads the hybrid encoding: runs of one number, alternating with numbers of `width` bits. */
export function readRuns(reader: ByteReader, width: number): () => number {
  if (width > 32) throw new Error('A number has too many bits.')
  let left = 0
  let repeated: number | undefined
  let bits = readBits(new Uint8Array(), 0)
  return () => {
    while (left === 0) {
      const head = reader.varint()
      left = head % 2 === 0 ? head / 2 : ((head - 1) / 2) * 8
      if (head % 2 === 0) repeated = fromBytes(reader.take(Math.ceil(width / 8)))
      else {
        repeated = undefined
        // The last group may end after its last value.
        const rest = reader.bytes.length - reader.at
        bits = readBits(reader.take(Math.min((left / 8) * width, rest)), width)
      }
    }
    left -= 1
    return repeated ?? bits()
  }
}

const fromBytes = (bytes: Uint8Array) => bytes.reduceRight((value, byte) => value * 256 + byte, 0)

function readBits(bytes: Uint8Array, width: number): () => number {
  let bit = 0
  return () => {
    if (bit + width > bytes.length * 8) throw new Error('The bytes end too early.')
    let value = 0
    for (let index = 0; index < width; index += 1, bit += 1)
      if (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) value += 2 ** index
    return value
  }
}

/** Reads DELTA_BINARY_PACKED of 32 bits. Reads all numbers, because the next part begins after the last one. */
function readDeltas(reader: ByteReader, atMost: number, budget: Budget): Int32Array {
  const blockSize = reader.varint()
  const miniblocks = reader.varint()
  const count = reader.varint()
  let value = reader.zigzag()
  const perMiniblock = blockSize / miniblocks
  if (count > atMost || !(perMiniblock >= 8) || perMiniblock % 8 !== 0)
    throw new Error('Its blocks have no such form.')
  budget.pay(count * 4)
  const values = new Int32Array(count)
  if (count > 0) values[0] = value
  for (let index = 1; index < count;) {
    const least = reader.zigzag()
    const widths = reader.take(miniblocks)
    for (const width of widths) {
      if (index >= count) break
      const next = readBits(reader.take((perMiniblock / 8) * width), width)
      for (const end = Math.min(count, index + perMiniblock); index < end; index += 1) {
        value = (value + least + next()) | 0
        values[index] = value
      }
    }
  }
  return values
}

/** Limits the bytes that are processed for one file, to a multiple of its size that suffices for real lists. */
export interface Budget {
  /** Charges the budget; throws if it is used up. */
  pay(bytes: number): void
  /** Charges the budget for a value, and returns the value. */
  value(value: Uint8Array): Uint8Array
}

/**
 * A list of signatures has each once: unpacked, with hashes and dates, it is less than ten times as large. A file that
 * repeats one value endlessly is far larger.
 */
const TIMES_SIZE = 32
/** Minimum budget, because a small file consists mostly of headers. */
const AT_LEAST = 256 * 1024
const PER_VALUE = 4

export function createBudget(fileBytes: number): Budget {
  let left = AT_LEAST + fileBytes * TIMES_SIZE
  const pay = (bytes: number) => {
    left -= bytes
    if (!(left >= 0)) throw new Error('It unpacks to more than a file of its size can mean.')
  }
  return {
    pay,
    value(value) {
      pay(PER_VALUE + value.length)
      return value
    },
  }
}
