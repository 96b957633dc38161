/**
 * Reads an item that does not fit its schema as far as possible: an invalid field becomes null, an invalid entry of a
 * list is left out, and each is reported. Only an invalid required field, which is part of an identity, makes its
 * object unreadable. This is many times slower than the strict reader, so it reads only items that the strict reader
 * refused.
 */
import type * as z from 'zod/mini'
import { isRecord } from '../is-record.ts'
import { itemReader, UNREAD } from './item-reader.ts'

/** The value at `path` does not fit `schema`. */
export interface InvalidPart {
  readonly path: readonly string[]
  readonly value: unknown
  readonly schema: z.core.$ZodType
}

/**
 * A list with more invalid entries is reported as one invalid field: a thousand entries say no more than the list
 * does.
 */
const MAX_INVALID_IN_LIST = 16

/** Returns `UNREAD` if a required field does not fit. */
export function readTolerantly(
  schema: z.core.$ZodType,
  input: unknown,
): { readonly item: unknown; readonly invalid: readonly InvalidPart[] } | typeof UNREAD {
  const invalid: InvalidPart[] = []
  const item = read(schema, input, [], invalid)
  return item === UNREAD ? UNREAD : { item, invalid }
}

function read(
  schema: z.core.$ZodType,
  input: unknown,
  path: readonly string[],
  invalid: InvalidPart[],
): unknown {
  const whole = itemReader(schema)(input)
  if (whole !== UNREAD) return whole
  const before = invalid.length
  const output = readParts(schema as z.core.$ZodTypes, input, path, invalid)
  // The whole value is reported, so the invalid parts inside it are not.
  if (output === UNREAD) invalid.length = before
  return output
}

function readParts(
  schema: z.core.$ZodTypes,
  input: unknown,
  path: readonly string[],
  invalid: InvalidPart[],
): unknown {
  const { def } = schema._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return read(def.innerType, input, path, invalid)
    case 'pipe': {
      const between = read(def.in, input, path, invalid)
      return between === UNREAD ? UNREAD : read(def.out, between, path, invalid)
    }
    case 'union':
      for (const option of def.options) {
        const output = read(option, input, path, invalid)
        if (output !== UNREAD) return output
      }
      return UNREAD
    case 'array':
      return Array.isArray(input) ? readList(def.element, input, path, invalid) : UNREAD
    case 'object':
      return isRecord(input) ? readObject(def.shape, input, path, invalid) : UNREAD
    default:
      return UNREAD
  }
}

function readList(
  element: z.core.$ZodType,
  list: readonly unknown[],
  path: readonly string[],
  invalid: InvalidPart[],
): unknown {
  const before = invalid.length
  const output: unknown[] = []
  for (const [index, value] of list.entries()) {
    const at = [...path, String(index)]
    const entry = read(element, value, at, invalid)
    if (entry === UNREAD) invalid.push({ path: at, value, schema: element })
    else output.push(entry)
    if (invalid.length - before > MAX_INVALID_IN_LIST) return UNREAD
  }
  return output
}

function readObject(
  shape: z.core.$ZodShape,
  raw: Readonly<Record<string, unknown>>,
  path: readonly string[],
  invalid: InvalidPart[],
): unknown {
  const output = Object.fromEntries(Object.entries(raw).filter(([name]) => name !== '__proto__'))
  for (const [name, schema] of Object.entries(shape)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undefined && schema._zod.optin === 'optional' && schema._zod.optout === 'optional') continue
    const at = [...path, name]
    let field = read(schema, value, at, invalid)
    if (field === UNREAD) {
      field = itemReader(schema)(null)
      if (field === UNREAD) return UNREAD
      invalid.push({ path: at, value, schema })
    }
    output[name] = field
  }
  return output
}
