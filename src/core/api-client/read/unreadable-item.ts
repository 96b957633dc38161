/** Reads items that do not fit their schema as far as possible, and says why the rest can't be read. */
import type * as z from 'zod/mini'
import { findExceededLimit, type ExceededLimit } from '#shared/json-bounds.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import { UNREAD } from '#shared/chain/item-reader.ts'
import { MAX_INVALID_FIELDS, withInvalidFields, type InvalidField } from '#shared/chain/invalid-fields.ts'
import { readTolerantly, type InvalidPart } from '#shared/chain/tolerant-reader.ts'
import { explainExcess, explainUnreadable, formatPath, ITEM_BOUNDS } from './explain-unreadable.ts'
import type { LosslessJson } from '#shared/lossless-json.ts'
import { isRecord } from '#shared/is-record.ts'
import { MAX_RAW_LENGTH, writeRaw } from './write-raw.ts'

/**
 * Makes a function that finds parts of items that exceed the limits, whatever the schema. Most texts are too small
 * for any.
 */
export const createExcessFinder = (text: string, { depth, values }: LosslessJson) =>
  depth <= ITEM_BOUNDS.depth && values < ITEM_BOUNDS.width && text.length <= ITEM_BOUNDS.length
    ? () => undefined
    : (item: unknown): ExceededLimit | undefined => findExceededLimit(item, ITEM_BOUNDS)

/** A parsed item, possibly with invalid fields; or the reason why it could not be read. */
export type ReadItem = { readonly item: unknown } | { readonly unread: Omit<UnreadItem, 'position'> }

/** The maximal number of oversized parts that are set aside; an item with more is not read at all. */
const MAX_EXCESSES = 8

/** Reads an item that the strict reader refused, if its identity can be read. */
export function readInvalidItem(
  raw: unknown,
  schema: z.core.$ZodType,
  excessOf: (item: unknown) => ExceededLimit | undefined,
): ReadItem {
  const invalid: InvalidField[] = []
  const first = excessOf(raw)
  let item = raw
  for (let excess = first; excess; excess = excessOf(item)) {
    const [name] = excess.path
    if (name === undefined || invalid.length === MAX_EXCESSES || !isRecord(item))
      return { unread: { ...explainExcess(excess), raw: writeRaw(raw) } }
    const { path: field, ...words } = explainExcess(excess)
    invalid.push({ path: [name], field, ...words, raw: writeRaw(item[name], lengthLeft(invalid)) })
    item = Object.fromEntries(Object.entries(item).filter(([other]) => other !== name))
  }
  const read = readTolerantly(schema, item)
  if (read === UNREAD || !isRecord(read.item) || invalid.length + read.invalid.length > MAX_INVALID_FIELDS) {
    const explanation = first ? explainExcess(first) : explainUnreadable(raw, schema)
    return { unread: { ...explanation, raw: writeRaw(raw) } }
  }
  for (const part of read.invalid) invalid.push(describePart(part, lengthLeft(invalid)))
  return { item: withInvalidFields(read.item, invalid) }
}

function describePart({ path, value, schema }: InvalidPart, maxLength: number): InvalidField {
  const { path: inside, ...words } = explainUnreadable(value, schema)
  const field = formatPath(inside === '' ? path : [...path, inside])
  return { path: [...path], field, ...words, raw: writeRaw(value, maxLength) }
}

/** The remaining length for the JSON of further invalid fields of the item. */
const lengthLeft = (invalid: readonly InvalidField[]) =>
  Math.max(0, MAX_RAW_LENGTH - invalid.reduce((length, { raw }) => length + raw.length, 0))
