/** Describes an item that could not be read: which field, what was expected there and what was found. */
import * as z from 'zod/mini'
import type { UnreadItem } from '#shared/lists/page.ts'
import { removeKey } from '#platform/log/redact.ts'

/** Characters of raw JSON kept of an item. */
const MAX_RAW_LENGTH = 20_000

/** `z.safeParse` of the same item with `reportInput`, so that its issues know what was found. */
export function describeUnreadable(
  position: number,
  item: unknown,
  schema: z.core.$ZodType,
  key: string | undefined,
): UnreadItem {
  const { path, found, expected } = explainUnreadable(item, schema)
  const name = path === '' ? 'the item' : `\`${path}\``
  const raw = removeKey(jsonOf(item), key)
  return {
    position,
    path,
    reason: `${name} is ${found}, ${expected} was expected`,
    raw: raw.length > MAX_RAW_LENGTH ? `${raw.slice(0, MAX_RAW_LENGTH)}…` : raw,
  }
}

/** Nested some thousand deep it can be read, but not written: then there is nothing to show. */
function jsonOf(item: unknown): string {
  try {
    return JSON.stringify(item)
  } catch {
    return ''
  }
}

/** The field that does not fit, what it is and what was expected, as phrases: `an object`, `a decimal string`. */
export function explainUnreadable(
  item: unknown,
  schema: z.core.$ZodType,
): { path: string; found: string; expected: string } {
  const result = z.safeParse(schema, item, { reportInput: true })
  const issue = result.success ? undefined : deepest(result.error.issues[0])
  if (!issue) return { path: '', found: 'unreadable', expected: 'something else' }
  const path = issue.path.map(String).join('.').slice(0, 200)
  return { path, found: describeFound(issue.input), expected: describeExpected(issue) }
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
  const shown = JSON.stringify(input).slice(0, 40)
  return typeof input === 'string' ? `the text ${shown}` : shown
}
