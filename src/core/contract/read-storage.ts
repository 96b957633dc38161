/** Reads storage of a contract from a node, named by a layout where one is known. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { word } from '#platform/json-rpc/wire.ts'
import type { ReadBlock, StorageValue, StoredVariable } from '#shared/rpc/contract/contracts.ts'
import { replaceInvisible } from '#shared/text/hostile-text.ts'
import { UntrustedNode } from '../check/node-problem.ts'
import { readBlock } from './read-functions.ts'
import { dataSlot, slotPlace, textLength, valueAt, wordOf, type StoragePlace } from './storage-layout.ts'

/** Bytes of a text that are read and shown. */
const MAX_TEXT_BYTES = 1_024
/** Number of slots read for all texts together. */
const MAX_TEXT_SLOTS = 2_000
/** Size of an answer with a hundred words and the JSON around them. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** Slots by a standard (EIP-1967), which no layout has. */
export const STANDARD_SLOTS: readonly StoragePlace[] = [
  ['EIP-1967 implementation', '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'],
  ['EIP-1967 admin', 'b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'],
  ['EIP-1967 beacon', 'a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'],
].map(([name = '', slot = '']) => slotPlace(BigInt(`0x${slot}`), name, 'address'))

interface At {
  readonly address: string
  readonly block: ReadBlock
}

/** A value, and whether it is of an element that its array does not have. */
export interface PlaceValue extends StorageValue {
  readonly isBeyond: boolean
}

/** The value of each place at the block, in order. */
export async function readPlaces(
  node: NodeConnection,
  at: At,
  places: readonly StoragePlace[],
): Promise<readonly PlaceValue[]> {
  const words = await readSlots(
    node,
    at,
    places.flatMap(({ slot, inside }) => [slot, ...inside.map((array) => array.slot)]),
  )
  let left = MAX_TEXT_SLOTS
  const slotsOfTexts = places.flatMap(({ kind, slot }) => {
    const text = kind === 'text' ? textLength(words.get(slot) ?? '0') : null
    if (!text?.isLong) return []
    const bytes = text.bytes > BigInt(MAX_TEXT_BYTES) ? MAX_TEXT_BYTES : Number(text.bytes)
    const count = Math.min(Math.ceil(bytes / 32), left)
    left -= count
    return Array.from({ length: count }, (_, nth) => dataSlot(slot) + BigInt(nth))
  })
  const further = await readSlots(node, at, slotsOfTexts)
  // A node may have moved to another branch meanwhile: words of two blocks are the state of none.
  const { hash } = await readBlock(node, at.block.height)
  if (hash !== at.block.hash) throw new UntrustedNode({ kind: 'unknown' })
  return places.map((place) => {
    const word = words.get(place.slot) ?? wordOf(0n)
    const value = place.kind === 'text' ? textAt(place, word, further) : valueAt(place, word)
    const isBeyond = place.inside.some((array) => array.at >= BigInt(`0x${words.get(array.slot) ?? '0'}`))
    return { word: `0x${word}`, value, isBeyond }
  })
}

/** Null where it is no text, and where nothing of it was read. What was cut ends with its length. */
export function textAt({ slot, type }: StoragePlace, word: string, further: ReadonlyMap<bigint, string>) {
  const { bytes, isLong } = textLength(word)
  let hex = word
  if (isLong) {
    hex = ''
    for (let at = dataSlot(slot), next = further.get(at); next !== undefined; next = further.get((at += 1n)))
      hex += next
  }
  if (isLong !== bytes > 31n || (isLong && hex === '')) return null
  const length = bytes > BigInt(MAX_TEXT_BYTES) ? MAX_TEXT_BYTES : Number(bytes)
  const given = Buffer.from(hex.slice(0, 2 * length), 'hex')
  const text =
    type === 'string' ? replaceInvisible(given.toString('utf8'), '\ufffd') : `0x${given.toString('hex')}`
  return BigInt(given.length) === bytes ? text : `${text}… (${String(bytes)} bytes)`
}

/**
 * Whether a standard slot of the contract (EIP-1967) is in use. It only decides on names: false where the node does not say.
 */
export async function isProxy(node: NodeConnection, at: At): Promise<boolean> {
  try {
    const words = await readSlots(
      node,
      at,
      STANDARD_SLOTS.map(({ slot }) => slot),
    )
    return [...words.values()].some((word) => BigInt(`0x${word}`) !== 0n)
  } catch (error) {
    if (error instanceof NodeRefusal || error instanceof UntrustedNode) return false
    throw error
  }
}

export async function readSlots(
  node: NodeConnection,
  { address, block }: At,
  slots: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const distinct = [...new Set(slots)]
  const tag = `0x${block.height.toString(16)}`
  const answers = await node.many(
    distinct.map((slot) => ({ method: 'eth_getStorageAt', params: [address, `0x${wordOf(slot)}`, tag] })),
    { maxBytes: MAX_ANSWER_BYTES },
  )
  return new Map(
    distinct.map((slot, nth) => {
      const answer = answers[nth]
      if (answer instanceof NodeRefusal) {
        if (answer.meaning === 'gone') throw new UntrustedNode({ kind: 'pruned', height: block.height })
        throw answer
      }
      return [slot, word(answer?.result, 'a word of storage')]
    }),
  )
}

export const describePlace = (
  place: StoragePlace,
  { word, value, isBeyond }: PlaceValue,
  against: PlaceValue | null,
): StoredVariable => ({
  ...{ path: place.path, type: place.type, kind: place.kind, offset: place.offset, bytes: place.bytes },
  slot: `0x${wordOf(place.slot)}`,
  ...{ word, value, isBeyond },
  against: against && { word: against.word, value: against.value },
})
