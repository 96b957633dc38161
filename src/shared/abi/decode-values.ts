/**
 * Decodes ABI-encoded data into values to show. Exact: only what an encoder writes, byte for byte, so that encoding the
 * values once more gives the same data. Not exact: what the EVM would read (shared or reordered tails, bytes left at the
 * end), for signatures that are certain. It never throws, and its work is bounded by the length of the data.
 */
import { getAddress } from 'viem/utils'
import { cutText, HIDDEN, replaceInvisible } from '../text/hostile-text.ts'
import type { AbiParameter, AbiType } from './abi-type.ts'
import type { DecodedArgument, DecodedValue } from './decoded.ts'

/** Longer data is not decoded. The input of a transaction has at most 128 KiB on most chains. */
const MAX_DATA_BYTES = 1024 * 1024
/** Elements of one list that are given, as many as 64 KiB hold; all are read. */
const MAX_LISTED = 2_048
/** Values of one item that are given. */
const MAX_VALUES = 10_000
/** Of one text. */
const MAX_TEXT_LENGTH = 50_000

const WORD = 32
const HEX = /^0x[0-9a-f]*$/i

/** Whether it is hex of whole bytes, and not too long to be decoded. */
export const isDecodableHex = (data: string): boolean =>
  data.length <= 2 + 2 * MAX_DATA_BYTES && data.length % 2 === 0 && HEX.test(data)

export interface DecodedData {
  readonly values: readonly DecodedArgument[]
  /** Hex of what is left after the values; empty where nothing is. Always empty where it is exact. */
  readonly rest: string
}

/**
 * `hex` without `0x`, of whole bytes. Null where the data is not of these types. Texts are made safe to show, unless the
 * caller passes them on.
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

/** A value of fixed size, from its word of 64 hex digits: an indexed argument. */
export function decodeWord(type: AbiType, word: string): DecodedValue | null {
  // Of what is not of one word, the topic is a hash.
  if (type.isDynamic || type.kind === 'array' || type.kind === 'tuple') return `0x${word}`
  return new DataReader(word, true, showText).value(type, 0)
}

class DataReader {
  readonly #hex: string
  readonly #isExact: boolean
  readonly #writeText: (text: string) => string
  /** Behind the last byte that was read, from the start. */
  end = 0
  /** Words that may still be read: what shares its tails could be read without end. */
  #steps: number
  #values = MAX_VALUES

  constructor(hex: string, isExact: boolean, writeText: (text: string) => string) {
    this.#writeText = writeText
    this.#hex = hex
    this.#isExact = isExact
    this.#steps = 64 + Math.floor(hex.length / 4)
  }

  /** Of a tuple, or of all arguments, whose heads begin at `base`. */
  fields(parameters: readonly AbiParameter[], base: number): DecodedArgument[] | null {
    const values = this.#sequence(
      parameters.map(({ type }) => type),
      base,
    )
    return (
      values && parameters.map(({ name, type }, at) => ({ name, type: type.text, value: values[at] ?? '' }))
    )
  }

  /** Of one after the other: their heads first, then the tails of those that are dynamic. */
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
      // A tuple is given whole; a list ends where there are too many.
      if (at >= maxGiven || (this.#values <= 0 && maxGiven !== Infinity)) continue
      this.#values -= 1
      given.push(value)
    }
    this.#tail = tail
    return given
  }

  /** Behind the dynamic value that was read last. */
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

  /** An offset or a length: null where it points beyond the data. */
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

/** Values that are longer in the word than their type has bits are of another type, exact or not. */
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

/** UTF-8; null where it is not. */
export function readText(hex: string): string | null {
  try {
    return decodeURIComponent(hex.replace(/../g, '%$&'))
  } catch {
    return null
  }
}

/** Line ends stay, what else can't be seen becomes a sign. */
export const showText = (text: string): string =>
  cutText(
    text
      .split('\n')
      .map((line) => replaceInvisible(line, HIDDEN))
      .join('\n'),
    MAX_TEXT_LENGTH,
  )
