/**
 * Places of variables in storage, by the layout that solc writes. A layout is anybody's word: what it says is bounded, and a
 * variable that can't be where it says is shown as the whole word.
 */
import { isUtf8 } from 'node:buffer'
import { keccak256 } from 'viem/utils'
import { encodeCall } from '#shared/abi/encode-values.ts'
import { parseSignature } from '#shared/abi/abi-item.ts'
import { isRecord } from '#shared/is-record.ts'
import type { StoredVariable } from '#shared/rpc/contract/contracts.ts'
import { plainName, replaceInvisible } from '#shared/text/hostile-text.ts'
import { numberWord } from '#shared/abi/words.ts'

/** How the bytes at a place are read. */
type PlaceKind = StoredVariable['kind']

export interface StoragePlace {
  /** As it is typed: `book.pair.left`; null for a bare slot. */
  readonly path: string | null
  readonly type: string
  readonly kind: PlaceKind
  readonly slot: bigint
  /** Position of the value's lowest byte, in bytes from the right of the word. */
  readonly offset: number
  readonly bytes: number
  /** For an element: the dynamic arrays around it, each of which may be shorter. */
  readonly inside: readonly Element[]
}

interface Element {
  /** Slot of the array's length. */
  readonly slot: bigint
  readonly at: bigint
}

export interface Places {
  readonly places: readonly StoragePlace[]
  readonly mappings: ReadonlyMap<StoragePlace, Found>
  /** Whether there are more. */
  readonly isCut: boolean
}

/** Number of places in an answer. */
export const MAX_PLACES = 1_000
const MAX_DEPTH = 8
const MAX_VISITS = 10_000
const MAX_ELEMENTS = 100n
const WORD = 32
const SLOTS = 2n ** 256n

interface LayoutItem {
  readonly label: string
  readonly type: string
  readonly slot: bigint
  readonly offset: number
}
export interface LayoutType {
  readonly label: string
  /** Number of elements of a static array. */
  readonly length: bigint
  readonly encoding: string
  readonly bytes: bigint
  readonly base: string | null
  readonly key: string | null
  readonly value: string | null
  readonly members: readonly LayoutItem[]
}
export interface StorageLayout {
  readonly items: readonly LayoutItem[]
  readonly type: (id: string) => LayoutType | undefined
}

const listOf = (json: unknown) => (Array.isArray(json) ? (json as readonly unknown[]) : [])
const textOf = (json: unknown) => (typeof json === 'string' ? json : null)
const numberOf = (json: unknown): bigint | null => {
  const text = typeof json === 'number' ? String(json) : textOf(json)
  return text !== null && /^\d{1,78}$/.test(text) ? BigInt(text) : null
}

/** Null if it is none. Takes the layout itself, or what has it as `storageLayout`, such as an artifact. */
export function readLayout(json: unknown): StorageLayout | null {
  if (!isRecord(json)) return null
  const layout = isRecord(json.storageLayout) ? json.storageLayout : json
  const { storage, types } = layout
  if (!Array.isArray(storage)) return null
  const all = isRecord(types) ? types : {}
  const known = new Map<string, LayoutType | undefined>()
  const type = (id: string) => {
    if (!known.has(id)) known.set(id, Object.hasOwn(all, id) ? readType(all[id]) : undefined)
    return known.get(id)
  }
  return { items: readItems(storage), type }
}

interface NamedLayout {
  /** Under which its variables are, as under that of a struct; null if they have none. */
  readonly name: string | null
  readonly layout: StorageLayout
}

/** Makes one layout of several. */
export function joinLayouts(parts: readonly NamedLayout[]): StorageLayout {
  const known = new Map<string, LayoutType | undefined>()
  const itemsOf = (part: number): readonly LayoutItem[] =>
    (parts[part]?.layout.items ?? []).map((item) => ({ ...item, type: `${String(part)} ${item.type}` }))
  const read = (id: string): LayoutType | undefined => {
    const [, part = '', own] = /^(\d+)(?: (.*))?$/s.exec(id) ?? []
    if (own === undefined) return { ...NAMED, members: itemsOf(Number(part)) }
    const type = parts[Number(part)]?.layout.type(own)
    const idOf = (inner: string | null) => (inner === null ? null : `${part} ${inner}`)
    return (
      type && {
        ...{ ...type, base: idOf(type.base), key: idOf(type.key), value: idOf(type.value) },
        members: type.members.map((item) => ({ ...item, type: `${part} ${item.type}` })),
      }
    )
  }
  return {
    items: parts.flatMap(({ name }, part) =>
      name === null ? itemsOf(part) : [{ label: name, type: String(part), slot: 0n, offset: 0 }],
    ),
    type: (id) => {
      if (!known.has(id)) known.set(id, read(id))
      return known.get(id)
    },
  }
}

