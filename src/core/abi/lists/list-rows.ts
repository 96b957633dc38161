/** Reads the signatures in a list: CSV, plain lines, or JSON of any form. Other texts are counted and left out. */
import { parseLosslessJson, type TextBounds } from '#shared/lossless-json.ts'

export interface ListRow {
  /** As in the list: `transfer(address,uint256)`, optionally with `function`, `event` or `error` before it. */
  readonly signature: string
  /** The first four bytes of its hash by the list, unchecked; undefined if the list gives none. */
  readonly key: number | undefined
}

export type ReadRow = ListRow | 'unread'

const MAX_SIGNATURE_LENGTH = 2_000
const START = /(?:(?:function|event|error) )?[A-Za-z_$][\w$]*\(/
const IN_BRACKETS = /[\w$,()[\] ]/
const HASH = /^(?:0x)?(?:[0-9a-f]{8}|[0-9a-f]{64})$/i
const MAX_DEPTH = 8

export const isHash = (text: string): boolean => HASH.test(text)

/** The first four bytes of a selector or topic in hex. */
export const keyOfHash = (hash: string): number => Number.parseInt(hash.replace(/^0x/i, '').slice(0, 8), 16)

/** Reads a text that is a signature, optionally followed by its return types. */
export function readSignature(text: string): string | null {
  const plain = text.trim()
  const found = plain.length <= MAX_SIGNATURE_LENGTH ? findSignature(plain) : null
  return found?.start === 0 && !/[,;]/.test(plain.slice(found.end, found.end + 1)) ? found.signature : null
}

/** Finds the first signature in a text, up to its closing bracket. */
function findSignature(text: string): { signature: string; start: number; end: number } | null {
  const start = START.exec(text)?.index ?? -1
  if (start < 0) return null
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at++) {
    if (!IN_BRACKETS.test(text[at] ?? '')) return null
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0)
      return { signature: text.slice(start, at + 1), start, end: at + 1 }
  }
  return null
}

/** Reads one line with any columns; undefined for an empty one. */
export function readLine(line: string): ReadRow | undefined {
  const text = line.slice(0, MAX_SIGNATURE_LENGTH).trim()
  if (text === '') return undefined
  const found = findSignature(text)
  if (found === null) return 'unread'
  const others = `${text.slice(0, found.start)} ${text.slice(found.end)}`
  const hash = others.split(/[\s,;"'|]+/).find(isHash)
  return { signature: found.signature, key: hash === undefined ? undefined : keyOfHash(hash) }
}

/**
 * Limits for parsing JSON. A file of 64 MB has fewer signatures; an object from selector to signature has one key for each.
 */
const JSON_BOUNDS: TextBounds = { values: 10_000_000, keys: 500_000 }

/**
 * Finds signatures anywhere in JSON. The hash of a signature is its key, or a text beside it. Throws SyntaxError for
 * invalid JSON, and TooManyValuesError.
 */
export function* readJsonRows(text: string): Generator<ReadRow> {
  yield* walk(parseLosslessJson(text, JSON_BOUNDS).json, undefined, 0)
}

function* walk(json: unknown, key: number | undefined, depth: number): Generator<ReadRow> {
  if (typeof json === 'string') {
    const signature = readSignature(json)
    if (signature !== null) yield { signature, key }
    else if (!isHash(json)) yield 'unread'
  }
  if (typeof json !== 'object' || json === null) return
  if (depth > MAX_DEPTH) yield 'unread'
  else if (Array.isArray(json)) for (const each of json as unknown[]) yield* walk(each, key, depth + 1)
  else yield* walkObject(json as Readonly<Record<string, unknown>>, key, depth)
}

function* walkObject(
  json: Readonly<Record<string, unknown>>,
  key: number | undefined,
  depth: number,
): Generator<ReadRow> {
  const values = Object.values(json)
  const hash = values.find((value) => typeof value === 'string' && isHash(value))
  const hashKey = typeof hash === 'string' ? keyOfHash(hash) : key
  for (const [name, value] of Object.entries(json)) {
    const below = isHash(name) ? keyOfHash(name) : hashKey
    // Other texts of a record, such as a time or an author, are no rows.
    if (typeof value !== 'string' || readSignature(value) !== null) yield* walk(value, below, depth + 1)
    else if (isHash(name)) yield 'unread'
  }
}
