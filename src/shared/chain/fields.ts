/**
 * The kinds of field that every resource consists of. The API's own documents require fields that real instances
 * leave out or send as null. So every field except an item's identity is optional and nullable. A value of any other
 * kind makes the item unreadable, with a reason that a person can understand.
 */
import * as z from 'zod/mini'

// 2^256 has 78 digits. The limit keeps a text of a million digits from blocking a computation.
const DECIMAL = /^-?\d{1,100}$/
const FRACTION = /^-?\d{1,100}(\.\d{1,200})?([eE][+-]?\d{1,5})?$/

/** Reads a field in one pass. A union of string and number takes zod two tries and gives a worse message. */
function read<T>(expected: string, accept: (input: unknown) => T | undefined) {
  return z.transform<unknown, T>((input, context) => {
    const value = accept(input)
    if (value !== undefined) return value
    context.issues.push({ code: 'custom', message: expected, input })
    return z.NEVER
  })
}

/** A whole number of any size as a decimal string: wei, token units, gas, ids. Never a JavaScript number. */
export const decimal = read('a decimal string', (input) =>
  typeof input === 'string' && DECIMAL.test(input)
    ? input
    : typeof input === 'number' && Number.isSafeInteger(input)
      ? String(input)
      : undefined,
)

/** A decimal fraction as a decimal string, unchanged: an exchange rate, for example. */
export const rate = read('a decimal number', (input) =>
  typeof input === 'string' && FRACTION.test(input)
    ? input
    : typeof input === 'number' && Number.isFinite(input)
      ? String(input)
      : undefined,
)

/** A count or a position that fits a JavaScript number (block number, log index). Digits in a string are read too. */
export const integer = read('a whole number', (input) => {
  if (typeof input === 'number') return Number.isSafeInteger(input) ? input : undefined
  if (typeof input !== 'string' || !DECIMAL.test(input)) return undefined
  const value = Number(input)
  return Number.isSafeInteger(value) ? value : undefined
})

/** A percentage: an integer or a float, also as a string. */
export const percentage = read('a number', (input) => {
  if (typeof input === 'number' && Number.isFinite(input)) return input
  return typeof input === 'string' && FRACTION.test(input) ? Number(input) : undefined
})

/**
 * The hash of an address, block or transaction, in the case it came in. The length is not checked here but by the
 * endpoint.
 */
export const hash = read('a 0x hash', (input) =>
  typeof input === 'string' && input.startsWith('0x') ? input : undefined,
)

export const text = read('a text', (input) => (typeof input === 'string' ? input : undefined))
export const flag = read('true or false', (input) => (typeof input === 'boolean' ? input : undefined))

/** Absent and null both mean "not known" in this API. */
export const maybe = <S extends z.core.SomeType>(schema: S) => z.optional(z.nullable(schema))

/** An object whose unknown keys are kept, so that the window can show an instance's additions. */
export const record = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape)

/**
 * A schema for a resource that older servers write with other key names. The value of an old key is read under the
 * present name. If an instance sends both (during a migration), the present key counts and the old one stays as an
 * unknown key.
 */
export function renamed<S extends z.core.SomeType>(names: Readonly<Record<string, string>>, schema: S) {
  const olds = Object.keys(names)
  return z.pipe(
    z.transform((input: unknown): unknown => {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
      const raw = input as Record<string, unknown>
      const moved = olds.filter((old) => old in raw && !((names[old] ?? old) in raw))
      if (moved.length === 0) return raw
      return Object.fromEntries(
        Object.entries(raw).map(([key, value]) => [moved.includes(key) ? (names[key] ?? key) : key, value]),
      )
    }),
    schema as unknown as z.core.$ZodType<z.output<S>>,
  )
}
