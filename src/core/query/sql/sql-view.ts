/** The found rows, as the source of answers. */
import type { SortValue } from '#shared/query/sort-values.ts'
import type { FoldedRows } from '../fold-rows.ts'
import type { BodyPlace, Directory } from '../lists-in-scope.ts'
import type { Place, PositionedGap, View } from '../view.ts'
import type { QueriedList } from '../row-query.ts'
import { ALL_ROWS, type RowCondition } from './compile-sql.ts'
import { ALL_PICKED, allBut, type PickedRows } from './picked-rows.ts'
import type { Columns } from './read-columns.ts'
import { bodyOfId, numberOfId } from '../rows-reader.ts'

/** The matching rows of one list. */
export interface FoundInList {
  readonly list: QueriedList
  readonly condition: RowCondition
  /** True if all rows of the list match; `ids` is empty then. */
  readonly isAll: boolean
  /** Ids of the matching rows, in the order of the list. */
  readonly ids: Float64Array
  /** Ids of the rows that had to be read. */
  readonly read: ReadonlySet<number>
  readonly folded: FoldedRows
  /** Numbers that are equal for the same row in other lists of its source. */
  readonly identities: Float64Array | undefined
  /** Whether a row may be unreadable, if it is compared with another list. */
  readonly unread: Float64Array | undefined
  /** Blocks of the rows, if the lists are merged in chain order or compared. */
  readonly heights: Float64Array | undefined
  readonly values: ((row: number) => SortValue | undefined) | undefined
  /** Numbers that compare like the values, the first most significant; undefined if they are not known for all rows. */
  readonly keys: Columns | undefined
  /** The rows that were not found in an earlier list. */
  readonly picked: PickedRows
  /** Whether the value of a row is approximate. */
  readonly isNear: ((row: number) => boolean) | undefined
}

export interface SqlView extends View {
  readonly found: readonly FoundInList[]
  /** For comparisons: the list of a row, and its index there. */
  readonly comparedAt?: ((at: number) => FoundRow | undefined) | undefined
}

interface FoundRow {
  readonly found: FoundInList
  readonly row: number
}

export const NOTHING_FOLDED: FoldedRows = { scam: 0, imitations: 0 }

export interface OrderedRows {
  readonly count: number
  /** By row: the index of its list, and its index there. Undefined if there is one list without repeated rows. */
  readonly listOf: Uint32Array | undefined
  readonly rowOf: Uint32Array | undefined
  /** By list: ids of rows that were found in an earlier list. */
  readonly dropped: readonly (readonly number[])[]
  /** Indexes of the rows, if they are sorted. */
  readonly order: Uint32Array | undefined
  /** The value a row is sorted by, if the view may be merged with others. */
  readonly valueAt: ((row: number) => SortValue | undefined) | undefined
  readonly gaps: readonly PositionedGap[]
  /** Only the first rows are sorted and present. */
  readonly isTop?: boolean
}

/** All rows of a list. */
export const wholeOf = (list: QueriedList): FoundInList => ({
  list,
  condition: ALL_ROWS,
  isAll: true,
  ids: new Float64Array(0),
  read: new Set(),
  folded: NOTHING_FOLDED,
  identities: undefined,
  unread: undefined,
  heights: undefined,
  values: undefined,
  keys: undefined,
  picked: ALL_PICKED,
  isNear: undefined,
})

interface Ordered {
  readonly count: number
  readonly placeOf: (at: number) => Place | undefined
  readonly comparedAt?: SqlView['comparedAt']
  readonly valueAt: (at: number) => SortValue | undefined
  readonly gaps?: readonly PositionedGap[]
}

export function viewOf(
  revision: string,
  descending: boolean,
  found: readonly FoundInList[],
  { count, placeOf, comparedAt, valueAt, gaps = [] }: Ordered,
): SqlView {
  return {
    revision,
    descending,
    lists: found.map(({ list }) => list),
    found,
    count,
    folded: {
      scam: found.reduce((sum, { folded }) => sum + folded.scam, 0),
      imitations: found.reduce((sum, { folded }) => sum + folded.imitations, 0),
    },
    slice: (offset, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
        placeOf(offset + at),
      ).filter((place) => place !== undefined),
    comparedAt,
    valueAt,
    gaps,
    size: count,
  }
}

interface Rows extends OrderedRows {
  readonly descending: boolean
}

/** Makes a view. Sort values are dropped, unless the view may be merged with others. */
export function viewOfRows(
  revision: string,
  found: readonly FoundInList[],
  { count, listOf, rowOf, dropped, order, valueAt, descending, gaps }: Rows,
): SqlView {
  const lists = found.map((one, at) => ({
    ...one,
    heights: one.unread ? one.heights : undefined,
    values: undefined,
    keys: undefined,
    isNear: undefined,
    picked: allBut(dropped[at] ?? []),
  }))
  const rowAt = (at: number): FoundRow | undefined => {
    const row = order ? order[at] : at
    const one = row === undefined ? undefined : lists[listOf?.[row] ?? 0]
    return one && row !== undefined ? { found: one, row: rowOf ? (rowOf[row] ?? 0) : row } : undefined
  }
  return viewOf(revision, descending, lists, {
    count,
    placeOf(at) {
      const { found: of, row } = rowAt(at) ?? {}
      return of && placeIn(of.list, of.ids[row ?? 0])
    },
    comparedAt: rowAt,
    valueAt: (at) => valueAt?.(order ? (order[at] ?? 0) : at),
    gaps,
  })
}

const bodiesOf = new WeakMap<Directory, ReadonlyMap<number, BodyPlace>>()

export function placeIn(list: QueriedList, id: number | undefined): Place | undefined {
  if (id === undefined) return undefined
  let bodies = bodiesOf.get(list.directory)
  if (!bodies)
    bodiesOf.set(list.directory, (bodies = new Map(list.directory.bodies.map((body) => [body.id, body]))))
  const body = bodies.get(bodyOfId(id))
  return body && { list, body, row: numberOfId(id) }
}
