/**
 * The variables of a layout that are in given slots. What a mapping has at a key is where the hash of the key says: a key is
 * found by trying, and what fits is proven. Layout and keys are anybody's word, so steps and hashes are counted.
 */
import {
  dataSlot,
  elementAt,
  foundAs,
  itemAt,
  keyText,
  leafAt,
  memberAt,
  packingOf,
  valueOfKey,
  type Found,
  type LayoutType,
  type StorageLayout,
  type StoragePlace,
} from './storage-layout.ts'

/** What may be a key of a mapping, the likeliest first; in hex. */
export interface SeenKeys {
  /** Of 32 bytes each. */
  readonly words: readonly string[]
  /** Of strings and bytes. */
  readonly texts: readonly string[]
}

/** How much may be done still. */
export interface SearchBudget {
  hashes: number
  steps: number
}

const MAX_DEPTH = 8
/** The elements of a static array that are looked into though none of their own slots is wanted. */
const MAX_ELEMENTS = 100n
/** What is further behind the beginning of an array or a text is not of it. */
const MAX_SLOTS = 2n ** 40n
/** A word has no more variables. */
const MAX_NAMES = 32

interface Search {
  readonly layout: StorageLayout
  readonly keys: SeenKeys
  /** In order, each once. */
  readonly slots: readonly bigint[]
  readonly names: Map<bigint, StoragePlace[]>
  readonly budget: SearchBudget
  readonly mappings: Found[]
}

export function nameSlots(
  layout: StorageLayout,
  wanted: Iterable<bigint>,
  keys: SeenKeys,
  budget: SearchBudget,
): ReadonlyMap<bigint, readonly StoragePlace[]> {
  const slots = [...new Set(wanted)].sort((one, other) => (one < other ? -1 : 1))
  const search: Search = { layout, keys, slots, names: new Map(), budget, mappings: [] }
  for (const item of layout.items) lookInto(search, foundAs(item), 0)
  // It grows meanwhile: those inside of another one come after it.
  for (const found of search.mappings) if (search.names.size < slots.length) lookIntoMapping(search, found)
  return search.names
}

function lookIntoMapping(search: Search, found: Found) {
  const { budget } = search
  for (const at of elementsOf(search.layout, found, search.keys)) {
    if (budget.hashes <= 0) return
    budget.hashes -= 1
    lookInto(search, at(), 0)
  }
}

/** What a mapping may have: hashed where it is called. */
function* elementsOf(layout: StorageLayout, found: Found, keys: SeenKeys): Generator<() => Found> {
  const type = layout.type(found.type)
  const [keyType, valueType] = [type?.key == null ? undefined : layout.type(type.key), type?.value]
  if (!keyType || valueType == null) return
  for (const key of keyType.encoding === 'bytes' ? keys.texts : keys.words) {
    const text = keyText(keyType, key)
    if (text !== undefined) yield () => valueOfKey(found, valueType, key, text)
  }
}

function lookInto(search: Search, found: Found, depth: number) {
  const { layout, budget } = search
  budget.steps -= 1
  const type = layout.type(found.type)
  if (!type || depth > MAX_DEPTH || budget.steps < 0) return
  const leaf = leafAt(found, type)
  if (!leaf) lookIntoParts(search, found, type, depth)
  else if (leaf.kind === 'mapping') search.mappings.push(found)
  else {
    addName(search, leaf)
    if (leaf.kind === 'text') nameText(search, found, leaf)
    if (leaf.kind === 'length' && type.base !== null) {
      const { base } = type
      for (const at of indexesIn(search, dataOf(search, found), base, MAX_SLOTS))
        lookInto(search, itemAt(layout, found, base, at), depth + 1)
    }
  }
}

function lookIntoParts(search: Search, found: Found, { members, base, length }: LayoutType, depth: number) {
  const { layout } = search
  for (const member of members) lookInto(search, memberAt(found, member), depth + 1)
  if (members.length > 0 || base === null) return
  const indexes = new Set(indexesIn(search, found.slot, base, length))
  // What is behind its slots: elements of mappings, arrays and texts.
  const isPlain = leafAt({ ...found, type: base }, layout.type(base))?.kind === 'value'
  for (let at = 0n; !isPlain && at < length && at < MAX_ELEMENTS; at += 1n) indexes.add(at)
  for (const at of indexes) lookInto(search, elementAt(layout, found, base, at), depth + 1)
}

/** Of the elements that have wanted slots: they begin at `from`, and are no more than `length`. */
function indexesIn(search: Search, from: bigint | null, base: string, length: bigint): ReadonlySet<bigint> {
  const indexes = new Set<bigint>()
  if (from === null) return indexes
  const { perWord, wordsEach } = packingOf(search.layout, base)
  for (const slot of slotsIn(search, from, (length * wordsEach) / perWord + 1n)) {
    const first = ((slot - from) / wordsEach) * perWord
    for (let at = first; at < first + perWord && at < length; at += 1n) indexes.add(at)
  }
  return indexes
}

function nameText(search: Search, found: Found, text: StoragePlace) {
  const data = dataOf(search, found)
  if (data === null) return
  for (const slot of slotsIn(search, data, MAX_SLOTS)) {
    const from = (slot - data) * 32n
    addName(search, {
      ...text,
      kind: 'part',
      slot,
      type: `bytes ${String(from)}–${String(from + 31n)} of ${text.type}`,
    })
  }
}

function dataOf({ budget }: Search, { slot }: Found): bigint | null {
  if (budget.hashes <= 0) return null
  budget.hashes -= 1
  return dataSlot(slot)
}

function addName(search: Search, place: StoragePlace) {
  if (slotsIn(search, place.slot, 1n).length === 0) return
  const known = search.names.get(place.slot) ?? []
  if (known.length < MAX_NAMES) search.names.set(place.slot, [...known, place])
}

/** The wanted slots among so many from this one on. */
function slotsIn({ slots }: Search, from: bigint, count: bigint): readonly bigint[] {
  let low = 0
  for (let high = slots.length; low < high;) {
    const middle = (low + high) >> 1
    if ((slots[middle] ?? 0n) < from) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < slots.length && (slots[end] ?? 0n) < from + count) end += 1
  return slots.slice(low, end)
}
