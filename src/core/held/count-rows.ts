/** What found rows add up to, and by group: by their columns where these know it, else by the rows. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { largestFirst, writeGroup, writeTotals } from '#shared/query/totals-text.ts'
import { countTotals, groupOf, type Group, type Grouping } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import {
  MAX_GROUP_SUMS,
  MAX_HELD_GROUPS,
  type GroupAnswer,
  type TotalsAnswer,
} from '#shared/rpc/contract/held-rows.ts'
import { ColumnTotals, type RowPlace } from './columns/column-totals.ts'
import type { ChunkPlace } from './held-lists.ts'
import type { ReadHeld } from './look-into-chunk.ts'
import type { AskedList, View } from './matches.ts'
import type { TakeTurn } from './turns.ts'

interface ChunkOfList {
  readonly list: AskedList
  readonly chunk: ChunkPlace
}

export interface CountedRows {
  readonly kind: Resource
  readonly zone: RowContext['zone']
  readonly totals: TotalsAnswer
  readonly groups: readonly (readonly [key: string, group: Group])[]
  /** A row of each group whose name is not known yet. */
  readonly places: ReadonlyMap<string, RowPlace<ChunkOfList>>
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
  turn: TakeTurn,
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
    await turn()
  }
  const groups = new Map(counter.groups)
  const places = ofColumns.addTo(counter.totals, groups)
  const totals = writeTotals(counter.totals, MAX_HELD_GROUPS)
  return { kind, zone, totals, groups: largestFirst(groups), places }
}

/** Some of the groups, with what their rows have in common. Undefined where a chunk is not as it was. */
export function groupsOf(
  { kind, zone, groups, places }: CountedRows,
  grouping: Grouping | null,
  { readChunk }: Pick<ReadHeld, 'readChunk'>,
  offset: number,
  limit: number,
): GroupAnswer[] | undefined {
  const answers: GroupAnswer[] = []
  for (const [key, group] of groups.slice(offset, offset + limit)) {
    const place = places.get(key)
    if (!place || !grouping) {
      answers.push(writeGroup(group, MAX_GROUP_SUMS))
      continue
    }
    const { list, chunk } = place.chunk
    const item = readChunk(chunk)?.[place.row]?.item
    if (item === undefined) return undefined
    const named = groupOf(grouping, item as object, rowFields(kind), list.context, (time) =>
      dayOf(time, zone),
    )
    answers.push(writeGroup({ ...group, of: named.of, condition: named.condition }, MAX_GROUP_SUMS))
  }
  return answers
}
