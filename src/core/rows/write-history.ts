/**
 * Writes a page of a history list. A page is valid from its beginning (the head, or the row above its cursor) to its last
 * row, and replaces what was loaded there. The rows loaded below continue without a gap only if the page's last row was
 * loaded too, in the same block: the same block hash or time means that all earlier blocks are the same.
 */
import type { Cursor, Page } from '#shared/lists/page.ts'
import { isSameBlock, type LoadedRow } from './loaded-rows.ts'
import {
  BOTTOM,
  isAbove,
  isSame,
  LOWEST,
  type Interval,
  type ItemPlace,
  type Place,
  type RowStore,
} from './row-store.ts'

export interface PageWrite {
  readonly list: number
  /** The cursor of the request; null for the first page. */
  readonly after: Cursor | null
  readonly next: Page['next']
  readonly rows: readonly LoadedRow[]
  /** True for the first page after pending rows: all rows before it were pending, so its cursor is not null. */
  readonly isHead: boolean
  readonly chainHead: number | null
  readonly readAt: number
}

/** A smaller body that is left over is joined with the one below it, up to the maximum. */
const MIN_BODY_ROWS = 50
const MAX_BODY_ROWS = 100

/** Writes a page; returns whether it was written. Call it within a transaction. */
export function writeHistoryPage(store: RowStore, write: PageWrite): boolean {
  const { list, next, after } = write
  const start = findStart(store, write)
  if (!start) return false
  const { above } = start
  const rows = above ? withoutRepeats(store, write, above) : write.rows
  if (!rows) return false
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) {
    writeEmptyPage(store, write, above)
    return true
  }
  if (above && above.height < heightOf(first)) return false

  if (above && after) cutBelow(store, list, above, after)
  const met = next === null ? undefined : findMet(store, list, above, last)
  const goesOn = met !== undefined && !isBottom(store, list, met)
  store.remove(
    list,
    above ?? null,
    next === null ? BOTTOM : (met ?? { height: heightOf(last), rank: LOWEST }),
  )
  const below = goesOn ? store.itemBelow(list, met) : undefined
  removeMoved(store, list, above, rows)
  // The row below may have been removed with a moved row.
  let joined = below && store.itemAt(list, below) ? store.intervalOf(list, below) : undefined
  const places = placesFor(rows, above, joined?.top ?? undefined)
  if (!places) {
    store.remove(list, above ?? null, { height: heightOf(last), rank: LOWEST })
    joined = undefined
  }
  addRows(store, write, { rows, above, joined, places: places ?? placesFor(rows, above, undefined) ?? [] })
  return true
}

/** Whether the last row of a page is loaded, so that no rows are missing in between. */
export const overlapsLoaded = (store: RowStore, list: number, last: LoadedRow): boolean =>
  findMet(store, list, undefined, last) !== undefined

const heightOf = ({ height }: LoadedRow) => height ?? 0
/** The height of the first row, which is the highest. */
const highestOf = ([first]: readonly LoadedRow[]) => (first ? heightOf(first) : 0)

/** The beginning of a page: the head, or the loaded row above it. Undefined if the rows above it are unknown. */
function findStart(
  store: RowStore,
  { list, after, rows, isHead }: PageWrite,
): { readonly above?: ItemPlace } | undefined {
  if (after === null || isHead) return {}
  const byCursor = store.findCursor(list, after)
  if (byCursor) return { above: byCursor }
  // An unknown cursor, but its first row is loaded.
  const [first] = rows
  const found = first && store.findInBlock(list, heightOf(first), first.key)
  const top = found && store.intervalOf(list, found)?.top
  if (!top || isSame(found, top)) return undefined
  const above = store.itemAtOrAbove(list, { height: found.height, rank: found.rank + 1 })
  return above && { above }
}

/**
 * The rows of the page without those loaded above it. Undefined if one of them is loaded at another height: those rows are
 * of another branch of the chain and are removed.
 */
function withoutRepeats(
  store: RowStore,
  { list, rows }: PageWrite,
  above: ItemPlace,
): readonly LoadedRow[] | undefined {
  const isBefore = (place: Place) => !isAbove(above, place)
  const left = rows.filter((row) => {
    if (heightOf(row) < above.height) return true
    const loaded = store.findInBlock(list, heightOf(row), row.key)
    return !loaded || !isBefore(loaded)
  })
  const keys = left.map(({ key }) => key)
  if (!store.findProvisional(list, keys, highestOf(left)).some(isBefore)) return left
  store.remove(list, null, above)
  return undefined
}

/** Writes a page without rows: the list ends here, or continues with another cursor. */
function writeEmptyPage(store: RowStore, { list, next, after }: PageWrite, above: ItemPlace | undefined) {
  if (next === null) {
    if (above && after) cutBelow(store, list, above, after)
    store.remove(list, above ?? null, BOTTOM)
    const interval = above && store.intervalOf(list, above)
    if (interval) store.setInterval({ ...interval, cursor: null, isEnd: true })
    else store.addInterval(list, { top: null, bottom: null, cursor: null, isEnd: true })
    return
  }
  if (!above) return
  store.setCursor(list, above, next)
  const interval = store.intervalOf(list, above)
  if (interval?.bottom && isSame(interval.bottom, above) && !interval.isEnd)
    store.setInterval({ ...interval, cursor: JSON.stringify(next) })
}

