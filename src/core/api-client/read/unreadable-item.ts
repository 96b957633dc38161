/** Items that are not as their schema says: what of them can be read all the same, and why the rest can not. */
import * as z from 'zod/mini'
import { findExcess, type Excess, type JsonBounds } from '#shared/json-bounds.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import { UNREAD } from '#shared/chain/item-reader.ts'
import { MAX_ODD_FIELDS, withOddFields, type OddField } from '#shared/chain/odd-fields.ts'
import { readTolerantly, type OddPart } from '#shared/chain/tolerant-reader.ts'
import type { LosslessJson } from './lossless-json.ts'
import { MAX_RAW_LENGTH, writeRaw } from './write-raw.ts'

/** Of one item, or of a single thing. The largest there are, calls with a block's worth of input, are far from them. */
const BOUNDS: JsonBounds = { depth: 64, width: 10_000, length: 2_000_000, values: 50_000 }

/** What makes an item of this text more than can be shown, whatever its schema says. Most texts are too small for any. */
export const createExcessFinder = (text: string, { depth, values }: LosslessJson) =>
  depth <= BOUNDS.depth && values < BOUNDS.width && text.length <= BOUNDS.length
    ? () => undefined
    : (item: unknown): Excess | undefined => findExcess(item, BOUNDS)

/** An item that was read, with what of it could not be; or why nothing of it could. */
export type ReadItem = { readonly item: unknown } | { readonly unread: Omit<UnreadItem, 'position'> }

/** Parts of an item that are too much, and are put aside; what has more of them is not read at all. */
const MAX_EXCESSES = 8

/** Reads what the strict reader did not: as far as what identifies it can be read. */
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

/** For the JSON of another odd field of the same item. */
const lengthLeft = (odd: readonly OddField[]) =>
  Math.max(0, MAX_RAW_LENGTH - odd.reduce((length, { raw }) => length + raw.length, 0))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Explanation {
  readonly path: string
  readonly found: string
  readonly expected: string
}

export function explainExcess({ bound, path }: Excess): Explanation {
  const [found, expected] = EXCESSES[bound]
  // Where it is too deep, the way there says nothing.
  return { path: formatPath(bound === 'depth' ? path.slice(0, 3) : path), found, expected }
}

const count = (number: number) => number.toLocaleString('en')
const EXCESSES: Readonly<Record<Excess['bound'], readonly [found: string, expected: string]>> = {
  depth: [`nested in more than ${count(BOUNDS.depth)} levels`, 'less nesting'],
  width: [`made of more than ${count(BOUNDS.width)} entries`, 'fewer'],
  length: [`longer than ${count(BOUNDS.length)} characters`, 'a shorter text'],
  values: [`made of more than ${count(BOUNDS.values)} values`, 'fewer'],
}

const formatPath = (path: readonly PropertyKey[]) =>
  path
    .map((step) => String(step).slice(0, 200))
    .join('.')
    .slice(0, 200)

/** The field that does not fit, what it is and what was expected, as phrases: `an object`, `a decimal string`. */
export function explainUnreadable(item: unknown, schema: z.core.$ZodType): Explanation {
  // With `reportInput` the issues know what was found.
  const result = z.safeParse(schema, item, { reportInput: true })
  const issue = result.success ? undefined : deepest(result.error.issues[0])
  if (!issue) return { path: '', found: 'unreadable', expected: 'something else' }
  return {
    path: formatPath(issue.path),
    found: describeFound(issue.input),
    expected: describeExpected(issue),
  }
}

/** A union reports each of its attempts; the one that got furthest says the most. */
function deepest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const attempts = issue.errors.map((errors) => errors[0]).filter((one) => one !== undefined)
  const furthest = attempts.sort((a, b) => b.path.length - a.path.length)[0]
  return furthest && furthest.path.length > 0
    ? deepest({ ...furthest, path: [...issue.path, ...furthest.path] })
    : issue
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
}

function describeExpected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? issue.expected
  return issue.code === 'invalid_union' ? 'a decimal string or a list' : 'something else'
}

function describeFound(input: unknown): string {
  if (input === undefined) return 'missing'
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'object') return 'an object'
  const shown = JSON.stringify(typeof input === 'string' ? input.slice(0, 40) : input).slice(0, 40)
  return typeof input === 'string' ? `the text ${shown}` : shown
}
