/** Sorts values in the order of `compareValues`. Stable, and can be interrupted. */
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import type { YieldIfDue } from '../time-slices.ts'

type Value = SortValue | undefined
/** Number of items processed before others may get their turn. */
const STEP = 4_096

/** Returns the sorted indexes of the values. */
export async function sortRows(
  count: number,
  valueAt: (at: number) => Value,
  descending: boolean,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const numbers: number[] = []
  const texts: number[] = []
  const none: number[] = []
  const near = new Float64Array(count)
  for (let at = 0; at < count; at += 1) {
    const value = valueAt(at)
    ;(value === undefined ? none : typeof value === 'string' ? texts : numbers).push(at)
    near[at] = typeof value === 'string' ? 0 : Number(value ?? 0)
    if (at % STEP === 0) await yieldIfDue()
  }
  const known = Uint32Array.from(numbers)
  const sorted = await radixSort(known, pick(near, known), descending, yieldIfDue)
  const compare = (one: number, other: number) => compareValues(valueAt(one), valueAt(other), descending)
  await sortTies(sorted, near, compare, yieldIfDue)
  const ranks = await rankTexts(texts, valueAt, yieldIfDue)
  const order = new Uint32Array(count)
  order.set(sorted)
  order.set(await radixSort(Uint32Array.from(texts), ranks, descending, yieldIfDue), numbers.length)
  order.set(none, numbers.length + texts.length)
  return order
}

/**
 * Returns the indexes of rows sorted by keys, the first key most significant. Each key has a number for every row. Stable;
 * rows with NaN as first key come last.
 */
export async function orderByKeys(
  keys: readonly Float64Array[],
  descending: boolean,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const [first = new Float64Array(0)] = keys
  const [known, none] = splitKnown(first)
  await yieldIfDue()
  let order = known
  // A list sorted by time is in order already.
  if (keys.length > 1 || !areInOrder(first, order, descending))
    for (const key of keys.toReversed())
      order = await radixSort(order, pick(key, order), descending, yieldIfDue)
  if (none.length === 0) return order
  const whole = new Uint32Array(first.length)
  whole.set(order)
  whole.set(none, order.length)
  return whole
}

/** Number of rows collected before those that can't be among the first are dropped, as a multiple of `count`. */
const ROOM_FOR_TOP = 4

/** The first `count` indexes that `orderByKeys` gives for one key, in a tenth of the time. */
export function firstByKey(key: Float64Array, descending: boolean, count: number): Uint32Array {
  const none: number[] = []
  let rows: number[] = []
  let worst = descending ? -Infinity : Infinity
  const compare = (one: number, other: number) => {
    const [own, others] = [key[one] ?? 0, key[other] ?? 0]
    return own === others ? one - other : own < others === descending ? 1 : -1
  }
  const cut = () => {
    rows = rows.sort(compare).slice(0, count)
    const last = rows[count - 1]
    if (last !== undefined) worst = key[last] ?? 0
  }
  let isCut = false
  for (let row = 0; row < key.length; row += 1) {
    const value = key[row] ?? 0
    if (Number.isNaN(value)) {
      if (none.length < count) none.push(row)
    } else if (!isCut || (descending ? value > worst : value < worst)) {
      rows.push(row)
      if (rows.length < ROOM_FOR_TOP * count) continue
      cut()
      isCut = true
    }
  }
  cut()
  return Uint32Array.from([...rows, ...none].slice(0, count))
}

/**
 * Separates rows with and without a key. Plain loops, because a function call for each of a million rows takes ten times as
 * long.
 */
function splitKnown(key: Float64Array): readonly [known: Uint32Array, none: Uint32Array] {
  const [known, none] = [new Uint32Array(key.length), new Uint32Array(key.length)]
  let [knownCount, noneCount] = [0, 0]
  for (let row = 0; row < key.length; row += 1)
    if (Number.isNaN(key[row])) none[noneCount++] = row
    else known[knownCount++] = row
  return [known.subarray(0, knownCount), none.subarray(0, noneCount)]
}

function pick(key: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) picked[at] = key[rows[at] ?? 0] ?? 0
  return picked
}

function areInOrder(key: Float64Array, rows: Uint32Array, descending: boolean): boolean {
  for (let at = 1; at < rows.length; at += 1) {
    const [one, other] = [key[rows[at - 1] ?? 0] ?? 0, key[rows[at] ?? 0] ?? 0]
    if (descending ? one < other : one > other) return false
  }
  return true
}

/** Stable radix sort in steps of 16 bits. `keys`: by position in `items`. */
async function radixSort(
  items: Uint32Array,
  keys: Float64Array,
  descending: boolean,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const digits = wholeDigits(keys, descending) ?? doubleDigits(keys, descending)
  const each = digits.length / Math.max(1, keys.length)
  await yieldIfDue()
  let from: Uint32Array = new Uint32Array(items.length)
  for (let at = 0; at < items.length; at += 1) from[at] = at
  let to: Uint32Array = new Uint32Array(items.length)
  for (let digit = 0; digit < each; digit += 1) {
    if (!sortByDigit(from, to, digits, digit, each)) continue
    ;[from, to] = [to, from]
    await yieldIfDue()
  }
  for (let at = 0; at < from.length; at += 1) from[at] = items[from[at] ?? 0] ?? 0
  return from
}

