/**
 * Finds the variables of a layout in given slots. A hash of the key says where a mapping has its value: trying finds the key,
 * and the slot proves it. Layout and keys are anybody's word, so steps and hashes are counted.
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

/** Possible keys of mappings, the likeliest first; in hex. */
export interface SeenKeys {
  /** Each has 32 bytes. */
  readonly words: readonly string[]
  /** Keys of the types string and bytes. */
  readonly texts: readonly string[]
  /** Whether calls and logs have more. */
  readonly isCut: boolean
}

/** The work that may be done still. */
export interface SearchBudget {
  hashes: number
  steps: number
}

const MAX_DEPTH = 8
/** The elements of a static array that are looked into though none of their own slots is wanted. */
const MAX_ELEMENTS = 100n
/** A slot that is further behind the beginning of an array or a text does not belong to it. */
const MAX_SLOTS = 2n ** 40n
/** A word has no more variables. */
const MAX_NAMES = 32

interface Search {
  readonly layout: StorageLayout
  readonly keys: Pick<SeenKeys, 'words' | 'texts'>
  /** Sorted, each slot once. */
  readonly slots: readonly bigint[]
  readonly names: Map<bigint, StoragePlace[]>
  readonly budget: SearchBudget
  readonly mappings: Found[]
  /** By the type of the key. */
  readonly fitting: Map<string, readonly FittingKey[]>
}
type FittingKey = readonly [key: string, text: string]

export function nameSlots(
  layout: StorageLayout,
  wanted: Iterable<bigint>,
  keys: Pick<SeenKeys, 'words' | 'texts'>,
  budget: SearchBudget,
): ReadonlyMap<bigint, readonly StoragePlace[]> {
  const slots = [...new Set(wanted)].sort((one, other) => (one < other ? -1 : 1))
  const search: Search = { layout, keys, slots, names: new Map(), budget, mappings: [], fitting: new Map() }
  for (const item of layout.items) lookInto(search, foundAs(item), 0)
  // The list grows meanwhile: a mapping inside of another one comes after it.
  for (const found of search.mappings) if (search.names.size < slots.length) lookIntoMapping(search, found)
  return search.names
}

function lookIntoMapping(search: Search, found: Found) {
  const { layout, budget } = search
  const type = layout.type(found.type)
  if (type?.key == null || type.value === null) return
  for (const [key, text] of keysOf(search, type.key)) {
    if (budget.hashes <= 0) return
    budget.hashes -= 1
    lookInto(search, valueOfKey(found, type.value, key, text), 0)
  }
}

/** The keys that fit a type, in hex and as they are typed. A layout may have any number of types: each look is a step. */
function keysOf({ layout, keys, budget, fitting }: Search, id: string): readonly FittingKey[] {
  const known = fitting.get(id)
  if (known) return known
  const type = layout.type(id)
  const found: FittingKey[] = []
  for (const key of type?.encoding === 'bytes' ? keys.texts : keys.words) {
    if (!type || budget.steps <= 0) break
    budget.steps -= 1
    const text = keyText(type, key)
    if (text !== undefined) found.push([key, text])
  }
  // Small words are numbers rather than addresses. Mappings inside of mappings may use up the hashes.
  const sign = type?.bytes === 20n ? 1 : -1
  found.sort(([one], [other]) => sign * (Number(isSmall(one)) - Number(isSmall(other))))
  fitting.set(id, found)
  return found
}

const isSmall = (key: string) => /^0{48}/.test(key)

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
  // Elements of mappings, arrays and texts have slots elsewhere.
  const isPlain = leafAt({ ...found, type: base }, layout.type(base))?.kind === 'value'
  for (let at = 0n; !isPlain && at < length && at < MAX_ELEMENTS; at += 1n) indexes.add(at)
  for (const at of indexes) lookInto(search, elementAt(layout, found, base, at), depth + 1)
}

/** The indexes of the elements that have wanted slots: elements begin at `from`, and are no more than `length`. */
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
