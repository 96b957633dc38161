/** What found rows add up to, and by group: by their columns where these know it, else by the rows. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { countTotals, emptyTotals, groupOf, type Group, type Grouping } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import { MAX_GROUP_SUMS, MAX_HELD_GROUPS } from '#shared/rpc/contract/held-limits.ts'
import type { GroupAnswer, TotalsAnswer } from '#shared/rpc/contract/held-rows.ts'
import { areInColumns } from './columns/are-in-columns.ts'
import { ColumnTotals } from './columns/column-totals.ts'
import type { ChunkPlace } from './held-lists.ts'
import { LargestFirst } from './sort/largest-first.ts'
import type { ReadHeld } from './scan-chunk.ts'
import type { QueriedList } from './row-query.ts'
import type { View } from './matches.ts'
import type { YieldIfDue } from './time-slices.ts'

interface ChunkOfList {
  readonly list: QueriedList
  readonly chunk: ChunkPlace
}

export interface CountedRows {
  readonly totals: TotalsAnswer
  readonly groupCount: number
  /** Those of most rows first. Undefined where a row is not held any more. */
  readonly groupsAt: (offset: number, limit: number) => GroupAnswer[] | undefined
}

/** Its rows as they were counted: by their columns, unpacked, or some so and some so. */
interface CountedGroup {
  /** Its number among those of columns. */
  readonly number: number | undefined
  readonly columns: ColumnTotals<ChunkOfList>
  readonly unpacked: Group | undefined
}

export interface Counting {
  readonly kind: Resource
  readonly grouping: Grouping | null
  readonly zone: RowContext['zone']
}

/** Undefined where a chunk is not as it was. */
export async function countRows(
  view: View,
  { kind, grouping, zone }: Counting,
  { readChunk, readColumns }: ReadHeld,
  yieldIfDue: YieldIfDue,
): Promise<CountedRows | undefined> {
  const context = view.lists[0]?.context
  if (!context) return undefined
  const counter = countTotals(kind, context, grouping ?? undefined, (time) => dayOf(time, zone))
  const ofColumns = new ColumnTotals<ChunkOfList>(grouping ?? undefined, zone, context.coin.contract)
  for (const { list, chunk, rows } of view.byChunk()) {
    const columns = areInColumns(kind, list.context) ? readColumns(chunk) : undefined
    const unsure = columns ? ofColumns.add({ list, chunk }, columns, rows, list.context) : rows
    const held = unsure.length === 0 ? [] : readChunk(chunk)
    if (!held) return undefined
    for (const row of unsure) {
      const item = held[row]?.item
      if (item !== undefined) counter.add(item as object, list.context)
    }
    await yieldIfDue()
  }
  ofColumns.addAllTo(counter.totals)
  const { groups, groupOf: countedOf } = joinGroups(ofColumns, counter.groups)
  return {
    totals: writeTotals(counter.totals, MAX_HELD_GROUPS),
    groupCount: groups.count,
    groupsAt: (offset, limit) =>
      groupsOf(groups.slice(offset, limit).map(countedOf), { kind, grouping, zone }, { readChunk }),
  }
}

/** Groups that only unpacked rows are in have the numbers above those of columns. */
function joinGroups(columns: ColumnTotals<ChunkOfList>, unpacked: ReadonlyMap<string, Group>) {
  const both = new Map<number, Group>()
  const others: (readonly [key: string, group: Group])[] = []
  for (const [key, group] of unpacked) {
    const number = columns.find(key)
    if (number === undefined) others.push([key, group])
    else both.set(number, group)
  }
  const { groupCount } = columns
  const rows = new Float64Array(groupCount + others.length)
  for (let group = 0; group < groupCount; group += 1) rows[group] = columns.rowsOf(group)
  for (const [group, { rows: more }] of both) rows[group] = (rows[group] ?? 0) + more
  for (const [at, [, { rows: more }]] of others.entries()) rows[groupCount + at] = more
  const isOther = (group: number) => group >= groupCount
  const groups = new LargestFirst(rows, (group) =>
    isOther(group) ? (others[group - groupCount]?.[0] ?? '') : columns.keyOf(group),
  )
  const groupOf = (group: number): CountedGroup =>
    isOther(group)
      ? { number: undefined, columns, unpacked: others[group - groupCount]?.[1] }
      : { number: group, columns, unpacked: both.get(group) }
  return { groups, groupOf }
}

/** Some of the groups, with what their rows have in common. Undefined where a chunk is not as it was. */
function groupsOf(
  groups: readonly CountedGroup[],
  { kind, grouping, zone }: Counting,
  { readChunk }: Pick<ReadHeld, 'readChunk'>,
): GroupAnswer[] | undefined {
  const answers: GroupAnswer[] = []
  for (const { number, columns, unpacked } of groups) {
    let group = unpacked && {
      ...unpacked,
      sums: new Map([...unpacked.sums].map(([key, sum]) => [key, { ...sum }])),
    }
    if (number !== undefined && !group && grouping) {
      const { chunk: place, row } = columns.firstOf(number)
      const item = place && readChunk(place.chunk)?.[row]?.item
      if (!place || item === undefined) return undefined
      const { of, condition } = groupOf(
        grouping,
        item as object,
        rowFields(kind),
        place.list.context,
        (time) => dayOf(time, zone),
      )
      group = { ...emptyTotals(), of, condition }
    }
    if (!group) continue
    if (number !== undefined) columns.addGroupTo(group, number)
    answers.push(writeGroup(group, MAX_GROUP_SUMS))
  }
  return answers
}
