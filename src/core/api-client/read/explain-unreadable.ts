/** Explains in phrases why an item, or a field of it, could not be read. */
import * as z from 'zod/mini'
import type { ExceededLimit, JsonBounds } from '#shared/json-bounds.ts'

/**
 * The limits of one item, or of a single thing. The largest real ones, calls with a block's worth of input, are far
 * below them.
 */
export const ITEM_BOUNDS: JsonBounds = { depth: 64, width: 10_000, length: 2_000_000, values: 50_000 }

interface Explanation {
  readonly path: string
  readonly found: string
  readonly expected: string
}

export function explainExcess({ bound, path }: ExceededLimit): Explanation {
  const [found, expected] = EXCESSES[bound]
  // The path to a value that is nested too deep says nothing.
  return { path: formatPath(bound === 'depth' ? path.slice(0, 3) : path), found, expected }
}

const count = (number: number) => number.toLocaleString('en')
const EXCESSES: Readonly<Record<ExceededLimit['bound'], readonly [found: string, expected: string]>> = {
  depth: [`nested in more than ${count(ITEM_BOUNDS.depth)} levels`, 'less nesting'],
  width: [`made of more than ${count(ITEM_BOUNDS.width)} entries`, 'fewer'],
  length: [`longer than ${count(ITEM_BOUNDS.length)} characters`, 'a shorter text'],
  values: [`made of more than ${count(ITEM_BOUNDS.values)} values`, 'fewer'],
}

export const formatPath = (path: readonly PropertyKey[]) =>
  path
    .map((step) => String(step).slice(0, 200))
    .join('.')
    .slice(0, 200)

/** The invalid field, its value and the expected one, as phrases: `an object`, `a decimal string`. */
export function explainUnreadable(item: unknown, schema: z.core.$ZodType): Explanation {
  // With `reportInput`, the issues contain the found value.
  const result = z.safeParse(schema, item, { reportInput: true })
  const issue = result.success ? undefined : deepest(result.error.issues[0])
  if (!issue) return { path: '', found: 'unreadable', expected: 'something else' }
  return {
    path: formatPath(issue.path),
    found: describeFound(issue.input),
    expected: describeExpected(issue),
  }
}

/** A union reports each of its attempts; the one that got furthest is the most informative. */
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