const NAMED = {
  ...{ label: '', length: 0n, encoding: 'inplace', bytes: 0n, base: null, key: null, value: null },
} as const

const readItems = (json: unknown): readonly LayoutItem[] =>
  listOf(json)
    // With one more, it is known that there are more.
    .slice(0, MAX_PLACES + 1)
    .flatMap((one) => {
      if (!isRecord(one)) return []
      const [slot, type, offset] = [numberOf(one.slot), textOf(one.type), numberOf(one.offset) ?? 0n]
      const label = plainName(textOf(one.label) ?? '')
      return slot === null || type === null || label === ''
        ? []
        : [{ label, type, slot, offset: Number(offset) }]
    })

function readType(json: unknown): LayoutType | undefined {
  if (!isRecord(json)) return undefined
  const label = textOf(json.label) ?? ''
  return {
    label: plainName(label),
    // A label that is shown is cut, and this is its end.
    length: BigInt(/\[(\d{1,20})\]$/.exec(label.slice(-22))?.[1] ?? 0),
    encoding: textOf(json.encoding) ?? '',
    bytes: numberOf(json.numberOfBytes) ?? 0n,
    base: textOf(json.base),
    key: textOf(json.key),
    value: textOf(json.value),
    members: readItems(json.members),
  }
}

/** Something of a type, on the way to its places. */
export interface Found {
  readonly path: string
  readonly type: string
  readonly slot: bigint
  readonly offset: number
  readonly inside: readonly Element[]
}

export const foundAs = ({ label, ...item }: LayoutItem): Found => ({ ...item, path: label, inside: [] })

/** The first `MAX_PLACES` of all variables. */
export const placesOf = (layout: StorageLayout): Places => placesIn(layout, layout.items.map(foundAs))

/** `visits`: how many types were visited. */
export function placesIn(layout: StorageLayout, all: readonly Found[]): Places & { readonly visits: number } {
  const traversal: Traversal = { layout, places: [], mappings: new Map(), visits: 0, isCut: false }
  for (const found of all) addPlaces(traversal, found)
  return traversal
}

export const slotPlace = (slot: bigint, path: string | null = null, type = ''): StoragePlace => ({
  ...{ path, type, slot, inside: [] },
  ...(type === 'address'
    ? { kind: 'value', offset: 0, bytes: 20 }
    : { kind: 'word', offset: 0, bytes: WORD }),
})

interface Traversal {
  readonly layout: StorageLayout
  readonly places: StoragePlace[]
  readonly mappings: Map<StoragePlace, Found>
  /** Types that lead to themselves may hold nothing at all. */
  visits: number
  isCut: boolean
}

function addPlaces(traversal: Traversal, found: Found, depth = 0) {
  const { layout, places } = traversal
  traversal.visits += 1
  if (places.length >= MAX_PLACES || traversal.visits > MAX_VISITS) {
    traversal.isCut = true
    return
  }
  const type = depth > MAX_DEPTH ? undefined : layout.type(found.type)
  if (depth > MAX_DEPTH) traversal.isCut = true
  const leaf = leafAt(found, type)
  if (leaf) places.push(leaf)
  if (leaf?.kind === 'mapping') traversal.mappings.set(leaf, found)
  for (const member of type?.members ?? [])
    if (!leaf) addPlaces(traversal, memberAt(found, member), depth + 1)
  if (leaf || type?.base == null || type.members.length > 0) return
  if (type.length > MAX_ELEMENTS) traversal.isCut = true
  for (let at = 0n; at < MAX_ELEMENTS && at < type.length; at += 1n)
    addPlaces(traversal, elementAt(layout, found, type.base, at), depth + 1)
}

const KIND_OF_ENCODING: ReadonlyMap<string, PlaceKind> = new Map([
  ['mapping', 'mapping'],
  ['dynamic_array', 'length'],
  ['bytes', 'text'],
])

