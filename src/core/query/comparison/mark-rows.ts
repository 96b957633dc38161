/** Marks the found rows that another list has as well. */
import type { MarkCounts, RowMark } from '#shared/rpc/contract/rows.ts'
import { countUntil } from '../count-until.ts'
import { pickedAmong } from '../sql/picked-rows.ts'
import type { FoundInList, SqlView } from '../sql/sql-view.ts'
import type { ReadBody } from '../rows-reader.ts'
import type { YieldIfDue } from '../time-slices.ts'
import type { View } from '../view.ts'
import { areAll, includes } from '../heights.ts'
import type { KnownList } from '../questions.ts'
import { coveredBy, hasKey } from './known-list.ts'
import { isUnread } from '../sql/unread-rows.ts'

/** The marks by the numbers that are stored for them. */
const MARKS: readonly RowMark[] = ['here', 'both', 'unknown']
const [HERE, BOTH, UNKNOWN] = [0, 1, 2]
/** Number of rows processed before others may get their turn. */
const STEP = 4_096

/** The marks of all rows of a view, in its order. */
export interface MarkedRows {
  readonly of: KnownList
  readonly isOld: boolean
  readonly marks: Uint8Array
  /** The rows with one mark, cached once they are asked for. */
  readonly ofMark: Map<RowMark, SqlView>
}

/** Marks the rows of a view. `isOld`: whether `known` is unconfirmed. `isInChainOrder`: the rows have blocks. */
export async function markRows(
  view: SqlView,
  known: KnownList,
  isOld: boolean,
  isInChainOrder: boolean,
  readBody: ReadBody,
  yieldIfDue: YieldIfDue,
): Promise<MarkedRows> {
  const marks = new Uint8Array(view.count)
  const covers = coveredBy(known, isOld)
  const isWhole = areAll(covers)
  const markOf = (at: number): number => {
    const { found, row } = view.comparedAt?.(at) ?? {}
    const key = found?.identities?.[row ?? 0]
    if (!found || row === undefined || key === undefined) return UNKNOWN
    if (hasKey(known, key)) return BOTH
    const isCovered = isWhole || (isInChainOrder && includes(covers, found.heights?.[row] ?? Infinity))
    // A row that is unreadable here may be readable in the other list.
    if (!isCovered || (found.unread?.[row] === 1 && isUnread(readBody, found.ids[row] ?? 0))) return UNKNOWN
    return HERE
  }
  for (let at = 0; at < view.count; at += 1) {
    marks[at] = markOf(at)
    if (at % STEP === 0) await yieldIfDue()
  }
  return { of: known, isOld, marks, ofMark: new Map() }
}

/** The rows with one mark, or all with their marks; and the number of rows with each mark. */
export function viewOfMarked(view: View, { marks }: MarkedRows, show: 'all' | 'here' | 'both'): View {
  const counts = [0, 0, 0]
  for (const mark of marks) counts[mark] = (counts[mark] ?? 0) + 1
  const [here = 0, both = 0, unknown = 0] = counts
  const all: View = {
    ...view,
    marks: { here, both, unknown },
    slice: (offset, limit) =>
      view
        .slice(offset, limit)
        .map((place, at) => ({ ...place, mark: MARKS[marks[offset + at] ?? UNKNOWN] })),
  }
  return show === 'all' ? all : withMark(all, marks, MARKS.indexOf(show), counts)
}

/** The rows with one mark, for sums; cached with the marks. `revision`: of both lists. */
export async function rowsOfMark(
  view: SqlView,
  { marks, ofMark }: MarkedRows,
  mark: RowMark,
  revision: string,
  yieldIfDue: YieldIfDue,
): Promise<SqlView> {
  const before = ofMark.get(mark)
  if (before) return before
  const wanted = MARKS.indexOf(mark)
  const parts = new Map<FoundInList, { readonly these: number[]; readonly others: number[] }>()
  for (const found of view.found) parts.set(found, { these: [], others: [] })
  let count = 0
  for (let at = 0; at < marks.length; at += 1) {
    const { found, row = 0 } = view.comparedAt?.(at) ?? {}
    const part = found && parts.get(found)
    const isWanted = marks[at] === wanted
    ;(isWanted ? part?.these : part?.others)?.push(found?.ids[row] ?? 0)
    if (isWanted) count += 1
    if (at % STEP === 0) await yieldIfDue()
  }
  const found = [...parts].map(([one, { these, others }]) => ({
    ...one,
    picked: pickedAmong(one.picked, these, others),
  }))
  const rows: SqlView = { ...view, revision, found, count }
  ofMark.set(mark, rows)
  return rows
}

function withMark(view: View, marks: Uint8Array, wanted: number, counts: readonly number[]): View {
  const rows = new Uint32Array(counts[wanted] ?? 0)
  let count = 0
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === wanted) rows[count++] = at
  return {
    ...view,
    count,
    slice: (offset, limit) => [...rows.subarray(offset, offset + limit)].flatMap((at) => view.slice(at, 1)),
    valueAt: (at) => view.valueAt(rows[at] ?? 0),
    gaps: view.gaps
      .map((gap) => ({ ...gap, before: countUntil(count, (at) => (rows[at] ?? 0) >= gap.before) }))
      .filter(({ below, before }) => below !== undefined || before < count),
  }
}

/** The counts without these rows. */
export function withoutMarks(counts: MarkCounts, marks: readonly (RowMark | undefined)[]): MarkCounts {
  const left = { ...counts }
  for (const mark of marks) if (mark) left[mark] -= 1
  return left
}
