/** Reads undecoded data as 32-byte words, with the possible meanings of each, the most likely first. */
import { addressOfWord } from './words.ts'
import { readText, showText } from './decode-values.ts'

export const WORD_KINDS = ['hex', 'number', 'address', 'text', 'time'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** `value`: in ISO format for a time, in decimal for a number. */
export interface Reading {
  readonly as: WordKind
  readonly value: string
}

export interface DataWord {
  /** Offset in bytes. */
  readonly at: number
  readonly hex: string
  /** Likely meanings, the most likely first. Its hex digits are always among them. */
  readonly readings: readonly [Reading, ...Reading[]]
}

const WORD_DIGITS = 64
const SELECTOR_DIGITS = 8
const MAX_WORDS = 64

/** The words of a log's data, or of a topic. The last one may be shorter. */
export function readWords(data: string, maxWords = MAX_WORDS): readonly DataWord[] {
  const digits = data.replace(/^0x/i, '').slice(0, maxWords * WORD_DIGITS)
  return (digits.match(/.{1,64}/g) ?? []).map((word, nth) => ({
    at: nth * 32,
    hex: `0x${word}`,
    readings: readingsOf(word),
  }))
}

/** How many words the data has. */
export const countWords = (data: string): number => Math.ceil(data.replace(/^0x/i, '').length / WORD_DIGITS)

/** How many words of the data `readWords` leaves out. */
export const countFurther = (data: string): number => Math.max(0, countWords(data) - MAX_WORDS)

/** A word as the kind that a person chose, however unlikely; null where it can't be that. */
export function readAs({ hex, readings }: DataWord, as: WordKind): string | null {
  const likely = readings.find((reading) => reading.as === as)
  if (likely) return likely.value
  const word = hex.slice(2)
  if (as === 'text') {
    const text = readText(word.replace(/(?:00)+$/, ''))
    return text === null || text === '' ? null : showText(text)
  }
  if (!/^[0-9a-f]{64}$/i.test(word)) return null
  if (as === 'address') return addressOfWord(word).toLowerCase()
  const value = BigInt(hex)
  if (as === 'number') return String(value)
  return value <= LATEST ? new Date(Number(value) * 1_000).toISOString() : null
}
/** The last second of a JavaScript date. */
const LATEST = 8_640_000_000_000n

/** Why a word of data is read as it is: where it points to, or what points to it. */
export type WordReason =
  | { readonly is: 'pointer'; readonly to: number }
  | { readonly is: 'length' }
  | { readonly is: 'text'; readonly bytes: number }
  | { readonly is: 'largest' | 'left-aligned' | 'near the block' }

/** The reasons by words of ABI-encoded data. `time`: of the block, in ISO format. `further`: words that follow. */
export function reasonsOf(
  words: readonly DataWord[],
  time?: string | null,
  further = 0,
): readonly (WordReason | null)[] {
  const numbers = words.map((word) => numberOf(word))
  const pointed = new Set<number>()
  const pointsTo = numbers.map((value, nth) => {
    const to = value === null ? 0 : Number(value) / 32
    const isPointer = Number.isInteger(to) && to > nth && to < words.length + further
    if (isPointer) pointed.add(to)
    return isPointer ? to : null
  })
  return words.map((word, nth): WordReason | null => {
    const [{ as, value }] = word.readings
    const to = pointsTo[nth]
    if (pointed.has(nth) && numbers[nth] !== null) return { is: 'length' }
    if (to != null) return { is: 'pointer', to: to * 32 }
    if (as === 'text') return { is: 'text', bytes: encodeURIComponent(value).replace(/%../g, '.').length }
    if (numbers[nth] === MAX_UINT) return { is: 'largest' }
    if (/^0x[0-9a-f]{2,62}?(?:00){4,}$/i.test(word.hex) && as === 'hex') return { is: 'left-aligned' }
    const at = word.readings.find((reading) => reading.as === 'time')?.value
    const isNear = at != null && time != null && Math.abs(Date.parse(at) - Date.parse(time)) <= NEAR_MS
    return isNear ? { is: 'near the block' } : null
  })
}
/** A block's time may be set by its maker, a deadline lies ahead. */
const NEAR_MS = 3_600_000

const numberOf = ({ readings }: DataWord) => {
  const found = readings.find(({ as }) => as === 'number')
  return found ? BigInt(found.value) : null
}

/** The words after the selector of an error or a call. */
export const readArguments = (data: string, maxWords?: number): readonly DataWord[] =>
  readWords(data.replace(/^0x/i, '').slice(SELECTOR_DIGITS), maxWords)

function readingsOf(word: string): readonly [Reading, ...Reading[]] {
  const hex: Reading = { as: 'hex', value: `0x${word}` }
  const text = textOf(word) ?? shortStringOf(word)
  if (text !== undefined) return [{ as: 'text', value: text }, hex]
  if (!/^[0-9a-f]{64}$/i.test(word)) return [hex]
  const value = BigInt(`0x${word}`)
  const number: Reading = { as: 'number', value: String(value) }
  if (isAddress(value)) return [{ as: 'address', value: addressOfWord(word).toLowerCase() }, number, hex]
  if (value >= FIRST_TIME && value < LAST_TIME)
    return [number, { as: 'time', value: new Date(Number(value) * 1_000).toISOString() }, hex]
  if (value <= MAX_AMOUNT || value === MAX_UINT) return [number, hex]
  const negative = BigInt.asIntN(256, value)
  if (-negative <= MAX_AMOUNT && negative < 0n) return [{ as: 'number', value: String(negative) }, hex]
  return [hex, number]
}

/** From 2015 to 2040, in seconds since 1970. */
const [FIRST_TIME, LAST_TIME] = [1_420_000_000n, 2_208_988_800n]
const MAX_UINT = 2n ** 256n - 1n
/** A larger number is more likely a hash. */
const MAX_AMOUNT = 2n ** 128n
/** A smaller number is more likely an amount, because addresses with so many leading zeros are rare. */
const isAddress = (value: bigint) => value >= 2n ** 120n && value < 2n ** 160n

/**
 * The text of revert data that is UTF-8 itself, as some sources give a reason; undefined for any other data, and for a
 * selector alone, whose bytes may be letters by chance.
 */
export function readWholeText(data: string): string | undefined {
  const digits = data.replace(/^0x/i, '')
  return digits.length > SELECTOR_DIGITS ? textOf(digits) : undefined
}

/** A string of at most 31 bytes as Solidity stores it: the last byte of the word is twice its length. */
function shortStringOf(word: string): string | undefined {
  const digits = parseInt(word.slice(-2), 16)
  const rest = word.slice(digits, -2)
  if (word.length !== WORD_DIGITS || !(digits >= 2 && digits <= 62) || digits % 2 !== 0 || /[^0]/.test(rest))
    return undefined
  return printable(word.slice(0, digits))
}

/** The text of a word with trailing zeros; undefined if it is none. */
function textOf(word: string): string | undefined {
  const digits = word.replace(/(?:00)+$/, '')
  // A shorter word is more likely a left-aligned number, such as a bytes4.
  if (digits.length < 6 || digits.length % 2 !== 0) return undefined
  return printable(digits)
}

function printable(digits: string): string | undefined {
  const text = readText(digits)
  return text !== null && /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u.test(text) ? text : undefined
}
