/** Decoded values as text: to be copied, and in one line. */
import type { DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'

/** Raw and whole: a single value as it is, what has parts as JSON. */
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

/** Of a list's type, that of one element. */
const elementType = (type: string): string => type.replace(/\[\d*\]$/, '')

/** `(address to, bytes data)[]` as `tuple[]`: the fields stand below. */
export const shortType = (type: string): string =>
  type.startsWith('(') ? `tuple${type.slice(type.lastIndexOf(')') + 1)}` : type

/** The elements of a list as arguments that are named by their place. */
export const elementsOf = (
  argument: Pick<DecodedArgument, 'type'>,
  list: readonly DecodedValue[],
): readonly DecodedArgument[] =>
  list.map((value, at) => ({ name: String(at), type: elementType(argument.type), value }))
