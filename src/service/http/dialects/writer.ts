/**
 * Converts a reader's output to the keys and values of a dialect. Schemas define the nesting of resources; a dialect
 * only lists its differences, so every dialect writes a new resource without further code.
 */
import { isRecord } from '#shared/is-record.ts'
import type * as z from 'zod/mini'

export type Convert = (value: unknown) => unknown

/** A conversion that gives another form than it gets. */
export interface Written {
  readonly convert: Convert
  readonly form: z.core.$ZodType
}

/** The rule of a dialect for one resource. Keys are those of the schema. */
export interface WriteRule {
  readonly drop?: readonly string[]
  /** Maps a schema's key to the dialect's. */
  readonly rename?: Readonly<Record<string, string>>
  /** Conversions of values, in place of those by the value's own schema. */
  readonly fields?: Readonly<Record<string, Convert | Written>>
  /** The last conversion of the written resource. */
  readonly finish?: Convert
  /** The members that `finish` adds or changes, as it gives them. */
  readonly adds?: z.core.$ZodShape
  /** Whether keys outside the schema are written too, also in a dialect that leaves them out. */
  readonly keepsUnknown?: boolean
}

/** Each rule with the schema of its resource. */
type WriteRules = readonly (readonly [schema: z.core.$ZodType, rule: WriteRule])[]

export interface WriterOptions {
  readonly rules: WriteRules
  /** Rules for resources that are rows of a list, in place of the others. */
  readonly rowRules?: WriteRules
  /** Whether only keys of the schemas are written. */
  readonly knownKeysOnly?: boolean
}

export interface Writer {
  readonly options: WriterOptions
  /** Converts a resource by itself, or inside another one. */
  write(schema: z.core.$ZodType): Convert
  /** Converts a resource that is a row of a list. */
  writeRow(schema: z.core.$ZodType): Convert
}

/** `optionsOf` gets `write`, for rules that write one resource like another. */
export function createWriter(
  optionsOf: (write: (schema: z.core.$ZodType) => Written) => WriterOptions,
): Writer {
  const options = optionsOf((schema) => ({
    convert: (value) => write(schema)(value),
    form: schema,
  }))
  const { knownKeysOnly = false } = options
  const rules = new Map(options.rules)
  const rowRules = new Map(options.rowRules)
  const known = new Map<z.core.$ZodType, Convert>()

  function write(schema: z.core.$ZodType): Convert {
    const made = known.get(schema) ?? convertOf(schema as z.core.$ZodTypes, rules.get(schema)) ?? asItIs
    known.set(schema, made)
    return made
  }

  /** Undefined if nothing in it needs a conversion. */
  function convertOf(schema: z.core.$ZodTypes, rule?: WriteRule): Convert | undefined {
    const { def } = schema._zod
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
        return inner(def.innerType, rule)
      case 'pipe':
        return inner(def.out, rule) ?? inner(def.in, rule)
      case 'array':
        return oneOrMany(inner(def.element))
      case 'union':
        return def.options.map((option) => inner(option)).find((convert) => convert !== undefined)
      case 'object':
        return writeObject(def.shape, rule)
      default:
        return undefined
    }
  }

  /** The conversion of a schema's inner schema: by its own rule, else by that of the outer one. */
  const inner = (schema: z.core.$ZodType, outer?: WriteRule) =>
    convertOf(schema as z.core.$ZodTypes, rules.get(schema) ?? outer)

  function writeObject(shape: z.core.$ZodShape, rule: WriteRule = {}): Convert {
    const { drop = [], rename = {}, fields = {}, finish = asItIs, keepsUnknown = !knownKeysOnly } = rule
    const keys = new Map<string, { readonly key: string; readonly convert: Convert | undefined }>()
    for (const [key, schema] of Object.entries(shape))
      keys.set(key, { key: rename[key] ?? key, convert: converting(fields[key]) ?? inner(schema) })
    for (const [key, field] of Object.entries(fields))
      keys.set(key, { key: rename[key] ?? key, convert: converting(field) })
    const dropped = new Set(drop)
    const copy = keepsUnknown ? copyWith(drop, keys) : () => null
    return (value) => {
      if (!isRecord(value)) return value
      const copied = copy(value)
      if (copied) return finish(copied)
      const out: Record<string, unknown> = {}
      for (const from of Object.keys(value)) {
        const found = keys.get(from)
        if (dropped.has(from) || (!found && !keepsUnknown)) continue
        out[found?.key ?? from] = found?.convert ? found.convert(value[from]) : value[from]
      }
      return finish(out)
    }
  }

  return {
    options,
    write,
    writeRow: (schema) => {
      const rule = rowRules.get(schema)
      return rule ? (convertOf(schema as z.core.$ZodTypes, rule) ?? asItIs) : write(schema)
    },
  }
}

/**
 * Copies a resource with some values converted and some left out; null for resources with renamed keys. The copy
 * keeps the object's shape, so creating and serializing it takes half the time of building it key by key.
 */
function copyWith(
  drop: readonly string[],
  keys: ReadonlyMap<string, { readonly key: string; readonly convert: Convert | undefined }>,
): (value: Record<string, unknown>) => Record<string, unknown> | null {
  const dropped = new Set(drop)
  const kept = [...keys].filter(([from]) => !dropped.has(from))
  const renamed = kept.flatMap(([from, { key }]) => (from === key ? [] : [from]))
  const converted = kept.flatMap(([key, { convert }]) => (convert ? [{ key, convert }] : []))
  return (value) => {
    if (renamed.some((key) => value[key] !== undefined)) return null
    const copy = { ...value }
    for (const { key, convert } of converted) {
      const given = copy[key]
      if (given !== undefined) copy[key] = convert(given)
    }
    // JSON omits keys with undefined values.
    for (const key of drop) if (copy[key] !== undefined) copy[key] = undefined
    return copy
  }
}

const converting = (field: Convert | Written | undefined) =>
  typeof field === 'object' ? field.convert : field

const asItIs: Convert = (value) => value

const oneOrMany = (convert: Convert | undefined): Convert | undefined =>
  convert && ((value) => (Array.isArray(value) ? value.map(convert) : convert(value)))

export const listOf =
  (convert: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map(convert) : value

export const always =
  (value: unknown): Convert =>
  () =>
    value

/** Whole numbers become texts, like all amounts in this API. */
export const asText: Convert = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
