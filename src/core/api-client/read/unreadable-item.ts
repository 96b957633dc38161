/** Reads items that do not fit their schema as far as possible, and says why the rest can't be read. */
import type * as z from 'zod/mini'
import { findExcess, type Excess } from '#shared/json-bounds.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import { UNREAD } from '#shared/chain/item-reader.ts'
import { MAX_ODD_FIELDS, withOddFields, type OddField } from '#shared/chain/odd-fields.ts'
import { readTolerantly, type OddPart } from '#shared/chain/tolerant-reader.ts'
import { explainExcess, explainUnreadable, formatPath, ITEM_BOUNDS } from './explain-unreadable.ts'
import type { LosslessJson } from '#shared/lossless-json.ts'
import { MAX_RAW_LENGTH, writeRaw } from './write-raw.ts'

/**
 * Makes a function that finds parts of items that exceed the limits, whatever the schema. Most texts are too small
 * for any.
 */
export const createExcessFinder = (text: string, { depth, values }: LosslessJson) =>
  depth <= ITEM_BOUNDS.depth && values < ITEM_BOUNDS.width && text.length <= ITEM_BOUNDS.length
    ? () => undefined
    : (item: unknown): Excess | undefined => findExcess(item, ITEM_BOUNDS)

/** A parsed item, possibly with invalid fields; or the reason why it could not be read. */
export type ReadItem = { readonly item: unknown } | { readonly unread: Omit<UnreadItem, 'position'> }

/** The maximal number of oversized parts that are set aside; an item with more is not read at all. */
const MAX_EXCESSES = 8

/** Reads an item that the strict reader refused, if its identity can be read. */
export function readOddItem(
  raw: unknown,
  schema: z.core.$ZodType,
  excessOf: (item: unknown) => Excess | undefined,
): ReadItem {
  const odd: OddField[] = []
  const first = excessOf(raw)
  let item = raw
  for (let excess = first; excess; excess = excessOf(item)) {
    const [name] = excess.path
    if (name === undefined || odd.length === MAX_EXCESSES || !isObject(item))
      return { unread: { ...explainExcess(excess), raw: writeRaw(raw) } }
    const { path: field, ...words } = explainExcess(excess)
    odd.push({ path: [name], field, ...words, raw: writeRaw(item[name], lengthLeft(odd)) })
    item = Object.fromEntries(Object.entries(item).filter(([other]) => other !== name))
  }
  const read = readTolerantly(schema, item)
  if (read === UNREAD || !isObject(read.item) || odd.length + read.odd.length > MAX_ODD_FIELDS) {
    const explanation = first ? explainExcess(first) : explainUnreadable(raw, schema)
    return { unread: { ...explanation, raw: writeRaw(raw) } }
  }
  for (const part of read.odd) odd.push(describePart(part, lengthLeft(odd)))
  return { item: withOddFields(read.item, odd) }
}

function describePart({ path, value, schema }: OddPart, maxLength: number): OddField {
  const { path: inside, ...words } = explainUnreadable(value, schema)
  const field = formatPath(inside === '' ? path : [...path, inside])
  return { path: [...path], field, ...words, raw: writeRaw(value, maxLength) }
}

/** The remaining length for the JSON of further invalid fields of the item. */
const lengthLeft = (odd: readonly OddField[]) =>
  Math.max(0, MAX_RAW_LENGTH - odd.reduce((length, { raw }) => length + raw.length, 0))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