/** Cuts the interval below a row, because the next row is no longer known. The cursor leads to it. */
function cutBelow(store: RowStore, list: number, above: ItemPlace, after: NonNullable<PageWrite['after']>) {
  const cursor = JSON.stringify(after)
  if (store.cursorBelow(list, above) !== cursor) store.setCursor(list, above, after)
  const interval = store.intervalOf(list, above)
  if (!interval?.bottom) return
  if (isSame(interval.bottom, above)) {
    if (interval.cursor !== cursor || interval.isEnd) store.setInterval({ ...interval, cursor, isEnd: false })
    return
  }
  const below = store.itemBelow(list, above)
  store.setInterval({ ...interval, bottom: above, cursor, isEnd: false })
  if (below) store.addInterval(list, { ...interval, top: below })
}

/** The position of the page's last row, if it is loaded below the page's beginning, in the same block. */
function findMet(
  store: RowStore,
  list: number,
  above: Place | undefined,
  last: LoadedRow,
): ItemPlace | undefined {
  const found = store.findInBlock(list, heightOf(last), last.key)
  if (!found || (above && !isAbove(above, found))) return undefined
  const body = store.bodyOfItem(list, found)
  const loaded = body && store.rowsOf(body)[found.number]
  return loaded?.key === last.key && isSameBlock(loaded, last, body?.chainHead ?? null) ? found : undefined
}

function isBottom(store: RowStore, list: number, place: Place): boolean {
  const bottom = store.intervalOf(list, place)?.bottom
  return !bottom || isSame(bottom, place)
}

/**
 * Removes rows of another branch of the chain: a row of the page that is loaded elsewhere, and the rows from it up to the
 * top of its interval.
 */
function removeMoved(store: RowStore, list: number, above: Place | undefined, rows: readonly LoadedRow[]) {
  const last = rows.at(-1)
  if (!last) return
  const inBlock = rows
    .filter(({ height }) => height === last.height)
    .flatMap(({ height, key }) => store.findInBlock(list, height ?? 0, key) ?? [])
  const moved = [
    ...inBlock,
    ...store.findProvisional(
      list,
      rows.map(({ key }) => key),
      highestOf(rows),
    ),
  ].filter((place) => !above || isAbove(above, place))
  for (const place of moved) {
    const interval = store.intervalOf(list, place)
    if (interval?.top) store.remove(list, oneAbove(interval.top), place)
  }
}

const oneAbove = ({ height, rank }: Place): Place => ({ height, rank: rank + 1 })

/**
 * Ranks for the rows of the page: below those in the block it begins in, above those in the block it ends in. Undefined if
 * there is no room for them.
 */
function placesFor(
  rows: readonly LoadedRow[],
  above: Place | undefined,
  below: Place | undefined,
): readonly Place[] | undefined {
  const places: Place[] = []
  for (let at = 0; at < rows.length;) {
    const height = rows[at]?.height ?? 0
    let end = at
    while (end < rows.length && (rows[end]?.height ?? 0) === height) end += 1
    const count = end - at
    const highest = above?.height === height ? above.rank - 1 : undefined
    const lowest = below?.height === height ? below.rank + 1 : undefined
    const start = highest ?? (lowest === undefined ? count - 1 : lowest + count - 1)
    if (lowest !== undefined && start - count + 1 < lowest) return undefined
    for (let number = 0; number < count; number += 1) places.push({ height, rank: start - number })
    at = end
  }
  return places
}

interface NewRows {
  readonly rows: readonly LoadedRow[]
  readonly places: readonly Place[]
  readonly above: Place | undefined
  /** The interval that continues below without a gap. */
  readonly joined: Interval | undefined
}

function addRows(
  store: RowStore,
  { list, next, chainHead, readAt }: PageWrite,
  { rows, places, above, joined }: NewRows,
) {
  const [top, bottom] = [places[0], places.at(-1)]
  if (!top || !bottom) return
  store.addBody(list, { rows, places, chainHead, readAt })
  if (next) store.setCursor(list, bottom, next)
  const own = { bottom, cursor: next && JSON.stringify(next), isEnd: next === null }
  const ending = joined ? { bottom: joined.bottom, cursor: joined.cursor, isEnd: joined.isEnd } : own
  if (joined) store.removeInterval(joined)
  const upper = above && store.intervalOf(list, above)
  if (upper) store.setInterval({ ...upper, ...ending })
  else store.addInterval(list, { top, ...ending })
  if (joined) joinLeftOver(store, list, bottom)
}

/**
 * Joins the remaining part of a replaced body with the one below, because each page at the head would leave a small one.
 */
function joinLeftOver(store: RowStore, list: number, bottom: Place) {
  const left = store.bodyAtOrBelow(list, { ...bottom, rank: bottom.rank - 1 })
  if (!left || left.rows >= MIN_BODY_ROWS) return
  const lower = store.bodyBelow(list, left)
  const end = store.intervalOf(list, left.top)?.bottom
  if (!lower || !end || isAbove(end, lower.top)) return
  if (left.rows + lower.rows <= MAX_BODY_ROWS) store.join(list, left, lower)
}
