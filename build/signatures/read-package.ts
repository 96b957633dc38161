/** Finds ABIs in the files of a package: JSON, artifacts, literals and signatures in JavaScript and TypeScript. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSignature, readAbiItem, type AbiItem } from '../../src/shared/abi/abi-item.ts'

const KINDS = /\.(json|js|cjs|mjs|ts|cts|mts)$/
/** Build information and source maps hold the same once more. */
const LEFT_OUT =
  /(\.dbg|\.map|package|package-lock|tsconfig[^/]*)\.json$|(^|\/)(build-info|test|tests|mocks?)\//i
const MAX_FILE_BYTES = 40 * 1024 * 1024

/** All items, in the order of the files' names; the same one comes as often as it is written. */
export function* readPackage(folder: string): Generator<AbiItem> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files) {
    const path = join(folder, file)
    if (!KINDS.test(file) || LEFT_OUT.test(file) || !statSync(path).isFile()) continue
    if (statSync(path).size > MAX_FILE_BYTES) continue
    const text = readFileSync(path, 'utf8')
    yield* file.endsWith('.json') ? readJson(text) : readScript(text)
  }
}

function* readJson(text: string): Generator<AbiItem> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return
  }
  yield* walk(json, 0)
}

function* walk(json: unknown, depth: number): Generator<AbiItem> {
  if (typeof json !== 'object' || json === null || depth > 8) return
  const type = (json as { type?: unknown }).type
  const item = type === 'function' || type === 'event' || type === 'error' ? readAbiItem(json) : null
  if (item) yield item
  else for (const value of Object.values(json)) yield* walk(value, depth + 1)
}

const TYPE = /["']?\btype["']?\s*:\s*["'`](?:function|event|error)["'`]/g
/** `function transfer(address to)` in quotes. */
const QUOTED = /["'`]((?:function|event|error)\s+[A-Za-z_$][\w$]*\([^"'`\n;{}]*)["'`]/g

function* readScript(text: string): Generator<AbiItem> {
  // Some packages hold JSON in a string.
  const plain = text.includes('\\"type\\"') ? text.replaceAll('\\"', '"') : text
  let end = 0
  for (const { index } of plain.matchAll(TYPE)) {
    if (index < end) continue
    const start = openingBrace(plain, index)
    const close = start < 0 ? -1 : closingBrace(plain, start)
    if (close < 0) continue
    const item = readAbiItem(readLiteral(plain.slice(start, close + 1)))
    if (item) yield item
    end = close
  }
  for (const [, signature = ''] of text.matchAll(QUOTED)) {
    const item = parseSignature(signature)
    if (item) yield item
  }
}

/** Items are short: what is further away belongs to something else. */
const MAX_ITEM_LENGTH = 20_000

function openingBrace(text: string, from: number): number {
  let depth = 0
  for (let at = from; at >= 0 && from - at < MAX_ITEM_LENGTH; at--) {
    if (text[at] === '}') depth += 1
    else if (text[at] === '{' && depth-- === 0) return at
  }
  return -1
}

function closingBrace(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length && at - from < MAX_ITEM_LENGTH; at++) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

/** An object as JavaScript writes it: keys without quotes, other quotes, commas at the end, `!0` for true. */
function readLiteral(text: string): unknown {
  const json = text
    .replace(/\/\/[^\n]*$/gm, '')
    .replace(/'([^'"\n]*)'|`([^`"\n]*)`/g, (_all, one?: string, two?: string) => `"${one ?? two ?? ''}"`)
    .replace(/([{,]\s*)([A-Za-z_$][\w$]*)\s*:/g, '$1"$2":')
    .replace(/:\s*!0/g, ':true')
    .replace(/:\s*!1/g, ':false')
    .replace(/\bas const\b/g, '')
    .replace(/,(\s*[}\]])/g, '$1')
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
