/** Sorts the found rows of lists into one order. */
import { sortValue } from '#shared/query/sort.ts'
import { UNSURE } from '../../rows/item-columns.ts'
import { countUntil } from '../count-until.ts'
import type { BodyPlace } from '../lists-in-scope.ts'
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { withOwners } from '#shared/lists/merged-lists.ts'
import { ownersText } from '#shared/query/computed-values.ts'
import type { RowQuery } from '../row-query.ts'
import { firstByKey, orderByKeys, sortRows } from '../sort/sort-rows.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { gapsIn, type PositionedGap } from '../view.ts'
import { hasFlag } from './compile-sql.ts'
import { column, type Columns, readColumns } from './read-columns.ts'
import { mergeInChainOrder, type JoinedRows } from './merge-in-chain-order.ts'
import { nameValues } from './name-ranks.ts'
import { createNameSets } from './name-sets.ts'
import { bodyOfId, numberOfId, type ReadBody } from '../rows-reader.ts'
import { type FoundInList, type OrderedRows, placeIn } from './sql-view.ts'

interface OrderRequest extends RowQuery {
  readonly descending: boolean
  readonly database: Database
  readonly readBody: ReadBody
  /** Number of rows from the top that are needed now. */
  readonly reach: number
}

/**
 * Number of rows that are sorted first, because a window shows them first; this takes a fraction of the time of sorting
 * all.
 */
export const TOP_ROWS = 200

/** The owners of a row follow from all of the lists together. */
export const isByOwners = ({ sortBy, isMerged }: RowQuery) => isMerged && sortBy === 'owners'

/** Undefined if a row is gone meanwhile. */
export async function orderRows(
  found: readonly FoundInList[],
  request: OrderRequest,
  yieldIfDue: YieldIfDue,
): Promise<OrderedRows | undefined> {
  const { sortBy, descending, hasRepeats, isMerged } = request
  const rows = isMerged ? await mergeInChainOrder(request, found, yieldIfDue) : joinRows(found, hasRepeats)
  if (!rows) return undefined
  await yieldIfDue()
  const { count, listOf, rowOf } = rows
  if (sortBy === null) {
    const gaps = isMerged || !hasRepeats ? gapsOf(found, rows) : []
    return { ...rows, order: undefined, valueAt: undefined, gaps }
  }
  const valueAt = isByOwners(request)
    ? ownerValues(request, found, rows)
    : (at: number) => found[listOf?.[at] ?? 0]?.values?.(rowOf ? (rowOf[at] ?? 0) : at)
  const keys = joinKeys(found, rows)
  const [key] = keys ?? []
  const areAllExact = found.every(({ isNear }) => isNear === undefined)
  if (key && keys?.length === 1 && areAllExact && request.reach <= TOP_ROWS)
    return {
      ...rows,
      order: firstByKey(key, descending, TOP_ROWS),
      valueAt: undefined,
      gaps: [],
      isTop: true,
    }
  const order = keys
    ? await orderByKeys(keys, descending, yieldIfDue)
    : await sortRows(count, valueAt, descending, yieldIfDue)
  if (!areAllExact) sortTies(order, found, rows, valueAt, request)
  return { ...rows, order, valueAt: sortBy === 'time' ? valueAt : undefined, gaps: [] }
}

/** The rows of all lists, each once. */
function joinRows(found: readonly FoundInList[], hasRepeats: boolean): JoinedRows {
  const total = found.reduce((sum, { ids }) => sum + ids.length, 0)
  const dropped = found.map((): number[] => [])
  if (found.length === 1 && !hasRepeats) return { count: total, listOf: undefined, rowOf: undefined, dropped }
  const listOf = new Uint32Array(total)
  const rowOf = new Uint32Array(total)
  const seenOf = new Map<string, Set<number>>()
  let count = 0
  for (const [at, { list, ids, identities }] of found.entries()) {
    const { source } = list.list
    const seen = seenOf.get(source) ?? new Set()
    seenOf.set(source, seen)
    for (let row = 0; row < ids.length; row += 1) {
      const identity = identities?.[row]
      if (identity !== undefined) {
        if (seen.has(identity)) {
          dropped[at]?.push(ids[row] ?? 0)
          continue
        }
        seen.add(identity)
      }
      listOf[count] = at
      rowOf[count] = row
      count += 1
    }
  }
  return { count, listOf, rowOf, dropped }
}

