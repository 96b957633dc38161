/** Sorts the found rows of lists into one order. */
import { sortValue } from '#shared/query/sort.ts'
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { RowQuery } from '../row-query.ts'
import { firstByKey, orderByKeys, sortRows } from '../sort/sort-rows.ts'
import type { YieldIfDue } from '../time-slices.ts'
import type { Columns } from './read-columns.ts'
import { mergeInChainOrder, type JoinedRows } from './merge-in-chain-order.ts'
import { ownerValues } from './owner-values.ts'
import { bodyOfId, numberOfId, type ReadBody } from './rows-reader.ts'
import { gapsOf } from './place-gaps.ts'
import type { FoundInList, OrderedRows } from './sql-view.ts'

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
