/**
 * Writes a page of a list that describes a current state. All loaded rows belong to one moment: a page with other rows than
 * those loaded in its position starts a new one, and the rows after it are removed.
 */
import { keyNumber } from './loaded-rows.ts'
import type { PageWrite } from './write-history.ts'
import { BOTTOM, isSame, type Body, type ItemPlace, type Place, type RowStore } from './row-store.ts'

/** Writes a page; returns whether it was written. Call it within a transaction. */
export function writeSnapshotPage(store: RowStore, write: PageWrite): boolean {
  const { list, after, next, readAt } = write
  const above = after === null ? undefined : store.findCursor(list, after)
  const upper = above && store.bodyOfItem(list, above)
  if (after !== null && !(above && upper && isSame(upper.bottom, above))) return false
  const body = upper ? store.bodyBelow(list, upper) : store.firstBody(list)
  if (body && hasSameRows(store, body, write)) {
    store.replaceBody(list, body, write.rows, readAt)
    if (next) {
      store.setCursor(list, body.bottom, next)
      const interval = store.intervalOf(list, body.bottom)
      if (interval?.bottom && isSame(interval.bottom, body.bottom))
        store.setInterval({ ...interval, cursor: JSON.stringify(next) })
    }
    return true
  }
  store.remove(list, above ?? null, BOTTOM)
  append(store, write, above)
  return true
}

function append(store: RowStore, write: PageWrite, above: ItemPlace | undefined) {
  const { list, next, readAt } = write
  const known = new Set(
    store
      .findProvisional(
        list,
        write.rows.map(({ key }) => key),
        0,
      )
      .map(({ key }) => key),
  )
  const rows = write.rows.filter(({ key }) => !known.has(keyNumber(key)))
  const places = rows.map((_, at): Place => ({ height: 0, rank: (above?.rank ?? 0) - 1 - at }))
  const ending = { cursor: next && JSON.stringify(next), isEnd: next === null }
  const bottom = places.at(-1) ?? above
  if (rows.length > 0) store.addBody(list, { rows, places, chainHead: null, readAt })
  const interval = above && store.intervalOf(list, above)
  if (interval && bottom) store.setInterval({ ...interval, bottom, ...ending })
  else store.addInterval(list, { top: places[0] ?? null, bottom: bottom ?? null, ...ending })
  if (bottom && next) store.setCursor(list, bottom, next)
}

function hasSameRows(store: RowStore, body: Body, { list, rows, next }: PageWrite): boolean {
  const loaded = store.rowsOf(body)
  return (
    (store.cursorBelow(list, body.bottom) === null) === (next === null) &&
    loaded.length === rows.length &&
    loaded.every(({ key }, at) => key === rows[at]?.key)
  )
}
