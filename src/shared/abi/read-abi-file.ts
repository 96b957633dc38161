/** The items in a file that a person gives: an ABI, an artifact, or a list of signatures. It never throws. */
import { parseLosslessJson, type TextBounds } from '../lossless-json.ts'
import { parseSignature, readAbiItem, selectorOf, type AbiItem } from './abi-item.ts'

/** A file of 5 MB has no more of them. */
export const MAX_ABI_ITEMS = 20_000
const MAX_DEPTH = 6
/** An artifact of 5 MB holds the syntax trees of its sources: very many values, of some hundred keys. */
const BOUNDS: TextBounds = { values: 2_000_000, keys: 50_000 }

/**
 * A JSON array, an object with `abi` (of Foundry, Hardhat, Truffle, compiler output), or several of them; else a text
 * with a signature on each line, after its selector where there is one: `0xa9059cbb,transfer(address,uint256)`. What can't
 * be read of it is left out; empty where nothing can.
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

/** A selector and a separator before the signature; the quotes that a table puts around commas. */
const LINE = /^"?(0x(?:[0-9a-f]{64}|[0-9a-f]{8})(?![0-9a-f]))?"?[\s,;]*"?([^"]*)"?;?$/i

function* readLines(text: string): Generator<AbiItem> {
  for (const line of text.split('\n', 2 * MAX_ABI_ITEMS)) {
    const [, selector = '', signature = ''] = LINE.exec(line.trim().slice(0, 9_000)) ?? []
    const item = parseSignature(signature, selector.length > 10 ? 'event' : 'function')
    // A list that says another selector than its signature has is not to be trusted in this.
    if (item && (selector === '' || selectorOf(item) === selector.toLowerCase())) yield item
  }
}

/** The same function stands in many artifacts. */
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
