/**
 * Decodes ABI-encoded data into values to show. Exact decoding accepts only the canonical encoding: encoding the values
 * again gives the same bytes. Other decoding accepts what the EVM reads (shared or reordered tails, bytes left at the end),
 * and is for certain signatures. No function throws, and the work is limited by the length of the data.
 */
import { getAddress } from 'viem/utils'
import { cutText, HIDDEN, replaceInvisible } from '../text/hostile-text.ts'
import type { AbiParameter, AbiType } from './abi-type.ts'
import type { DecodedArgument, DecodedValue } from './decoded.ts'

/** Maximum number of bytes decoded. The input of a transaction has at most 128 KiB on most chains. */
const MAX_DATA_BYTES = 1024 * 1024
/** Maximum number of elements returned of one list, as many as 64 KiB hold; all are checked. */
const MAX_LISTED = 2_048
/** Maximum number of values returned of one item. */
const MAX_VALUES = 10_000
/** Maximum length of one text. */
const MAX_TEXT_LENGTH = 50_000

const WORD = 32
const HEX = /^0x[0-9a-f]*$/i

/** Whether data is hex of whole bytes, and short enough to decode. */
export const isDecodableHex = (data: string): boolean =>
  data.length <= 2 + 2 * MAX_DATA_BYTES && data.length % 2 === 0 && HEX.test(data)

export interface DecodedData {
  readonly values: readonly DecodedArgument[]
  /** Hex of the bytes after the values, without 0x; empty if there are none, as always in exact decoding. */
  readonly rest: string
}

/**
 * Decodes parameters. `hex`: whole bytes without `0x`. Returns null if the data is not of these types. Sanitises
 * texts unless the caller passes `writeText`.
 */
export function decodeParameters(
  parameters: readonly AbiParameter[],
  hex: string,
  isExact: boolean,
  writeText: (text: string) => string = showText,
): DecodedData | null {
  const reader = new DataReader(hex, isExact, writeText)
  const values = reader.fields(parameters, 0)
  if (!values) return null
  const end = reader.end * 2
  return isExact && end !== hex.length ? null : { values, rest: hex.slice(end) }
}

/** Decodes a static value from its word of 64 hex digits, for an indexed argument. */
export function decodeWord(type: AbiType, word: string): DecodedValue | null {
  // An indexed value that does not fit into one word is stored as a hash.
  if (type.isDynamic || type.kind === 'array' || type.kind === 'tuple') return `0x${word}`
  return new DataReader(word, true, showText).value(type, 0)
}

class DataReader {
  readonly #hex: string
  readonly #isExact: boolean
  readonly #writeText: (text: string) => string
  /** Offset after the last byte read, from the start. */
  end = 0
  /** Number of words that may still be read: shared tails could otherwise be read without end. */
  #steps: number
  #values = MAX_VALUES

  constructor(hex: string, isExact: boolean, writeText: (text: string) => string) {
    this.#writeText = writeText
    this.#hex = hex
    this.#isExact = isExact
    this.#steps = 64 + Math.floor(hex.length / 4)
  }