/** The keys of all rows; undefined if a list has rows without known keys. */
function joinKeys(found: readonly FoundInList[], { count, listOf, rowOf }: JoinedRows): Columns | undefined {
  const all = found.map(({ keys }) => keys)
  const [first] = all
  if (!first || all.includes(undefined)) return undefined
  if (!listOf || !rowOf) return first
  return first.map((_, number) =>
    Float64Array.from({ length: count }, (_, at) => all[listOf[at] ?? 0]?.[number]?.[rowOf[at] ?? 0] ?? NaN),
  )
}

/** Sorts rows whose values have the same nearest double by an exact comparison. */
function sortTies(
  order: Uint32Array,
  found: readonly FoundInList[],
  { listOf, rowOf }: JoinedRows,
  valueAt: (row: number) => SortValue | undefined,
  { sortBy, descending, readBody }: OrderRequest,
) {
  const exact = (at: number): SortValue | undefined => {
    const of = found[listOf?.[at] ?? 0]
    const id = of?.ids[rowOf ? (rowOf[at] ?? 0) : at] ?? 0
    const item = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]?.item
    return of && item !== undefined && sortBy !== null
      ? sortValue(of.list.list.resource, sortBy, of.list.context)(item as object)
      : undefined
  }
  const isAnyNear = (start: number, end: number) =>
    order
      .subarray(start, end)
      .some((at) => found[listOf?.[at] ?? 0]?.isNear?.(rowOf ? (rowOf[at] ?? 0) : at) === true)
  for (let start = 0; start < order.length;) {
    const value = valueAt(order[start] ?? 0)
    let end = start + 1
    while (end < order.length && valueAt(order[end] ?? 0) === value) end += 1
    if (end > start + 1 && value !== undefined && isAnyNear(start, end)) {
      const run = [...order.subarray(start, end)].map((at) => [at, exact(at)] as const)
      run.sort(([, one], [, other]) => compareValues(one, other, descending))
      order.set(
        run.map(([at]) => at),
        start,
      )
    }
    start = end
  }
}

/**
 * Positions of the gaps of lists among the found rows. The gaps with the number of rows above them. Of several lists
 * as one, also positions where one is loaded less far down than the others.
 */
function gapsOf(found: readonly FoundInList[], rows: JoinedRows): readonly PositionedGap[] {
  const [one] = found
  if (found.length === 1 && one) return gapsIn(one.list, (above) => countDownTo(one, above))
  const placed = found.flatMap((own) => {
    const beforeOf = (above: BodyPlace) => placeInMerged(found, rows, own, above)
    const last = own.list.directory.bodies.at(-1)
    const end =
      last?.after === 'gap' ? [{ list: own.list, above: last, below: undefined, before: beforeOf(last) }] : []
    return [...gapsIn(own.list, beforeOf), ...end.filter(({ before }) => before < rows.count)]
  })
  return placed.sort((gap, other) => gap.before - other.before)
}

/** Number of found rows above the end of a body. */
const countDownTo = ({ list, ids }: FoundInList, { start, count }: BodyPlace) =>
  countUntil(ids.length, (at) => {
    const place = placeIn(list, ids[at])
    return place === undefined || place.body.start + place.row >= start + count
  })

/**
 * Number of rows above a gap of one list: all in higher blocks, and those in its block down to the last one of its own
 * list.
 */
function placeInMerged(
  found: readonly FoundInList[],
  { count, listOf, rowOf }: JoinedRows,
  own: FoundInList,
  above: BodyPlace,
): number {
  const block = above.bottom ?? 0
  const heightAt = (at: number) => found[listOf?.[at] ?? 0]?.heights?.[rowOf?.[at] ?? at] ?? 0
  const end = countDownTo(own, above)
  const start = countUntil(end, (at) => (own.heights?.[at] ?? 0) <= block)
  const last = new Set(own.identities?.subarray(start, end))
  let before = countUntil(count, (at) => heightAt(at) <= block)
  for (let at = before; at < count && heightAt(at) === block; at += 1)
    if (last.has(found[listOf?.[at] ?? 0]?.identities?.[rowOf?.[at] ?? at] ?? -1)) before = at + 1
  return before
}

