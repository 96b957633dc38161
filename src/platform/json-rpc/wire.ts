/** Reads the hex texts in a node's responses. An invalid text is a garbage response, which `what` names. */
import { isRecord } from '#shared/is-record.ts'
import { NodeFailure } from './node-failure.ts'

const QUANTITY = /^0x[0-9a-fA-F]+$/
const DATA = /^0x(?:[0-9a-fA-F]{2})*$/

export type Json = Readonly<Record<string, unknown>>

/** A value has another kind than expected. */
export class WrongValue extends NodeFailure {
  readonly expected: string
  constructor(what: string, expected: string) {
    super('garbage', `the node's answer is not an Ethereum node's: ${what} is not ${expected}`)
    this.name = 'WrongValue'
    this.expected = expected
  }
}

const wrong = (what: string, expected: string): never => {
  throw new WrongValue(what, expected)
}

export const object = (value: unknown, what: string): Json =>
  isRecord(value) ? value : wrong(what, 'an object')

/**
 * A plain value as a text or a number; `''` or NaN for any other. `String` and `Number` throw for an object whose
 * `toString` is no function, which JSON can contain.
 */
export const textOf = (value: unknown): string => (isPlain(value) ? String(value) : '')
export const numberOf = (value: unknown): number => (isPlain(value) ? Number(value) : NaN)
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

export function list(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? value : wrong(what, 'a list')
}

/** A quantity that fits a JavaScript number: heights, times, counts, indexes. */
export function number(value: unknown, what: string): number {
  const read = typeof value === 'string' && QUANTITY.test(value) ? Number(value) : value
  return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0 ? read : wrong(what, 'a number')
}

/** A quantity of up to `bits` bits: a bigint if a JavaScript number can't hold it. */
export function integer(value: unknown, what: string, bits: 63 | 64): number | bigint {
  const text = quantity(value, what, 'a number')
  const read = Number(text)
  if (Number.isSafeInteger(read)) return read
  return BigInt(text) < 1n << BigInt(bits) ? BigInt(text) : wrong(what, `a number of ${String(bits)} bits`)
}

/** Unix seconds. A value beyond any date becomes the largest safe integer, which is beyond any date too. */
export const seconds = (value: unknown, what: string): number =>
  Math.min(Number(quantity(value, what, 'a number')), Number.MAX_SAFE_INTEGER)

/** A quantity of up to 256 bits as lower-case hex. Some nodes write zero as `0x`, without a digit. */
export function quantity(value: unknown, what: string, expected = 'a quantity'): string {
  if (typeof value === 'string' && QUANTITY.test(value) && value.length <= 66) return value.toLowerCase()
  if (value === '0x') return '0x0'
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return `0x${value.toString(16)}`
  return wrong(what, expected)
}

export function data(value: unknown, what: string): string {
  return typeof value === 'string' && DATA.test(value) ? value.toLowerCase() : wrong(what, 'hex data')
}

/** The same as `data`, but may be empty: some nodes write that as `0x0`. */
export const anyData = (value: unknown, what: string): string => (value === '0x0' ? '0x' : data(value, what))

/** 32 bytes as 64 hex digits. Some nodes leave out leading zeros. */
export function word(value: unknown, what: string): string {
  const digits = typeof value === 'string' ? /^0x([0-9a-f]{1,64})$/i.exec(value)?.[1] : undefined
  return digits?.toLowerCase().padStart(64, '0') ?? wrong(what, '32 bytes in hex')
}

export function hash(value: unknown, what: string): string {
  return typeof value === 'string' && value.length === 66 ? data(value, what) : wrong(what, 'a hash')
}

export function address(value: unknown, what: string): string {
  return typeof value === 'string' && value.length === 42 ? data(value, what) : wrong(what, 'an address')
}

/**
 * Reads a field that neither names nor moves anything: null if it is absent or invalid, so that it makes nothing else
 * unreadable.
 */
export function readable<T>(read: (value: unknown, what: string) => T, value: unknown): T | null {
  try {
    return optional(read, value, '')
  } catch (error) {
    if (error instanceof WrongValue) return null
    throw error
  }
}

/** `null` if the node leaves the field out. */
export function optional<T>(
  read: (value: unknown, what: string) => T,
  value: unknown,
  what: string,
): T | null {
  return value === undefined || value === null ? null : read(value, what)
}