/** Two digits for each number; undefined if a number has more than 32 bits or is no integer. */
function wholeDigits(keys: Float64Array, descending: boolean): Uint16Array | undefined {
  const words = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at += 1) {
    const number = keys[at] ?? 0
    const whole = number | 0
    if (whole !== number) return undefined
    words[at] = (descending ? ~whole : whole) ^ 0x8000_0000
  }
  return new Uint16Array(words.buffer)
}

/**
 * Four digits for each number, whose unsigned order equals that of the numbers: all bits of negative numbers are inverted,
 * else only the sign bit.
 */
function doubleDigits(keys: Float64Array, descending: boolean): Uint16Array {
  const words = new Uint32Array(2 * keys.length)
  const doubles = new Float64Array(words.buffer)
  // Adding 0 turns -0 into 0.
  for (let at = 0; at < keys.length; at += 1)
    doubles[at] = (descending ? -(keys[at] ?? 0) : (keys[at] ?? 0)) + 0
  for (let at = 1; at < words.length; at += 2) {
    const high = words[at] ?? 0
    const isNegative = high >>> 31 === 1
    if (isNegative) words[at - 1] = ~(words[at - 1] ?? 0)
    words[at] = isNegative ? ~high : high ^ 0x8000_0000
  }
  return new Uint16Array(words.buffer)
}

/** Sorts by one digit; returns false if all digits are equal, so the items are in order already. */
function sortByDigit(
  from: Uint32Array,
  to: Uint32Array,
  digits: Uint16Array,
  digit: number,
  each: number,
): boolean {
  const starts = new Uint32Array(2 ** 16)
  for (let at = digit; at < digits.length; at += each) {
    const bucket = digits[at] ?? 0
    starts[bucket] = (starts[bucket] ?? 0) + 1
  }
  if (starts[digits[digit] ?? 0] === from.length) return false
  let start = 0
  for (let bucket = 0; bucket < starts.length; bucket += 1) {
    const size = starts[bucket] ?? 0
    starts[bucket] = start
    start += size
  }
  const { length } = from
  // An iterator takes three times as long.
  for (let at = 0; at < length; at += 1) {
    const item = from[at] ?? 0
    const bucket = digits[each * item + digit] ?? 0
    const place = starts[bucket] ?? 0
    to[place] = item
    starts[bucket] = place + 1
  }
  return true
}

/** Integers above this may differ from their doubles. */
const MAX_EXACT = 2 ** 53

/** Sorts rows with equal doubles by an exact comparison. */
async function sortTies(
  order: Uint32Array,
  near: Float64Array,
  compare: (one: number, other: number) => number,
  yieldIfDue: YieldIfDue,
) {
  const nearAt = (at: number) => near[order[at] ?? 0]
  const isInOrder = (start: number, end: number) => {
    for (let at = start + 1; at < end; at += 1)
      if (compare(order[at - 1] ?? 0, order[at] ?? 0) > 0) return false
    return true
  }
  let looked = 0
  for (let start = 0; start < order.length;) {
    const value = nearAt(start)
    let end = start + 1
    while (end < order.length && nearAt(end) === value) end += 1
    if (end > start + 1 && Math.abs(value ?? 0) >= MAX_EXACT && !isInOrder(start, end))
      order.set(await mergeSort(order.slice(start, end), compare, yieldIfDue), start)
    start = end
    looked += 1
    if (looked % STEP === 0) await yieldIfDue()
  }
}

/** The rank of each item's text among all texts. */
async function rankTexts(items: readonly number[], valueAt: (at: number) => Value, yieldIfDue: YieldIfDue) {
  const numbers = new Map<string, number>()
  const all: string[] = []
  const textOf = new Uint32Array(items.length)
  for (let at = 0; at < items.length; at += 1) {
    const text = String(valueAt(items[at] ?? 0))
    let number = numbers.get(text)
    if (number === undefined) numbers.set(text, (number = all.push(text) - 1))
    textOf[at] = number
    if (at % STEP === 0) await yieldIfDue()
  }
  const order = await mergeSort(
    Uint32Array.from(all, (_, at) => at),
    (one, other) => compareValues(all[one], all[other], false),
    yieldIfDue,
  )
  const ranks = new Uint32Array(all.length)
  for (const [rank, number] of order.entries()) ranks[number] = rank
  return Float64Array.from(textOf, (number) => ranks[number] ?? 0)
}

/** Sorts numbers with a stable merge sort that can be interrupted. */
async function mergeSort(
  items: Uint32Array,
  compare: (one: number, other: number) => number,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  let from: Uint32Array = items
  let to: Uint32Array = new Uint32Array(items.length)
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      mergeRuns(from, to, start, width, compare)
      // Reading the clock for each small run would cost more than the run.
      if (width > 256 || start % 4096 === 0) await yieldIfDue()
    }
    ;[from, to] = [to, from]
  }
  return from
}

function mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (one: number, other: number) => number,
) {
  const middle = Math.min(start + width, from.length)
  const end = Math.min(start + 2 * width, from.length)
  let [left, right] = [start, middle]
  for (let at = start; at < end; at += 1) {
    const takesLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
    to[at] = from[takesLeft ? left : right] ?? 0
    if (takesLeft) left += 1
    else right += 1
  }
}
