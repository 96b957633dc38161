/** Builds pages from loaded rows, and finds what is missing of a list. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { toPage, type LoadedRow } from './loaded-rows.ts'
import { isAbove, isSame, type Body, type Interval, type ItemPlace, type RowStore } from './row-store.ts'

/** A row's key and height, and a cursor that leads to the row above it. */
export interface StoredRow {
  readonly key: string
  readonly height: number | null
  readonly before: Cursor | null
}

/** Consecutive rows without a gap, with the range of their blocks. */
interface ListInterval {
  /** Null in a list without chain order. */
  readonly top: number | null
  readonly bottom: number | null
  readonly rows: number
  /** Cursor of the page below; null at the end of the list. */
  readonly cursor: Cursor | null
}

export interface Coverage {
  /** Newest first. */
  readonly intervals: readonly ListInterval[]
  readonly rows: number
  /** True if one interval covers the list from its head to its end. */
  readonly isComplete: boolean
  /** Size of the compressed bodies, without columns. */
  readonly bytes: number
}

/** Minimum number of rows in a page, if they are loaded. */
const MIN_PAGE_ROWS = 50

export function firstPage(store: RowStore, list: number): Page | undefined {
  const [interval] = store.intervals(list)
  if (!interval) return undefined
  const body = interval.top && store.firstBody(list)
  if (body) return pageFrom(store, list, interval, body, store.rowsOf(body))
  return { ...toPage([]), next: interval.isEnd ? null : parseCursor(interval.cursor), kept: { readAt: 0 } }
}

export function pageAfter(store: RowStore, list: number, cursor: Cursor): Page | undefined {
  const item = store.findCursor(list, cursor)
  const interval = item && store.intervalOf(list, item)
  if (!item || !interval?.bottom || isSame(interval.bottom, item)) return undefined
  return pageBelow(store, list, interval, item)
}

export function pageBelowGap(store: RowStore, list: number, cursor: Cursor): Page | undefined {
  const item = store.findCursor(list, cursor)
  const all = store.intervals(list)
  const at = item ? all.findIndex(({ bottom }) => bottom && isSame(bottom, item)) : -1
  const [above, below] = [all[at], all[at + 1]]
  if (at < 0 || !above || above.isEnd || !below?.top) return undefined
  const body = store.bodyAtOrBelow(list, below.top)
  if (!body) return undefined
  const gap = { from: above.bottom?.height ?? null, to: below.top.height }
  return { ...pageFrom(store, list, below, body, store.rowsOf(body)), gap }
}

/** The row above the page of a cursor. */
export function rowBefore(store: RowStore, list: number, cursor: Cursor): StoredRow | undefined {
  const item = store.findCursor(list, cursor)
  const body = item && store.bodyOfItem(list, item)
  const row = body && store.rowsOf(body)[item.number]
  if (!row) return undefined
  const interval = store.intervalOf(list, item)
  const isFirst = interval?.top && isSame(interval.top, body.top)
  const above = isFirst ? undefined : store.itemAtOrAbove(list, { ...body.top, rank: body.top.rank + 1 })
  return {
    key: row.key,
    height: row.height,
    before: above ? parseCursor(store.cursorBelow(list, above)) : null,
  }
}

function pageBelow(store: RowStore, list: number, interval: Interval, item: ItemPlace): Page | undefined {
  const body = store.bodyOfItem(list, item)
  const rest = body ? store.rowsOf(body).slice(item.number + 1) : []
  if (body && rest.length > 0) return pageFrom(store, list, interval, body, rest)
  const next = body && store.bodyBelow(list, body)
  return next && pageFrom(store, list, interval, next, store.rowsOf(next))
}

function pageFrom(
  store: RowStore,
  list: number,
  { bottom, isEnd, cursor }: Interval,
  from: Body,
  first: readonly LoadedRow[],
): Page {
  const rows = [...first]
  let [body, readAt] = [from, from.readAt]
  const isLast = () => !bottom || !isAbove(body.bottom, bottom)
  while (rows.length < MIN_PAGE_ROWS && !isLast()) {
    const next = store.bodyBelow(list, body)
    if (!next) break
    body = next
    readAt = Math.min(readAt, body.readAt)
    rows.push(...store.rowsOf(body))
  }
  const below = isLast() ? (isEnd ? null : cursor) : store.cursorBelow(list, body.bottom)
  return { ...toPage(rows), next: parseCursor(below), kept: { readAt } }
}

/** Parses a cursor that this program wrote. */
const parseCursor = (text: string | null) => (text === null ? null : (JSON.parse(text) as Cursor))

/**
 * The request that fills the next gap at or below the row above a cursor, or from the head. Its cursor is null if nothing
 * is loaded. Undefined if nothing is missing.
 */
export function missingFrom(
  store: RowStore,
  list: number,
  from: Cursor | null,
): { readonly cursor: Cursor | null } | undefined {
  const all = store.intervals(list)
  const item = from && store.findCursor(list, from)
  const start = item ? all.findIndex(({ bottom }) => bottom && !isAbove(bottom, item)) : 0
  if (all.length === 0) return { cursor: null }
  const gap = all.slice(Math.max(0, start)).find(({ isEnd }) => !isEnd)
  return gap && { cursor: parseCursor(gap.cursor) }
}

interface KnownCoverage {
  readonly changed: number
  readonly coverage: Coverage
}

/** Cached coverage of each list, because windows ask repeatedly, and a million rows take 10 ms. */
const known = new WeakMap<RowStore, LruCache<number, KnownCoverage>>()
const MAX_KNOWN = 64

/** The loaded intervals of a list. `changed`: a number that changes with the list. */
export function readCoverage(
  database: Database,
  store: RowStore,
  { id, changed }: { readonly id: number; readonly changed: number },
): Coverage {
  let ofStore = known.get(store)
  if (!ofStore) known.set(store, (ofStore = new LruCache({ maxSize: MAX_KNOWN })))
  const last = ofStore.get(id)
  if (last?.changed === changed) return last.coverage
  const coverage = coverageOf(database, store, id)
  ofStore.set(id, { changed, coverage })
  return coverage
}

function coverageOf(database: Database, store: RowStore, list: number): Coverage {
  const bodies = database.all<{ top: number; rank: number; rows: number; bytes: number }>(
    `SELECT top_height AS top, top_rank AS rank, rows, length(json) AS bytes FROM bodies
      WHERE list_id = ? ORDER BY top_height DESC, top_rank DESC`,
    list,
  )
  let at = 0
  let [rows, bytes] = [0, 0]
  const all = store.intervals(list)
  const intervals = all.map(({ top, bottom, cursor, isEnd }) => {
    let own = 0
    for (let body = bodies[at]; body; body = bodies[at]) {
      if (bottom && isAbove(bottom, { height: body.top, rank: body.rank })) break
      own += body.rows
      bytes += body.bytes
      at += 1
    }
    rows += own
    return {
      top: top?.height ?? null,
      bottom: bottom?.height ?? null,
      rows: own,
      cursor: isEnd ? null : parseCursor(cursor),
    }
  })
  return { intervals, rows, bytes, isComplete: all.length === 1 && all[0]?.isEnd === true }
}
