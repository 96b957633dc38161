/** Cursors: opaque maps of scalars, sent back as they came, without what looks like a key. */
import { findExcess, type JsonBounds } from '#shared/json-bounds.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { REMOVED } from '#platform/log/remove-secrets.ts'

/** It becomes a URL: real ones have a dozen keys, and texts of a hash or a name. */
const BOUNDS: JsonBounds = { depth: 1, width: 64, length: 2_000, values: 64 }

/** `next_page_params` as a cursor, `null` where no page follows (null, `{}`, absent). `undefined`: not a cursor at all. */
export function readCursor(params: unknown): Cursor | null | undefined {
  if (params === undefined || params === null) return null
  if (typeof params !== 'object' || Array.isArray(params)) return undefined
  const entries = Object.entries(params)
  if (findExcess(params, BOUNDS)) return undefined
  if (!entries.every((entry): entry is [string, Cursor[string]] => isScalar(entry[1]))) return undefined
  const cursor = removeKeys(Object.fromEntries(entries))
  return Object.keys(cursor).length === 0 ? null : cursor
}

/**
 * Drops what is a key by its name, and what is one by its value. A bare `token` is no such name: it is a contract in
 * this API's queries (as in `token_id`, `unique_token`), and a cursor that lost a part of it gives page 1 for ever.
 */
export function removeKeys(cursor: Cursor): Cursor {
  return Object.fromEntries(
    Object.entries(cursor).filter(([name, value]) => !isKeyName(name) && !isKeyValue(value)),
  )
}

/** The one text form of a cursor, whatever the order of its keys and whether a number came as number or text. */
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
