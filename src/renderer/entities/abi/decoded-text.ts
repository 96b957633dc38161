/** Decoded values as text, for copies and for one line. */
import type { DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'

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
