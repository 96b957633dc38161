/**
 * Encodes typed texts as the arguments of a call. A text that does not fit its type gives a sentence; no function throws.
 * Lists and tuples are written in brackets: `[1, 2]`, `(0x…, 5)`. A number may have a unit: `1.5 ether`, `20 gwei`, `1e18`.
 */
import { encodeAbiParameters } from 'viem/utils'
import { $gettext } from '../text/gettext.ts'
import { selectorOf, type AbiItem } from './abi-item.ts'
import type { AbiType } from './abi-type.ts'

/** Maximum length of one argument's text. */
const MAX_TEXT_LENGTH = 100_000

export type Encoded =
  | { readonly data: string }
  | { readonly argument: number | null; readonly problem: string; readonly data?: never }

/**
 * Encodes the input of a call: its selector and arguments. `argument` is the index of the invalid argument, or
 * null if the problem is of none, such as a wrong count.
 */
export function encodeCall(item: AbiItem, texts: readonly string[]): Encoded {
  const [size, count] = [item.inputs.length, texts.length]
  if (size !== count) return { argument: null, problem: wrongCount(size, count) }
  const values: unknown[] = []
  for (const [argument, { type }] of item.inputs.entries()) {
    const read = readValue(type, texts[argument] ?? '')
    if ('problem' in read) return { argument, problem: read.problem }
    values.push(read.value)
  }
  const types = item.inputs.map(({ type }) => parameterOf(type))
  return { data: selectorOf(item) + encodeAbiParameters(types, values).slice(2) }
}

/** Why a text is no value of the type; undefined if it is valid. */
export function problemOfText(type: AbiType, text: string): string | undefined {
  const read = readValue(type, text)
  return 'problem' in read ? read.problem : undefined
}

type Read = { readonly value: unknown } | { readonly problem: string }

function readValue(type: AbiType, typed: string): Read {
  const text = typed.trim()
  if (text.length > MAX_TEXT_LENGTH) return { problem: $gettext('This is too long.') }
  switch (type.kind) {
    case 'uint':
    case 'int':
      return readNumber(type, text)
    case 'address':
      return readAddress(text)
    case 'bool':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { problem: $gettext('Write true or false.') }
    case 'string':
      return { value: unquoted(typed) }
    case 'bytes':
    case 'fixedBytes':
      return readBytes(text, type.kind === 'fixedBytes' ? type.size : undefined)
    case 'array':
    case 'tuple':
      return readList(type, text)
  }
}

function readAddress(text: string): Read {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { value: text.toLowerCase() }
  const [, digits] = /^0x([0-9a-f]*)$/i.exec(text) ?? []
  return {
    problem:
      digits === undefined
        ? $gettext('An address is 0x and 40 hexadecimal digits.')
        : $gettext('An address has 40 digits, this one %{count}.', { count: digits.length }),
  }
}

function readBytes(text: string, size: number | undefined): Read {
  const [, digits] = /^0x((?:[0-9a-f]{2})*)$/i.exec(text) ?? []
  if (digits === undefined) return { problem: $gettext('Bytes are 0x and pairs of hexadecimal digits.') }
  if (size !== undefined && digits.length !== 2 * size)
    return {
      problem: $gettext('This takes %{size} bytes, these are %{count}.', { size, count: digits.length / 2 }),
    }
  return { value: text.toLowerCase() }
}

/** Decimals of each unit. */
const UNITS: Readonly<Record<string, number>> = { '': 0, wei: 0, gwei: 9, ether: 18, eth: 18 }
const NUMBER =
  /^(-?)([\d_]{1,100}|\d{1,3}(?:,\d{3}){1,33})(?:\.(\d{1,80}))?(?:e(\d{1,2}))?\s*(wei|gwei|ether|eth|)$/i

function readNumber({ kind, bits }: AbiType & { readonly kind: 'uint' | 'int' }, text: string): Read {
  const value = wholeNumber(text)
  if (typeof value !== 'bigint') return value
  const fits = kind === 'uint' ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)
  if (fits === value) return { value }
  return {
    problem:
      kind === 'uint' && value < 0n
        ? $gettext('This number can’t be negative.')
        : $gettext('The number does not fit into %{count} bits.', { count: bits }),
  }
}

function wholeNumber(text: string): bigint | { readonly problem: string } {
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text)
  const [matched, sign = '', digits = '', fraction = '', exponent = '0', unit = ''] = NUMBER.exec(text) ?? []
  if (matched === undefined || !/\d/.test(digits)) return { problem: $gettext('This is not a number.') }
  const decimals = Number(exponent) + (UNITS[unit.toLowerCase()] ?? 0)
  const part = fraction.replace(/0+$/, '')
  if (part.length > decimals) return { problem: $gettext('The number has to be whole.') }
  const whole = BigInt(digits.replace(/[_,]/g, '') + part.padEnd(decimals, '0'))
  return sign === '-' ? -whole : whole
}

const wrongCount = (size: number, count: number) =>
  $gettext('This takes %{size} values, these are %{count}.', { size, count })

function readList(type: AbiType & { readonly kind: 'array' | 'tuple' }, text: string): Read {
  const parts = splitList(text)
  if (!parts) return { problem: $gettext('Write the values in brackets, with commas between them.') }
  const count = type.kind === 'tuple' ? type.fields.length : type.length
  if (count !== null && parts.length !== count) return { problem: wrongCount(count, parts.length) }
  const values: unknown[] = []
  for (const [at, part] of parts.entries()) {
    const one = type.kind === 'array' ? type.item : type.fields[at]?.type
    const read = one ? readValue(one, part.trim()) : { problem: '' }
    if ('problem' in read) return { problem: `#${String(at)}: ${read.problem}` }
    values.push(read.value)
  }
  return { value: values }
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')' }

/** Splits a list at its commas, except in nested brackets and quotes. Undefined if the brackets do not match. */
function splitList(text: string): readonly string[] | undefined {
  if (text.length < 2 || CLOSING[text[0] ?? ''] !== text.at(-1)) return undefined
  const parts: string[] = []
  const open: string[] = []
  let start = 1
  let isQuoted = false
  for (let at = 1; at < text.length - 1; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign in CLOSING) open.push(CLOSING[sign] ?? '')
    else if (sign === ']' || sign === ')') {
      if (open.pop() !== sign) return undefined
    } else if (sign === ',' && open.length === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  if (isQuoted || open.length > 0) return undefined
  const last = text.slice(start, -1)
  return parts.length === 0 && last.trim() === '' ? [] : [...parts, last]
}

/** Removes the quotes of a quoted text. */
function unquoted(typed: string): string {
  const text = typed.trim()
  if (!/^".*"$/s.test(text)) return typed
  try {
    return String(JSON.parse(text))
  } catch {
    return typed
  }
}

/** The type in the form of viem's encoder, with the components of tuples. */
function parameterOf(type: AbiType): {
  readonly type: string
  readonly components?: readonly { type: string }[]
} {
  if (type.kind === 'array') {
    const item = parameterOf(type.item)
    return { ...item, type: `${item.type}[${type.length === null ? '' : String(type.length)}]` }
  }
  if (type.kind === 'tuple')
    return { type: 'tuple', components: type.fields.map((field) => parameterOf(field.type)) }
  return { type: type.kind === 'fixedBytes' ? `bytes${String(type.size)}` : type.canonical }
}
