/**
 * The signature pack that ships with the app: some ten thousand functions, events and errors by the first four bytes of
 * their hash. Lookups read the file; only the block with a signature is inflated.
 *
 * Layout, with big-endian numbers of 4 bytes: the magic; the number of functions, events and errors; the length of the
 * sources; the sorted keys of each kind; the offsets of the blocks, and their end; the sources (deflated JSON: an array of
 * names); the blocks. A block is a deflated text of up to 128 lines: a signature, a tab, the index of its source.
 */
import { inflateRawSync } from 'node:zlib'
import { runZlib } from '#platform/threads/zlib-lock.ts'
import { parseSignature, selectorOf, type AbiItem, type AbiItemKind } from '#shared/abi/abi-item.ts'
import { LruCache } from '#shared/lru-cache.ts'

export const MAGIC = 'CGSIGS01'
export const BLOCK_RECORDS = 128
export const KIND_ORDER: readonly AbiItemKind[] = ['function', 'event', 'error']

interface PackEntry {
  readonly item: AbiItem
  /** The package it is from. */
  readonly from: string
}

export interface SignaturePack {
  /** All signatures with this selector or first topic, in lower case. */
  find(kind: AbiItemKind, selector: string): readonly PackEntry[]
  readonly size: number
}

const WORD = 4
const HEADER = MAGIC.length + 4 * WORD
/** Maximum number of inflated blocks kept, about 10 kB each. */
const MAX_KEPT_BLOCKS = 64
/** Maximum size of an inflated block; those of the pack have a tenth of it. */
const MAX_BLOCK_BYTES = 256 * 1024

/** Null if the bytes are no pack. */
export function readSignaturePack(bytes: Buffer): SignaturePack | null {
  try {
    return openPack(bytes)
  } catch {
    return null
  }
}

function openPack(bytes: Buffer): SignaturePack | null {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  const word = (at: number) => bytes.readUInt32BE(at)
  const counts = KIND_ORDER.map((_kind, at) => word(MAGIC.length + at * WORD))
  const size = counts.reduce((sum, count) => sum + count, 0)
  const blockCounts = counts.map((count) => Math.ceil(count / BLOCK_RECORDS))
  const blockCount = blockCounts.reduce((sum, count) => sum + count, 0)
  const offsets = HEADER + size * WORD
  const names = offsets + (blockCount + 1) * WORD
  const blocks = names + word(MAGIC.length + 3 * WORD)
  if (blocks > bytes.length) return null
  const sources = JSON.parse(inflate(bytes.subarray(names, blocks))) as readonly string[]
  const kept = new LruCache<number, readonly string[]>({ maxSize: MAX_KEPT_BLOCKS })

  const linesOf = (block: number) =>
    kept.getOrMake(block, () =>
      inflate(
        bytes.subarray(blocks + word(offsets + block * WORD), blocks + word(offsets + (block + 1) * WORD)),
      ).split('\n'),
    )

  function entryAt(kind: number, record: number, selector: string): PackEntry | null {
    const firstBlock = blockCounts.slice(0, kind).reduce((sum, count) => sum + count, 0)
    const line = linesOf(firstBlock + Math.floor(record / BLOCK_RECORDS))[record % BLOCK_RECORDS] ?? ''
    const [signature = '', source = ''] = line.split('\t')
    const item = parseSignature(signature, KIND_ORDER[kind])
    // Keys are the first four bytes, which other topics share.
    return item && selectorOf(item) === selector ? { item, from: sources[Number(source)] ?? '' } : null
  }

  return {
    size,
    find(kind, selector) {
      const at = KIND_ORDER.indexOf(kind)
      const start = HEADER + counts.slice(0, at).reduce((sum, count) => sum + count, 0) * WORD
      const keyAt = (record: number) => word(start + record * WORD)
      const key = Number.parseInt(selector.slice(2, 10), 16)
      const found: PackEntry[] = []
      const count = counts[at] ?? 0
      for (let record = firstWith(keyAt, count, key); record < count && keyAt(record) === key; record++) {
        const entry = entryAt(at, record, selector)
        if (entry) found.push(entry)
      }
      return found
    },
  }
}

const inflate = (bytes: Buffer) =>
  runZlib(() => inflateRawSync(bytes, { maxOutputLength: MAX_BLOCK_BYTES })).toString('utf8')

/** Index of the first of the sorted keys that is at least `key`. */
function firstWith(keyAt: (record: number) => number, count: number, key: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyAt(middle) < key) low = middle + 1
    else high = middle
  }
  return low
}
