/** Leaves out the rows that arrived since the newest rows were last shown. */
import type { ListMark } from '#shared/rpc/contract/lists.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { countAbove, newerRows, type RowMark } from '../rows/row-mark.ts'
import { withoutMarks } from './comparison/mark-rows.ts'
import { countUntil } from './count-until.ts'
import { itemId } from './rows-reader.ts'
import type { LoadedList } from './lists-in-scope.ts'
import type { ShownInput } from './questions.ts'
import type { View } from './view.ts'

/** Number of rows examined in one step. */
const STEP = 256

/** The view without newer rows; the view itself if there are none. The view must be in the order of its list. */
export function withoutNewer(database: Database, view: View, { scope, from, sort }: ShownInput): View {
  if (scope.of !== 'list' || sort != null || from === undefined || from.length === 0) return view
  const isMerged = scope.others !== undefined
  const marks = view.lists.map(({ list }) => markOf(list, from, isMerged))
  const newer =
    view.lists.length === 1 ? firstRows(database, view, marks[0]) : newerOfMerged(database, view, marks)
  return newer.length === 0 ? view : withoutRows(view, newer)
}

const markOf = ({ params }: LoadedList, from: readonly ListMark[], isMerged: boolean) =>
  from.find(({ address }) =>
    isMerged ? address?.toLowerCase() === params.address_hash : address === undefined,
  )

/** The newer rows of a single list, which come first. */
function firstRows(database: Database, view: View, mark: RowMark | undefined): readonly number[] {
  const [one] = view.lists
  const above = one && mark ? countAbove(database, one.list.id, mark) : 0
  if (above === 0) return []
  const length = countUntil(Math.min(above, view.count), (at) => {
    const [place] = view.slice(at, 1)
    return place === undefined || place.body.start + place.row >= above
  })
  return Array.from({ length }, (_, at) => at)
}

/** The newer rows of several lists. One list may lag behind, so its newer rows can be between rows of the others. */
function newerOfMerged(database: Database, view: View, marks: readonly (RowMark | undefined)[]) {
  const newer = new Set<number>()
  let lowest = Infinity
  const lists = view.lists.map(({ list: { id } }, at) => ({ list: id, mark: marks[at] }))
  for (const { body, number, height } of newerRows(database, lists)) {
    newer.add(itemId(body, number))
    lowest = Math.min(lowest, height)
  }
  const found: number[] = []
  for (let start = 0; start < view.count && found.length < newer.size; start += STEP)
    for (const [at, { body, row }] of view.slice(start, STEP).entries()) {
      // All further rows are in lower blocks.
      if (body.top !== null && body.top < lowest) return found
      if (newer.has(itemId(body.id, row))) found.push(start + at)
    }
  return found
}

/** The view without these rows. `indices`: sorted indexes. */
function withoutRows(view: View, indices: readonly number[]): View {
  const left = new Set(indices)
  const countBefore = (index: number) => countUntil(indices.length, (at) => (indices[at] ?? 0) >= index)
  /** Index in the view of the row at this index of the result. */
  const indexOf = (place: number) =>
    place + countUntil(indices.length, (at) => (indices[at] ?? 0) - at > place)
  return {
    ...view,
    count: view.count - indices.length,
    slice(offset, limit) {
      const start = indexOf(offset)
      return view
        .slice(start, limit + indices.length - countBefore(start))
        .filter((_, at) => !left.has(start + at))
        .slice(0, limit)
    },
    ...(view.marks && {
      marks: withoutMarks(
        view.marks,
        indices.map((at) => view.slice(at, 1)[0]?.mark),
      ),
    }),
    valueAt: (place) => view.valueAt(indexOf(place)),
    gaps: view.gaps.map((gap) => ({ ...gap, before: gap.before - countBefore(gap.before) })),
  }
}
