/** Reads the items of a file a person gives: an ABI, an artifact, or a list of signatures. Does not throw. */
import { parseLosslessJson, type TextBounds } from '../lossless-json.ts'
import { parseSignature, readAbiItem, selectorOf, type AbiItem } from './abi-item.ts'

/** Maximum number of items; a file of 5 MB has fewer. */
export const MAX_ABI_ITEMS = 20_000
const MAX_DEPTH = 6
/**
 * Limits for parsing JSON. An artifact of 5 MB contains syntax trees of its sources: many values, but only some
 * hundred different keys.
 */
const BOUNDS: TextBounds = { values: 2_000_000, keys: 50_000 }

/**
 * Reads a JSON array, an object with `abi` (Foundry, Hardhat, Truffle, compiler output), or several of them. Other
 * text has one signature a line, optionally after its selector: `0xa9059cbb,transfer(address,uint256)`. Leaves out
 * invalid parts; returns an empty list if nothing is valid.
 */
export function readAbiFile(text: string): readonly AbiItem[] {
  const start = text.trimStart()[0]
  if (start !== '[' && start !== '{') return withoutRepeats(readLines(text))
  try {
    return withoutRepeats(readJson(parseLosslessJson(text, BOUNDS).json, 0))
  } catch {
    return []
  }
}

function* readJson(json: unknown, depth: number): Generator<AbiItem> {
  if (typeof json === 'string') {
    const item = parseSignature(json)
    if (item) yield item
  }
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) return
  const item = readAbiItem(json)
  if (item) yield item
  else for (const value of Object.values(json)) yield* readJson(value, depth + 1)
}

/**
 * A line: an optional selector and separator, then a signature, with optional quotes as in CSV. No two parts take the same
 * characters: each line is read once.
 */
const LINE = /^"?(0x(?:[0-9a-f]{64}|[0-9a-f]{8})(?![0-9a-f]))?"?[\s,;]*(?:"\s*)?([^"\s,;][^"]*)?"?;?$/i

function* readLines(text: string): Generator<AbiItem> {
  for (const line of text.split('\n', 2 * MAX_ABI_ITEMS)) {
    const [, selector = '', signature = ''] = LINE.exec(line.trim().slice(0, 9_000)) ?? []
    const item = parseSignature(signature, selector.length > 10 ? 'event' : 'function')
    // A line whose selector does not match its signature is left out.
    if (item && (selector === '' || selectorOf(item) === selector.toLowerCase())) yield item
  }
}

/** Removes repeated items, because many artifacts contain the same function. */
function withoutRepeats(items: Iterable<AbiItem>): readonly AbiItem[] {
  const found = new Map<string, AbiItem>()
  for (const item of items) {
    if (found.size >= MAX_ABI_ITEMS) break
    const topics = item.inputs.map(({ isIndexed }) => (isIndexed ? 'i' : '-')).join('')
    const key = `${item.kind} ${item.name}(${item.inputs.map(({ type }) => type.canonical).join()}) ${topics}`
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}