interface Reader {
  readonly database: Database
  readonly readBody: ReadBody
}

const COLUMNS = [column('key'), column('sender'), column('receiver'), column(hasFlag(UNSURE))]
const ALL = { sql: '1', values: [] }

/** Data of a row from its columns, in any of the lists. */
interface KnownRow {
  /** Bit mask of the lists that have it. */
  lists: number
  readonly sender: number
  readonly receiver: number
  readonly isUnsure: boolean
}

/** The owners of each row in the lists of several addresses, as text to sort by. By the number of a row in `rows`. */
function ownerValues(
  { database, readBody }: Reader,
  found: readonly FoundInList[],
  { listOf, rowOf }: JoinedRows,
): (at: number) => SortValue | undefined {
  const [first] = found
  if (!first) return () => undefined
  const { context, list } = first.list
  const owners = found.map(({ list: { list } }) => list.params.address_hash ?? '')
  const parties = readParties(database, owners)
  const rows = readRows(database, found, parties)
  const valueOf = sortValue(list.resource, 'owners', context)
  const texts = new Map<number, Map<number, string | undefined>>()
  const ownersIn = (lists: number) => owners.filter((_, at) => Math.floor(lists / 2 ** at) % 2 === 1)

  return (at) => {
    const of = found[listOf?.[at] ?? 0]
    const row = rowOf ? (rowOf[at] ?? 0) : at
    const known = rows.get(of?.identities?.[row] ?? NaN)
    if (!of || !known) return undefined
    const { lists, sender, receiver, isUnsure } = known
    if (isUnsure) {
      const id = of.ids[row] ?? 0
      const item = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]?.item
      return item === undefined ? undefined : valueOf(withOwners(item as object, { of: ownersIn(lists) }))
    }
    let ofLists = texts.get(lists)
    if (!ofLists) texts.set(lists, (ofLists = new Map<number, string | undefined>()))
    const sides = sender * MAX_NAMES + receiver
    let text = ofLists.get(sides)
    if (text === undefined) {
      text = ownersText(ownersIn(lists), [parties.get(sender), parties.get(receiver)], context)
      ofLists.set(sides, text)
    }
    return text
  }
}

/** Numbers of names are below this, so that two of them fit into one exact number. */
const MAX_NAMES = 2 ** 26

/** The owners as rows name them, by the numbers of these names. */
function readParties(database: Database, owners: readonly string[]): ReadonlyMap<number, AddressRef> {
  const numbers = Float64Array.from(createNameSets(database).ofAddresses(owners))
  const names = nameValues(database, numbers, ({ hash, text }) =>
    JSON.stringify([
      `0x${Buffer.from(hash).toString('hex')}`,
      ...(text === '' ? [] : (JSON.parse(text) as [])),
    ]),
  )
  return new Map(
    [...names].map(([number, text]) => {
      const [hash = '', name] = JSON.parse(String(text)) as string[]
      return [number, { hash, name }]
    }),
  )
}

/** All rows of the lists, found or not, by their keys. */
function readRows(
  database: Database,
  found: readonly FoundInList[],
  parties: ReadonlyMap<number, AddressRef>,
): ReadonlyMap<number, KnownRow> {
  const rows = new Map<number, KnownRow>()
  for (const [at, { list }] of found.entries()) {
    const [keys, senders, receivers, unsure] = readColumns(database, list, ALL, COLUMNS)
    for (let row = 0; row < (keys?.length ?? 0); row += 1) {
      const key = keys?.[row] ?? 0
      const known = rows.get(key)
      const [sender, receiver] = [senders?.[row] ?? 0, receivers?.[row] ?? 0]
      if (known) known.lists += 2 ** at
      else
        rows.set(key, {
          lists: 2 ** at,
          sender: parties.has(sender) ? sender : 0,
          receiver: parties.has(receiver) ? receiver : 0,
          isUnsure: unsure?.[row] === 1,
        })
    }
  }
  return rows
}
