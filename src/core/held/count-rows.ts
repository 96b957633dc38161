/** What found rows add up to, and by group: by their columns where these know it, else by the rows. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { largestFirst, writeGroup, writeTotals } from '#shared/query/totals-text.ts'
import { countTotals, emptyTotals, groupOf, type Group, type Grouping } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import {
  MAX_GROUP_SUMS,
  MAX_HELD_GROUPS,
  type GroupAnswer,
  type TotalsAnswer,
} from '#shared/rpc/contract/held-rows.ts'
import { addSums, ColumnTotals, type ColumnGroup } from './columns/column-totals.ts'
import type { ChunkPlace } from './held-lists.ts'
import type { ReadHeld } from './scan-chunk.ts'
import type { QueriedList } from './row-query.ts'
import type { View } from './matches.ts'
import type { YieldIfDue } from './time-slices.ts'

interface ChunkOfList {
  readonly list: QueriedList
  readonly chunk: ChunkPlace
}

export interface CountedRows {
  readonly kind: Resource
  readonly zone: RowContext['zone']
  readonly totals: TotalsAnswer
  /** Those of most rows first. */
  readonly groups: readonly CountedGroup[]
}

/** Its rows as they were counted: by their columns, unpacked, or some so and some so. */
interface CountedGroup {
  readonly key: string
  readonly rows: number
  readonly ofColumns: ColumnGroup<ChunkOfList> | undefined
  readonly unpacked: Group | undefined
}

interface Counting {
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
  const ofColumns = new ColumnTotals<ChunkOfList>(grouping ?? undefined, zone)
  for (const { list, chunk, rows } of view.byChunk()) {
    const columns = readColumns(chunk)
    const unsure = columns ? ofColumns.add({ list, chunk }, columns, rows, list.context) : rows
    const held = unsure.length === 0 ? [] : readChunk(chunk)
    if (!held) return undefined
    for (const row of unsure) {
      const item = held[row]?.item
      if (item !== undefined) counter.add(item as object, list.context)
    }
    await yieldIfDue()
  }
  addSums(counter.totals, ofColumns.all)
  const groups = new Map<string, CountedGroup>()
  for (const key of new Set([...ofColumns.groups.keys(), ...counter.groups.keys()])) {
    const [known, unpacked] = [ofColumns.groups.get(key), counter.groups.get(key)]
    const rows = (known?.sums.rows ?? 0) + (unpacked?.rows ?? 0)
    groups.set(key, { key, rows, ofColumns: known, unpacked })
  }
  return {
    kind,
    zone,
    totals: writeTotals(counter.totals, MAX_HELD_GROUPS),
    groups: largestFirst(groups).map(([, group]) => group),
  }
}

/** Some of the groups, with what their rows have in common. Undefined where a chunk is not as it was. */
export function groupsOf(
  { kind, zone, groups }: CountedRows,
  grouping: Grouping | null,
  { readChunk }: Pick<ReadHeld, 'readChunk'>,
  offset: number,
  limit: number,
): GroupAnswer[] | undefined {
  const answers: GroupAnswer[] = []
  for (const { ofColumns, unpacked } of groups.slice(offset, offset + limit)) {
    let group = unpacked && {
      ...unpacked,
      sums: new Map([...unpacked.sums].map(([key, sum]) => [key, { ...sum }])),
    }
    if (ofColumns && !group && grouping) {
      const { list, chunk } = ofColumns.first.chunk
      const item = readChunk(chunk)?.[ofColumns.first.row]?.item
      if (item === undefined) return undefined
      const { of, condition } = groupOf(grouping, item as object, rowFields(kind), list.context, (time) =>
        dayOf(time, zone),
      )
      group = { ...emptyTotals(), of, condition }
    }
    if (!group) continue
    if (ofColumns) addSums(group, ofColumns.sums)
    answers.push(writeGroup(group, MAX_GROUP_SUMS))
  }
  return answers
}