/** Undefined for what is made of others: a struct, and a static array. Without a type it is a word. */
export function leafAt(
  { path, type: id, slot, offset, inside }: Found,
  type: LayoutType | undefined,
): StoragePlace | undefined {
  const kind = type ? KIND_OF_ENCODING.get(type.encoding) : 'word'
  if (!kind && type && (type.members.length > 0 || type.base !== null)) return undefined
  const isValue = !kind && type && type.bytes >= 1n && BigInt(offset) + type.bytes <= BigInt(WORD)
  return {
    ...{ path, type: type?.label ?? plainName(id), slot: slot % SLOTS, inside },
    ...(isValue
      ? { kind: 'value', offset, bytes: Number(type.bytes) }
      : { kind: kind ?? 'word', offset: 0, bytes: WORD }),
  }
}

export const memberAt = (found: Found, { label, ...member }: LayoutItem): Found => ({
  ...{ ...found, ...member },
  path: `${found.path}.${label}`,
  slot: found.slot + member.slot,
})

/** Small elements share a word, and none spans two. */
export function packingOf(layout: StorageLayout, base: string) {
  const bytes = layout.type(base)?.bytes ?? 32n
  const size = bytes < 1n ? 32n : bytes
  return { size, perWord: size <= 16n ? 32n / size : 1n, wordsEach: (size + 31n) / 32n }
}

/** The elements begin at the slot. */
export function elementAt(
  layout: StorageLayout,
  { path, slot, inside }: Found,
  base: string,
  at: bigint,
): Found {
  const { size, perWord, wordsEach } = packingOf(layout, base)
  return {
    path: `${path}[${String(at)}]`,
    type: base,
    inside,
    slot: slot + (at / perWord) * wordsEach,
    offset: Number((at % perWord) * size),
  }
}

const PATH = /^([A-Za-z_$][\w$]*)((?:\.[A-Za-z_$][\w$]*|\[[^\]]*\])*)$/

/**
 * The places of what is typed: `balanceOf[0x…]`, `notes[3]`, `book.pair`. Private variables of two parents may have one name:
 * it gives both. Undefined where there is no such.
 */
export function placesAt(layout: StorageLayout, typed: string): Places | undefined {
  const [, name, rest = ''] = PATH.exec(typed.trim()) ?? []
  let all = layout.items.filter(({ label }) => label === name).map(foundAs)
  for (const [step] of rest.matchAll(/\.[\w$]+|\[[^\]]*\]/g))
    all = all.flatMap((found) => stepInto(layout, found, step) ?? [])
  return all.length > 0 ? placesIn(layout, all) : undefined
}

function stepInto(layout: StorageLayout, found: Found, step: string): Found | undefined {
  const type = layout.type(found.type)
  if (!type) return undefined
  if (step.startsWith('.')) {
    const member = type.members.find(({ label }) => label === step.slice(1))
    return member && memberAt(found, member)
  }
  const key = step.slice(1, -1).trim()
  if (type.encoding === 'mapping' && type.key !== null && type.value !== null) {
    const word = keyWord(layout.type(type.key), key)
    if (word === undefined) return undefined
    return valueOfKey(found, type.value, word, key)
  }
  if (type.base === null || !/^\d{1,78}$/.test(key)) return undefined
  const at = BigInt(key)
  if (type.encoding === 'inplace')
    return at < type.length ? elementAt(layout, found, type.base, at) : undefined
  return itemAt(layout, found, type.base, at)
}

/** Finds the value of a mapping at a key. `word`: in hex. `key`: as it is typed. */
export const valueOfKey = (found: Found, type: string, word: string, key: string): Found => ({
  ...{ ...found, path: `${found.path}[${key}]`, type, offset: 0 },
  slot: BigInt(keccak256(`0x${word}${wordOf(found.slot)}`)),
})

/** An element of a dynamic array. */
export const itemAt = (layout: StorageLayout, found: Found, base: string, at: bigint): Found =>
  elementAt(
    layout,
    {
      ...{ ...found, slot: dataSlot(found.slot) },
      inside: [...found.inside, { slot: found.slot % SLOTS, at }],
    },
    base,
    at,
  )

export const wordOf = (slot: bigint): string => numberWord(slot % SLOTS)
/** Where the elements of a dynamic array, or the bytes of a long text begin. */
export const dataSlot = (slot: bigint): bigint => BigInt(keccak256(`0x${wordOf(slot)}`))

