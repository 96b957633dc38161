/** Cursors: opaque maps of scalars, sent back unchanged except for texts that look like keys. */
import { findExceededLimit, type JsonBounds } from '#shared/json-bounds.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { REMOVED } from '#platform/log/remove-secrets.ts'

/** A cursor becomes a URL: real ones have about a dozen keys, with texts of the length of a hash or a name. */
const BOUNDS: JsonBounds = { depth: 1, width: 64, length: 2_000, values: 64 }

/**
 * Reads `next_page_params` as a cursor; `null` if no page follows (null, `{}`, absent), `undefined` if it is no
 * cursor.
 */
export function readCursor(params: unknown): Cursor | null | undefined {
  if (params === undefined || params === null) return null
  if (typeof params !== 'object' || Array.isArray(params)) return undefined
  const entries = Object.entries(params)
  if (findExceededLimit(params, BOUNDS)) return undefined
  if (!entries.every((entry): entry is [string, Cursor[string]] => isScalar(entry[1]))) return undefined
  const cursor = removeKeys(Object.fromEntries(entries))
  return Object.keys(cursor).length === 0 ? null : cursor
}

/**
 * Drops members that are keys by their name or value. A plain `token` is not such a name: in this API's queries it is
 * a contract (as in `token_id`, `unique_token`), and a cursor without it would return page 1 forever.
 */
export function removeKeys(cursor: Cursor): Cursor {
  return Object.fromEntries(
    Object.entries(cursor).filter(([name, value]) => !isKeyName(name) && !isKeyValue(value)),
  )
}

/** A cursor's canonical text, independent of the order of keys and of number or text form. */
export function formatCursor(cursor: Cursor): string {
  return JSON.stringify(
    Object.keys(cursor)
      .sort()
      .map((name) => [name, String(cursor[name])]),
  )
}

const KEY_NAMES = new Set([
  'apikey',
  'xapikey',
  'key',
  'accesskey',
  'secretkey',
  'secret',
  'password',
  'authorization',
  'bearer',
  'accesstoken',
  'authtoken',
  'apiv2temptoken',
])
const isKeyName = (name: string) => KEY_NAMES.has(name.toLowerCase().replace(/[-_\s]/g, ''))
const isKeyValue = (value: Cursor[string]) =>
  typeof value === 'string' && (value.includes(REMOVED) || /^proapi_/i.test(value))

const isScalar = (value: unknown): value is Cursor[string] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
