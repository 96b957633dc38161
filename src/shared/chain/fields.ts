/**
 * The field kinds every resource is made of. The API's own documents call fields required that real instances leave
 * out or null, so every field but an item's identity is optional and nullable; a present value of another kind than
 * these makes the item unreadable, with a reason a person can understand.
 */
import * as z from 'zod/mini'

// 2^256 has 78 digits. A text of a million digits is no amount, and would hold up whoever computes with it.
const DECIMAL = /^-?\d{1,100}$/
const FRACTION = /^-?\d{1,100}(\.\d{1,200})?([eE][+-]?\d{1,5})?$/

/** One pass per field: a union of string and number costs zod two tries and words the failure less well. */
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

/** A number with a fraction as it was written, for example an exchange rate: a decimal string. */
export const rate = read('a decimal number', (input) =>
  typeof input === 'string' && FRACTION.test(input)
    ? input
    : typeof input === 'number' && Number.isFinite(input)
      ? String(input)
      : undefined,
)

/** A count or a position that fits a JavaScript number (block number, log index); digits in a string are read too. */
export const integer = read('a whole number', (input) => {
  if (typeof input === 'number') return Number.isSafeInteger(input) ? input : undefined
  if (typeof input !== 'string' || !DECIMAL.test(input)) return undefined
  const value = Number(input)
  return Number.isSafeInteger(value) ? value : undefined
})

/** A percentage: integer, float, or either as a string. */
export const percentage = read('a number', (input) => {
  if (typeof input === 'number' && Number.isFinite(input)) return input
  return typeof input === 'string' && FRACTION.test(input) ? Number(input) : undefined
})

/** An address, block or transaction hash in the case it came in; its length is the endpoint's business, not the reader's. */
export const hash = read('a 0x hash', (input) =>
  typeof input === 'string' && input.startsWith('0x') ? input : undefined,
)

export const text = read('a text', (input) => (typeof input === 'string' ? input : undefined))
export const flag = read('true or false', (input) => (typeof input === 'boolean' ? input : undefined))

/** Absent and null mean the same in this API: not known. */
export const maybe = <S extends z.core.SomeType>(schema: S) => z.optional(z.nullable(schema))

/** An object whose unknown keys are kept: people want to see what an instance adds. */
export const record = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape)

/**
 * A resource that older servers wrote with other key names. The old key is read under its present name; where an
 * instance sends both (during a migration), the present one is taken and the old one stays as an unknown key.
 */
export function renamed<S extends z.core.SomeType>(names: Readonly<Record<string, string>>, schema: S) {
  const olds = Object.keys(names)
  const pipe = z.pipe(
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
  OLD_NAMES.set(pipe, names)
  return pipe
}

/** Old names of the fields of a schema, and their present ones: for what describes it. */
export const oldNamesOf = (schema: z.core.$ZodType) => OLD_NAMES.get(schema)
const OLD_NAMES = new WeakMap<z.core.$ZodType, Readonly<Record<string, string>>>()