/** In hex; undefined for what is no such key. */
function keyWord(type: LayoutType | undefined, key: string): string | undefined {
  const label = type?.label ?? ''
  if (label === 'string') return Buffer.from(key.replace(/^"(.*)"$/, '$1')).toString('hex')
  if (label === 'bytes') return /^0x(?:[0-9a-f]{2})*$/i.test(key) ? key.slice(2) : undefined
  const known = /^(?:u?int\d+|bool|address|bytes\d+)/.exec(label)?.[0]
  const item = parseSignature(
    `function key(${known ?? typeOfKey(label, Number(type?.bytes ?? 32n), key)} key)`,
  )
  const encoded = item && encodeCall(item, [key])
  return encoded?.data?.slice(10)
}

/**
 * The type of a key whose type the contract defines. A layout does not describe such a type, so the key itself decides.
 */
function typeOfKey(label: string, bytes: number, key: string): string {
  if (label.startsWith('enum ')) return 'uint8'
  if (label.startsWith('contract ')) return 'address'
  if (/^\d+$/.test(key)) return 'uint256'
  if (/^-\d+$/.test(key)) return 'int256'
  if (key === 'true' || key === 'false') return 'bool'
  if (bytes === 20) return 'address'
  return bytes >= 1 && bytes <= WORD ? `bytes${String(bytes)}` : 'bytes32'
}

/** The key of a mapping as it is typed; undefined if it can't be one of the type. `key`: in hex. */
export function keyText({ label, bytes }: LayoutType, key: string): string | undefined {
  if (label === 'string') return `"${replaceInvisible(Buffer.from(key, 'hex').toString('utf8'), '\ufffd')}"`
  if (label === 'bytes') return `0x${key}`
  const [number, bits] = [BigInt(`0x${key}`), Number(bytes) * 8]
  if (bits < 8 || bits > 256) return undefined
  const signed = BigInt.asIntN(256, number)
  const isUnsigned = number < 2n ** BigInt(bits)
  const isSigned = BigInt.asIntN(bits, number) === signed
  const left = /^0*$/.test(key.slice(bits / 4)) ? `0x${key.slice(0, bits / 4)}` : undefined
  if (/^(?:address|contract )/.test(label) || (bits === 160 && !/^(?:u?int|bytes)\d/.test(label)))
    return isUnsigned ? `0x${key.slice(24)}` : undefined
  if (label === 'bool') return number > 1n ? undefined : String(number === 1n)
  if (/^(?:uint\d*$|enum )/.test(label)) return isUnsigned ? number.toString() : undefined
  if (/^int\d*$/.test(label)) return isSigned ? signed.toString() : undefined
  if (/^bytes\d+$/.test(label)) return left
  // Nothing says what is behind a type that a contract defines.
  if (bits === 256) return number < 2n ** 128n ? number.toString() : `0x${key}`
  return isUnsigned ? number.toString() : isSigned ? signed.toString() : left
}

/** The value as text; null where it is no more than the word. `word`: 64 hex digits. */
export function valueAt({ kind, type, offset, bytes }: StoragePlace, word: string): string | null {
  if (kind === 'length') return BigInt(`0x${word}`).toString()
  if (kind === 'part') {
    const part = Buffer.from(word.replace(/(?:00)+$/, ''), 'hex')
    // A letter may go over the border of two words: neither has it whole.
    return type.endsWith('string') && isUtf8(part)
      ? replaceInvisible(part.toString('utf8'), '\ufffd')
      : `0x${word}`
  }
  if (kind !== 'value') return null
  const end = 64 - 2 * offset
  const hex = word.slice(end - 2 * bytes, end)
  const number = BigInt(`0x${hex}`)
  if (/^(?:address|contract )/.test(type) && bytes === 20) return `0x${hex}`
  if (type === 'bool') return number > 1n ? `0x${hex}` : String(number === 1n)
  if (/^int\d*$/.test(type)) return BigInt.asIntN(8 * bytes, number).toString()
  return /^(?:uint\d*$|enum )/.test(type) ? number.toString() : `0x${hex}`
}

/** The length in bytes of a text, and its slots where it does not fit into its word. */
export function textLength(word: string): { readonly bytes: bigint; readonly isLong: boolean } {
  const number = BigInt(`0x${word}`)
  return number % 2n === 0n
    ? { bytes: (number & 0xffn) / 2n, isLong: false }
    : { bytes: (number - 1n) / 2n, isLong: true }
}