  /** Decodes the fields of a tuple, or all arguments, whose heads begin at `base`. */
  fields(parameters: readonly AbiParameter[], base: number): DecodedArgument[] | null {
    const values = this.#sequence(
      parameters.map(({ type }) => type),
      base,
    )
    return (
      values && parameters.map(({ name, type }, at) => ({ name, type: type.text, value: values[at] ?? '' }))
    )
  }

  /** Decodes values in sequence: the heads, then the tails of dynamic ones. */
  #sequence(types: readonly AbiType[], base: number, maxGiven = Infinity): DecodedValue[] | null {
    const given: DecodedValue[] = []
    let head = base
    let tail = types.reduce((end, { headSize }) => end + headSize, base)
    for (const [at, type] of types.entries()) {
      const offset = type.isDynamic ? this.#size(head) : head - base
      if (offset === null || (type.isDynamic && this.#isExact && base + offset !== tail)) return null
      const value = this.value(type, base + offset)
      if (value === null) return null
      head += type.headSize
      if (type.isDynamic) tail = this.#tail
      // A tuple is returned whole; a list is cut after too many values.
      if (at >= maxGiven || (this.#values <= 0 && maxGiven !== Infinity)) continue
      this.#values -= 1
      given.push(value)
    }
    this.#tail = tail
    return given
  }

  /** Offset after the dynamic value read last. */
  #tail = 0

  value(type: AbiType, at: number): DecodedValue | null {
    if (--this.#steps < 0) return null
    if (type.kind === 'array') return this.#array(type, at)
    if (type.kind === 'tuple') {
      const fields = this.fields(type.fields, at)
      return fields && { fields }
    }
    if (type.kind === 'bytes' || type.kind === 'string') return this.#bytes(type.kind, at)
    const word = this.#word(at)
    return word === null ? null : readWord(type, word)
  }

  #array(type: AbiType & { readonly kind: 'array' }, at: number): DecodedValue | null {
    const count = type.length ?? this.#size(at)
    const base = type.length === null ? at + WORD : at
    if (count === null || base + count * type.item.headSize > this.#hex.length / 2) return null
    if (count > this.#steps) return null
    const list = this.#sequence(Array<AbiType>(count).fill(type.item), base, MAX_LISTED)
    return list && (list.length < count ? { list, omitted: count - list.length } : { list })
  }

  #bytes(kind: 'bytes' | 'string', at: number): DecodedValue | null {
    const length = this.#size(at)
    if (length === null) return null
    const start = at + WORD
    const padded = start + Math.ceil(length / WORD) * WORD
    const last = this.#isExact ? padded : start + length
    this.#steps -= Math.ceil(length / WORD)
    if (last * 2 > this.#hex.length || this.#steps < 0) return null
    const hex = this.#hex.slice(start * 2, (start + length) * 2)
    const padding = this.#hex.slice((start + length) * 2, padded * 2)
    if (this.#isExact && !isZero(padding)) return null
    this.#tail = padded
    this.#reach(Math.min(padded, this.#hex.length / 2))
    if (kind === 'bytes') return `0x${hex}`
    const text = readText(hex)
    if (text !== null) return this.#writeText(text)
    return this.#isExact ? null : `0x${hex}`
  }

  /** Reads an offset or a length; null if it points beyond the data. */
  #size(at: number): number | null {
    const word = this.#word(at)
    if (word === null || !isZero(word.slice(0, 52))) return null
    const size = Number.parseInt(word.slice(52), 16)
    return size * 2 <= this.#hex.length ? size : null
  }

  #word(at: number): string | null {
    const end = (at + WORD) * 2
    if (end > this.#hex.length) return null
    this.#reach(at + WORD)
    return this.#hex.slice(at * 2, end)
  }

  #reach(end: number) {
    if (end > this.end) this.end = end
  }
}

const isZero = (hex: string) => /^0*$/.test(hex)

/** Decodes a word; null if it has bits outside of its type, because the data is of another type then, exact or not. */
function readWord(type: AbiType, word: string): string | null {
  switch (type.kind) {
    case 'uint':
      return isZero(word.slice(0, 64 - type.bits / 4)) ? decimal(word) : null
    case 'int': {
      const value = BigInt.asIntN(type.bits, BigInt(`0x${word}`))
      return BigInt.asUintN(256, value) === BigInt(`0x${word}`) ? value.toString() : null
    }
    case 'address':
      return isZero(word.slice(0, 24)) ? getAddress(`0x${word.slice(24).toLowerCase()}`) : null
    case 'bool':
      return isZero(word.slice(0, 63)) && (word[63] === '0' || word[63] === '1')
        ? String(word[63] === '1')
        : null
    case 'fixedBytes':
      return isZero(word.slice(type.size * 2)) ? `0x${word.slice(0, type.size * 2)}` : null
    default:
      return null
  }
}

const decimal = (word: string) =>
  isZero(word.slice(0, 52)) ? String(Number.parseInt(word.slice(52), 16)) : BigInt(`0x${word}`).toString()

/** Decodes UTF-8; null if invalid. */
export function readText(hex: string): string | null {
  try {
    return decodeURIComponent(hex.replace(/../g, '%$&'))
  } catch {
    return null
  }
}

/** Makes a text safe to show: line ends stay, other invisible characters become visible. */
export const showText = (text: string): string =>
  cutText(
    text
      .split('\n')
      .map((line) => replaceInvisible(line, HIDDEN))
      .join('\n'),
    MAX_TEXT_LENGTH,
  )
