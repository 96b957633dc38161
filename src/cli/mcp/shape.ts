/**
 * The form in which items are returned: a model pays for each character, so members without a value are left out and
 * long texts are cut, unless the caller asks for whole items.
 */
import * as z from 'zod/mini'
import { makeSafe, type SafeData } from './safe-data.ts'

const MAX_FIELDS = 50

/** The input of tools that return items. */
export const shapeFields = {
  fields: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(
        z.minLength(1),
        z.maxLength(MAX_FIELDS),
        z.describe('Only these members of each item, for example ["hash", "from.hash", "token.symbol"].'),
      ),
  ),
  whole: z.optional(
    z
      .boolean()
      .check(z.describe('Every member, and longer texts. Without: no empty members, and texts cut at 200.')),
  ),
}

export interface ShapeInput {
  readonly fields?: readonly string[] | undefined
  readonly whole?: boolean | undefined
  readonly limit?: number | undefined
}

export interface Shape {
  readonly maxText: number
  /** The limit of all items of an answer together, in bytes of JSON. */
  readonly maxItems: number
  /** Returns a safe item in this form. `isAlone`: it may be as long as all items of an answer. */
  of(this: void, item: unknown, isAlone?: boolean): SafeData
}

const MAX_TEXT = 2_000
const MAX_BRIEF_TEXT = 200
const MAX_ITEM = 20_000
const MAX_BRIEF_ITEM = 4_000
const MAX_ITEMS = 200_000
/** With what is around the items, an answer stays below 40,000 bytes: 20,000 tokens, if a token is two of them. */
const MAX_BRIEF_ITEMS = 25_000

export function createShape({ fields, whole = false, limit = 0 }: ShapeInput): Shape {
  const maxText = whole ? MAX_TEXT : MAX_BRIEF_TEXT
  const paths = fields?.map((field) => field.split('.'))
  const maxItems = whole ? MAX_ITEMS : Math.min(MAX_ITEMS, Math.max(MAX_BRIEF_ITEMS, limit * 2_500))
  return {
    maxText,
    maxItems,
    of(item, isAlone = false) {
      const picked = paths ? pick(item, paths) : item
      const lists = { isCut: false }
      const shown = whole ? picked : (briefly(picked, lists) ?? emptyOf(picked))
      const maxItem = whole ? MAX_ITEM : MAX_BRIEF_ITEM
      const safe = makeSafe(shown, { maxLength: isAlone ? maxItems : maxItem, maxText })
      return { ...safe, isCut: safe.isCut || lists.isCut }
    },
  }
}

/** The first items in this form, as many as an answer takes. */
export function shapeAll(items: readonly unknown[], shape: Shape) {
  const data: unknown[] = []
  let length = 0
  let isCut = false
  for (const item of items) {
    if (length >= shape.maxItems) break
    const one = shape.of(item)
    length += one.length
    isCut ||= one.isCut
    data.push(one.data)
  }
  return { data, isCut }
}

/** Gives each item this form, however many there are. */
export function shapeEach(items: readonly unknown[], shape: Shape) {
  const shown = items.map((one) => shape.of(one))
  return { data: shown.map(({ data }) => data), isCut: shown.some(({ isCut }) => isCut) }
}

/** An empty text, such as a line of source, is one. */
const emptyOf = (value: unknown) => (isObject(value) && !Array.isArray(value) ? {} : value)

/** Keeps the members at the paths. A path through a list means the members of its entries. */
function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, paths))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const below = paths.filter(([first]) => first === name).map((path) => path.slice(1))
      if (below.length === 0) return []
      return [[name, below.some((path) => path.length === 0) ? member : pick(member, below)] as const]
    }),
  )
}

/**
 * Without empty members, undefined if nothing is left. Things that are named in an item keep what names them: `show`
 * tells the rest. Long texts come last, so that they displace nothing.
 */
function briefly(value: unknown, lists: CutLists, isOwn = true): unknown {
  if (value === null || value === '') return undefined
  // Entries stay, since their places may have a meaning.
  if (Array.isArray(value)) return value.length === 0 ? undefined : brieflyEach(value, lists)
  if (!isObject(value)) return value
  const isNamed = !isOwn && ('hash' in value || 'address_hash' in value)
  const kept = Object.entries(value).flatMap(([name, member]) => {
    if (isNamed && (!NAMING.has(name) || member === false)) return []
    const shown = briefly(member, lists, false)
    return shown === undefined ? [] : [[name, shown] as const]
  })
  if (kept.length === 0) return undefined
  return Object.fromEntries(kept.toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)))
}

/** Set where a list was shortened. */
interface CutLists {
  isCut: boolean
}

/** An entry names nothing: it is what the list tells, and keeps all of its members. */
function brieflyEach(list: readonly unknown[], lists: CutLists): readonly unknown[] {
  const shown = list.slice(0, MAX_BRIEF_LIST).map((one) => briefly(one, lists) ?? null)
  const more = list.length - shown.length
  lists.isCut ||= more > 0
  return more > 0 ? [...shown, `… ${String(more)} more`] : shown
}

const rankOf = (member: unknown) =>
  typeof member === 'string' && member.length > MAX_SHORT_TEXT ? 2 : isObject(member) ? 1 : 0

/** A hash has 66 characters, and a number at most 78. */
const MAX_SHORT_TEXT = 100
const MAX_BRIEF_LIST = 10
const NAMING: ReadonlySet<string> = new Set([
  ...['hash', 'address_hash', 'name', 'ens_domain_name', 'is_contract', 'is_scam'],
  ...['symbol', 'decimals', 'type'],
])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
