/** Reads items that do not fit their schema as far as possible, and says why the rest can't be read. */
import type * as z from 'zod/mini'
import { removeKey } from '#platform/log/redact.ts'
import { findExceededLimit, type ExceededLimit } from '#shared/json-bounds.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import { UNREAD } from '#shared/chain/item-reader.ts'
import { MAX_INVALID_FIELDS, withInvalidFields, type InvalidField } from '#shared/chain/invalid-fields.ts'
import { readTolerantly, type InvalidPart } from '#shared/chain/tolerant-reader.ts'
import { explainExcess, explainUnreadable, formatPath, ITEM_BOUNDS } from './explain-unreadable.ts'
import type { LosslessJson } from '#shared/lossless-json.ts'
import { isRecord } from '#shared/is-record.ts'

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

/** The maximal length of the raw JSON of an item, or of all its invalid fields together. */
const MAX_RAW_LENGTH = 20_000
const MAX_DEPTH = 64
/** Longer than any key, so that the end of a cut text contains no part of one. */
const MAX_KEY_LENGTH = 1_600
const CUT = '…'

/**
 * Writes the JSON of an unreadable value within limits: a shortened text is still valid JSON. Removes texts that look
 * like keys. A text that is too long ends in `…`; a list or an object that is too long has `…` as its last entry.
 */
function writeRaw(item: unknown, maxLength = MAX_RAW_LENGTH): string {
  const pieces: string[] = []
  let left = maxLength
  const put = (piece: string) => {
    left -= piece.length
    pieces.push(piece)
  }
  const putText = (text: string) => {
    const clean = removeKey(text.slice(0, left + MAX_KEY_LENGTH))
    put(JSON.stringify(text.length > left ? clean.slice(0, Math.max(0, left)) + CUT : clean))
  }
  const write = (value: unknown, level: number) => {
    if (typeof value === 'string') putText(value)
    else if (typeof value !== 'object' || value === null) put(JSON.stringify(value ?? null))
    else if (level >= MAX_DEPTH) put(`"${CUT}"`)
    else writeNested(value, level)
  }
  const writeNested = (value: object, level: number) => {
    const isList = Array.isArray(value)
    put(isList ? '[' : '{')
    Object.keys(value).every((name, index) => {
      if (index > 0) put(',')
      if (left <= 0) {
        put(isList ? `"${CUT}"` : `"${CUT}":"${CUT}"`)
        return false
      }
      if (!isList) {
        putText(name)
        put(':')
      }
      write((value as Readonly<Record<string, unknown>>)[name], level + 1)
      return true
    })
    put(isList ? ']' : '}')
  }
  write(item, 0)
  return pieces.join('')
}
