/** Decoded values as text, for copies and for one line. */
import { $nmsgid } from '#shared/text/gettext.ts'
import type { DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'

/** The full raw text: a single value as it is, a tuple or array as JSON. */
export const valueAsText = (value: DecodedValue): string =>
  typeof value === 'string' ? value : JSON.stringify(plainValue(value), null, 2)

function plainValue(value: DecodedValue): unknown {
  if (typeof value === 'string') return value
  if ('bytes' in value) return value.bytes
  if ('list' in value) return value.list.map(plainValue)
  const isNamed = value.fields.every(({ name }) => name !== null)
  return isNamed
    ? Object.fromEntries(value.fields.map((field) => [field.name, plainValue(field.value)]))
    : value.fields.map((field) => plainValue(field.value))
}

/** A number in a line: of a long one the first and the last digits. */
export const shortInteger = (value: string): string => shortenHash(formatCount(value), 27, 15)

const ITEMS = $nmsgid('item', 'items')
const MAX_LIST_LENGTH = 16

/** An array in a line: a short one of numbers as `[1, 2]`, else the number of its items, as `[12 items]`. */
export function shortList({ list, omitted = 0 }: Extract<DecodedValue, { readonly list: unknown }>): string {
  const plain = list.filter(
    (item): item is string => typeof item === 'string' && /^(?:-?\d+|true|false)$/.test(item),
  )
  const whole = `[${plain.join(', ')}]`
  return plain.length === list.length && omitted === 0 && whole.length <= MAX_LIST_LENGTH
    ? whole
    : `[${pluralize(list.length + omitted, ITEMS)}]`
}

/** Type of an element of an array type. */
const elementType = (type: string): string => type.replace(/\[\d*\]$/, '')

/** `(address to, bytes data)[]` becomes `tuple[]`, since the fields follow. */
export const shortType = (type: string): string =>
  type.startsWith('(') ? `tuple${type.slice(type.lastIndexOf(')') + 1)}` : type

/** Elements of an array as arguments, named by their index. */
export const elementsOf = (
  argument: Pick<DecodedArgument, 'type'>,
  list: readonly DecodedValue[],
): readonly DecodedArgument[] =>
  list.map((value, at) => ({ name: String(at), type: elementType(argument.type), value }))
