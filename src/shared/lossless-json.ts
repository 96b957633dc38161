/** Parses JSON without losing digits, within limits: it scans the text once before the parser runs. */

/** Limits of one text. */
export interface TextBounds {
  /** Entries of all lists and objects together. Each costs about 50 bytes of memory, and two or three of text. */
  readonly values: number
  /** Different keys of all objects together. Each costs the parser about a microsecond, as much as twenty values. */
  readonly keys: number
}

/** A page of 100 large items has about 20,000 values and some hundred different keys. */
const ANSWER_BOUNDS: TextBounds = { values: 500_000, keys: 50_000 }

/** A text has more values or keys than its limits allow. */
export class TooManyValuesError extends Error {}

export interface LosslessJson {
  readonly json: unknown
  /** The deepest level of lists and objects in the text. */
  readonly depth: number
  /** The number of values in the text. */
  readonly values: number
}

/**
 * JSON.parse that loses no digit: a number that a double can't hold becomes a string of its digits (token ids of 256
 * bits in a cursor, amounts that some servers write unquoted). Throws SyntaxError as JSON.parse does, and
 * TooManyValuesError before anything is built from the text. Reads any depth of nesting.
 */
export function parseLosslessJson(text: string, bounds = ANSWER_BOUNDS): LosslessJson {
  const { quoted, depth, values } = quoteLongNumbers(text, bounds)
  return { json: JSON.parse(quoted) as unknown, depth, values }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const MINUS = 0x2d
const NINE = 0x39
const COLON = 0x3a
const ZERO = 0x30
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d

/** Puts quotes around long numbers. Only numbers of JSON's grammar are changed, so an invalid text stays invalid. */
function quoteLongNumbers(
  text: string,
  bounds: TextBounds,
): { quoted: string; depth: number; values: number } {
  const countKey = createKeyCounter(text, bounds.keys)
  let [from, to] = [0, 0]
  let values = 0
  let level = 0
  let depth = 0
  let done = 0
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      from = at
      at = to = endOfText(text, at)
    } else if (sign === COLON) {
      countKey(from, to)
    } else if (sign === MINUS || (sign >= ZERO && sign <= NINE)) {
      const end = endOfNumber(text, at)
      const digits = end - at < MIN_LENGTH ? undefined : keepDigits(text.slice(at, end))
      if (digits !== undefined) {
        out += `${text.slice(done, at)}"${digits}"`
        done = end
      }
      at = end - 1
    } else if (sign === COMMA) {
      values += 1
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values += 1
      level += 1
      if (level > depth) depth = level
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) level -= 1
    if (values > bounds.values) throw new TooManyValuesError()
  }
  return { quoted: done === 0 ? text : out + text.slice(done), depth, values }
}

/** A random seed, so that nobody can choose keys whose hashes collide. */
const [SEED = 0] = crypto.getRandomValues(new Uint32Array(1))
const BITS_PER_KEY = 16
let seen = new Uint8Array()

/**
 * Makes a counter of a text's different keys, by bits of their hashes: two in sixteen may count as one. The counter
 * throws TooManyValuesError beyond `max`. It does nothing for a text too short to have so many keys.
 */
function createKeyCounter(text: string, max: number): (from: number, to: number) => void {
  // A key takes at least four characters: two quotes, a colon and a value.
  if (text.length <= max * 4) return () => undefined
  const bits = 2 ** Math.ceil(Math.log2(max * BITS_PER_KEY))
  if (seen.length * 8 === bits) seen.fill(0)
  else seen = new Uint8Array(bits / 8)
  let count = 0
  return (from, to) => {
    let hash = SEED
    for (let at = from + 1; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
    hash ^= hash >>> 15
    const [byte, bit] = [(hash & (bits - 1)) >>> 3, 1 << (hash & 7)]
    if (((seen[byte] ?? 0) & bit) !== 0) return
    seen[byte] = (seen[byte] ?? 0) | bit
    count += 1
    if (count > max) throw new TooManyValuesError()
  }
}

/** The position of the closing quote of the string that begins at `at`, or the end of the text if it is unclosed. */
export function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

function endOfNumber(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1
  return end
}

/** Whether a character is a digit, `.`, `e`, `E`, `+` or `-`. */
const isOfNumber = (sign: number) =>
  (sign >= ZERO && sign <= NINE) ||
  sign === 0x2e ||
  sign === 0x65 ||
  sign === 0x45 ||
  sign === 0x2b ||
  sign === MINUS

/** The length of `1e16`: no shorter number is beyond the safe integers. */
const MIN_LENGTH = 4
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** A double holds any number of up to 15 digits without an exponent. */
const MAY_BE_LONG = /\d{16}|[\d.]{17}|[eE]/

/** Returns the number's digits if a double would lose some of them. */
function keepDigits(source: string): string | undefined {
  if (!MAY_BE_LONG.test(source) || !NUMBER.test(source)) return undefined
  const value = Number(source)
  if (Number.isSafeInteger(value)) return undefined
  if (source === String(value)) return Number.isInteger(value) ? source : undefined
  const digits = readInteger(source)
  if (digits !== null) return digits
  // `33.30` equals 33.3: a double holds any decimal of up to 15 digits.
  const isHeld = Number.isFinite(value) && source.replace(/[eE].*$|\D/g, '').length <= 15
  return isHeld ? undefined : source
}

/**
 * The digits of an integer as JSON writes it: some servers write a reward in wei as `2.0e18`. Null for other numbers.
 */
function readInteger(source: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(source) ?? []
  const places = Number(exponent)
  const significant = fraction.replace(/0+$/, '')
  // 10^99 exceeds any amount. Without the limit, a short number could become a very long text.
  if (whole === '' || places < significant.length || places > 99) return null
  const digits = (whole + significant.padEnd(places, '0')).replace(/^0+(?=\d)/, '')
  return sign + digits
}
