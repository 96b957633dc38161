/** Describes an item that could not be read: which field, what was expected there and what was found. */
import * as z from 'zod/mini'
import { findExcess, type Excess, type JsonBounds } from '#shared/json-bounds.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import { removeKey } from '#platform/log/redact.ts'
import type { LosslessJson } from './lossless-json.ts'

/** Characters of raw JSON kept of an item. */
const MAX_RAW_LENGTH = 20_000

/** Of one item, or of a single thing. The largest there are, calls with a block's worth of input, are far from them. */
const BOUNDS: JsonBounds = { depth: 64, width: 10_000, length: 2_000_000, values: 50_000 }

/** What makes an item of this text more than can be shown, whatever its schema says. Most texts are too small for any. */
export const createExcessFinder = (text: string, { depth, values }: LosslessJson) =>
  depth <= BOUNDS.depth && values < BOUNDS.width && text.length <= BOUNDS.length
    ? () => undefined
    : (item: unknown): Excess | undefined => findExcess(item, BOUNDS)

/** `excess`: where the item was not looked at any further for it. */
export function describeUnreadable(
  position: number,
  item: unknown,
  schema: z.core.$ZodType,
  excess?: Excess,
): UnreadItem {
  const explanation = excess ? explainExcess(excess) : explainUnreadable(item, schema)
  return { position, ...explanation, raw: writeRaw(item) }
}

/** Longer than any key: no part of one is left at the end of what was cut. */
const MAX_KEY_LENGTH = 1_600

function writeRaw(item: unknown): string {
  const json = writeJson(item, MAX_RAW_LENGTH + MAX_KEY_LENGTH)
  const isCut = json.length >= MAX_RAW_LENGTH + MAX_KEY_LENGTH
  const raw = removeKey(isCut ? json.slice(0, -MAX_KEY_LENGTH) : json)
  return isCut || raw.length > MAX_RAW_LENGTH ? `${raw.slice(0, MAX_RAW_LENGTH)}…` : raw
}

/** JSON.stringify that stops at `length`, and writes `…` for what is nested too deep. */
function writeJson(item: unknown, length: number): string {
  let out = ''
  const write = (value: unknown, level: number) => {
    if (out.length >= length) return
    if (typeof value === 'string') out += JSON.stringify(value.slice(0, length))
    else if (typeof value !== 'object' || value === null) out += JSON.stringify(value)
    else if (level >= BOUNDS.depth) out += '"…"'
    else if (Array.isArray(value)) {
      out += '['
      value.every((one, index) => {
        if (index > 0) out += ','
        write(one, level + 1)
        return out.length < length
      })
      out += ']'
    } else {
      out += '{'
      Object.keys(value).every((name, index) => {
        out += `${index > 0 ? ',' : ''}${JSON.stringify(name.slice(0, length))}:`
        write((value as Readonly<Record<string, unknown>>)[name], level + 1)
        return out.length < length
      })
      out += '}'
    }
  }
  write(item, 0)
  return out.slice(0, length)
}

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
