/** The rows that a compared list has, and the blocks in which it certainly has no others. */
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import { readInTransaction, type Database } from '#platform/sqlite/database.ts'
import { nameList } from '../../archive/list-name.ts'
import { namedLists } from '../../archive/named-lists.ts'
import { countUntil } from '../count-until.ts'
import { listsIn, revisionOf, type LoadedList } from '../lists-in-scope.ts'
import type { KnownList } from '../questions.ts'
import { column, readColumns, type Columns } from '../sql/read-columns.ts'
import { createBodyDirectories, createBodyReader, ITEM_ID } from '../rows-reader.ts'
import { ALL_HEIGHTS, commonOf, complementOf, NO_HEIGHTS, unionOf, type Heights } from '../heights.ts'
import { isUnread, MAYBE_UNREAD } from '../sql/unread-rows.ts'

export type ListScope = Extract<RowScope, { readonly of: 'list' }>

export const UNKNOWN_LIST: KnownList = {
  revision: '',
  keys: new Float64Array(0),
  covers: NO_HEIGHTS,
  oldTop: -Infinity,
}

export const hasKey = ({ keys }: KnownList, key: number): boolean =>
  keys[countUntil(keys.length, (at) => (keys[at] ?? 0) >= key)] === key

/** The blocks that are known. `isOld`: the source has not confirmed the beginning of the list. */
export const coveredBy = ({ covers, oldTop }: KnownList, isOld: boolean): Heights =>
  isOld ? commonOf([covers, [[-Infinity, oldTop]]]) : covers

/** Reads what is known of a list. `known`: the previous result, which is returned if nothing has changed. */
export const readKnownList = (
  database: Database,
  scope: ListScope,
  known: KnownList | undefined,
): KnownList =>
  readInTransaction(database, () => {
    const lists = listsIn(database, scope)
    const revision = revisionOf(lists)
    if (known?.revision === revision) return known
    const isHistory = nameList(scope).kind === 'history'
    const parts = lists.map((list) => readOne(database, list, isHistory))
    const areAllHere = lists.length === namedLists(scope).length
    return {
      revision,
      keys: joinKeys(parts.map(({ keys }) => keys)),
      covers: areAllHere ? commonOf(parts.map(({ covers }) => covers)) : NO_HEIGHTS,
      oldTop: Math.min(...parts.map(({ oldTop }) => oldTop)),
    }
  })

const ALL = { sql: '1', values: [] }
const COLUMNS = [column('key'), column('height'), { ...MAYBE_UNREAD, isRare: true }]

function readOne(database: Database, list: LoadedList, isHistory: boolean) {
  const directory = createBodyDirectories(database, 1).read(list)
  const of = { list, directory }
  const columns = readColumns(database, of, ALL, COLUMNS)
  const [keys = new Float64Array(0)] = columns
  const isUnreadAt = unreadIn(database, of, columns)
  const intervals = isHistory ? readIntervals(database, list) : []
  const top = Math.max(...intervals.map((interval) => interval.top ?? -Infinity))
  const covers = directory.isComplete
    ? ALL_HEIGHTS
    : unionOf(intervals.map((interval) => heightsOf(interval, top)))
  const holes = isUnreadAt ? holesIn(columns, isUnreadAt, isHistory) : NO_HEIGHTS
  return { keys, covers: commonOf([covers, complementOf(holes)]), oldTop: top - 1 }
}

interface Interval {
  readonly top: number | null
  readonly bottom: number | null
  readonly isEnd: number
}

const readIntervals = (database: Database, { id }: LoadedList) =>
  database.all<Interval>(
    'SELECT top_height AS top, bottom_height AS bottom, is_end AS isEnd FROM intervals WHERE list_id = ?',
    id,
  )

/**
 * The blocks of an interval without those of its first and last row, because the gap may contain more rows of these. Above
 * the list's first row there is nothing.
 */
function heightsOf({ top, bottom, isEnd }: Interval, listTop: number): Heights[number] {
  const from = isEnd === 1 ? -Infinity : (bottom ?? Infinity) + 1
  return [from, top === null ? -Infinity : top === listTop ? Infinity : top - 1]
}

/** Tests whether a row is unreadable; undefined if all rows could be read. */
function unreadIn(
  database: Database,
  of: Parameters<typeof readColumns>[1],
  [, , maybe]: Columns,
): ((row: number) => boolean) | undefined {
  if (maybe?.some((is) => is !== 0) !== true) return undefined
  const [ids] = readColumns(database, of, ALL, [column(ITEM_ID)])
  const readBody = createBodyReader(database)
  return (row) => maybe[row] === 1 && isUnread(readBody, ids?.[row] ?? 0)
}

/** The blocks around unreadable rows, which may be any row between their neighbours. */
function holesIn([, heights]: Columns, isUnreadAt: (row: number) => boolean, isHistory: boolean): Heights {
  const holes: [from: number, to: number][] = []
  let above = Infinity
  let open = false
  for (let row = 0; row < (heights?.length ?? 0); row += 1) {
    if (isUnreadAt(row)) {
      open = true
      continue
    }
    const height = heights?.[row] ?? 0
    if (open) holes.push([height, above])
    open = false
    above = height
  }
  if (open) holes.push([-Infinity, above])
  return holes.length > 0 && !isHistory ? ALL_HEIGHTS : unionOf(holes)
}

function joinKeys(all: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const keys of all) {
    joined.set(keys, at)
    at += keys.length
  }
  return joined.sort()
}
