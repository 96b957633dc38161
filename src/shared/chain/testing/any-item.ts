/** Makes items from a schema for the tests of every list: random valid items, and the smallest valid item. */
import fc from 'fast-check'
import * as z from 'zod/mini'
import { decimal, flag, hash, integer, percentage, rate, text } from '../fields.ts'

type Item = Record<string, unknown>

const amount = fc.oneof(
  fc.bigInt(0n, 2n ** 256n - 1n).map(String),
  fc.constantFrom('0', '1', String(2n ** 53n), String(2n ** 256n - 1n)),
)
const signed = fc.oneof(
  amount,
  amount.map((digits) => (digits === '0' ? digits : `-${digits}`)),
)
const hexOf = (digits: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${String(digits)}}$`)).map((hex) => `0x${hex}`)
/** Names on a chain can be any text: every script, control characters, markup. */
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('<img src=x onerror=alert(1)>', '\u202egnp.exe', '__proto__', ''),
)
const money = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map(String),
  amount.map((digits) => `${digits}.${digits}`),
)
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

/** Per kind of field: any value, and the simplest value. */
const FIELDS = new Map<z.core.$ZodType, { readonly any: fc.Arbitrary<unknown>; readonly plain: unknown }>([
  [decimal, { any: signed, plain: '1' }],
  [rate, { any: money, plain: '1' }],
  [integer, { any: fc.nat(), plain: 1 }],
  [percentage, { any: fc.double({ noNaN: true, noDefaultInfinity: true }), plain: 1 }],
  [hash, { any: fc.oneof(hexOf(40), hexOf(64)), plain: `0x${'2b'.repeat(20)}` }],
  [text, { any: words, plain: 'a' }],
  [flag, { any: fc.boolean(), plain: true }],
])

/** Any item of a schema. Each optional field is present, null or missing, and there are unknown keys. */
export function anyItem(schema: z.core.$ZodType): fc.Arbitrary<Item> {
  return anyValue(schema, needed(schema)) as fc.Arbitrary<Item>
}

/** The smallest item of a schema: the fields that no item may lack. */
export function bareItem(schema: z.core.$ZodType): Item {
  return bareValue(schema, needed(schema)) as Item
}

/** Optional keys that an item needs all the same: a schema can check for them after it has read the rest. */
function needed(schema: z.core.$ZodType): readonly string[] {
  const keys: string[] = []
  for (;;) {
    const result = z.safeParse(schema, bareValue(schema, keys))
    const key = result.error?.issues[0]?.path[0]
    if (typeof key !== 'string' || keys.includes(key)) return keys
    keys.push(key)
  }
}

/** A field with a default is in every item that was read. */
const isOptional = (schema: z.core.$ZodType) => schema._zod.def.type === 'optional'

function anyValue(schema: z.core.$ZodType, keys: readonly string[] = []): fc.Arbitrary<unknown> {
  const field = FIELDS.get(schema)
  if (field) return field.any
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return anyValue(def.innerType, keys)
    case 'pipe':
      return isTransform(def.out) ? anyValue(def.in, keys) : anyValue(def.out, keys)
    case 'array':
      return fc.array(anyValue(def.element), { maxLength: 2 })
    case 'union':
      return fc.oneof(...def.options.map((option) => anyValue(option)))
    case 'record':
      return fc.dictionary(
        words.filter((name) => name !== '__proto__'),
        words,
      )
    case 'object':
      return anyObject(def.shape, keys)
    default:
      return json
  }
}

function anyObject(shape: z.core.$ZodShape, keys: readonly string[]): fc.Arbitrary<Item> {
  // The reader gives an empty list of tags to metadata that has none.
  const isCertain = ([key, schema]: [string, z.core.$ZodType]) =>
    key === 'tags' || keys.includes(key) || !isOptional(schema)
  const certain = Object.entries(shape).filter(isCertain)
  const possible = Object.entries(shape).filter((field) => !isCertain(field))
  return fc
    .tuple(
      fc.record(Object.fromEntries(certain.map(([key, schema]) => [key, anyValue(schema)]))),
      fc.record(
        Object.fromEntries(possible.map(([key, schema]) => [key, fc.option(anyValue(schema), { freq: 4 })])),
        { requiredKeys: [] },
      ),
      fc.dictionary(
        fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((name) => `new_${name}`),
        json,
        { maxKeys: 2 },
      ),
    )
    .map(([sure, maybe, unheard]) => ({ ...unheard, ...maybe, ...sure }))
}

function bareValue(schema: z.core.$ZodType, keys: readonly string[] = []): unknown {
  const field = FIELDS.get(schema)
  if (field) return field.plain
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return bareValue(def.innerType, keys)
    case 'pipe':
      return isTransform(def.out) ? bareValue(def.in, keys) : bareValue(def.out, keys)
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([key, inner]) => keys.includes(key) || !isOptional(inner))
          .map(([key, inner]) => [key, bareValue(inner)]),
      )
    default:
      return null
  }
}

/** Whether a schema transforms its input. Fields do so too, but are handled by `FIELDS`. */
const isTransform = (schema: z.core.$ZodType) =>
  !FIELDS.has(schema) && (schema as z.core.$ZodTypes)._zod.def.type === 'transform'
