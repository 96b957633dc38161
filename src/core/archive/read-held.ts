/** Pages made of what is held. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import { formatCursor } from '../api-client/read/cursor.ts'
import type { Chunk, ChunkStore } from './chunk-store.ts'
import { shortHash, toPage, type HeldRow } from './held-rows.ts'

/** A page has at least so many rows, where they are held. */
const MIN_PAGE_ROWS = 50

/** From the newest row held on. Undefined where nothing is. */
export function firstHeldPage(store: ChunkStore, list: number): Page | undefined {
  const first = store.first(list)
  return first && pageFrom(store, list, first, store.rowsOf(first))
}

/** What is held of what this cursor gives, up to the next gap. Undefined where nothing is. */
export function heldPageAfter(store: ChunkStore, list: number, cursor: Cursor): Page | undefined {
  if (leadsIntoGap(store, list, cursor)) return undefined
  const at = findPlace(store, list, cursor)
  if (!at) return undefined
  if (at.rest.length > 0) return pageFrom(store, list, at.chunk, at.rest)
  if (at.chunk.after !== 'joined') return undefined
  const next = store.below(list, at.chunk.position)
  return next && pageFrom(store, list, next, store.rowsOf(next))
}

/** As for each page of a first walk: no rows have to be unpacked to know it. */
function leadsIntoGap(store: ChunkStore, list: number, cursor: Cursor): boolean {
  const found = store.findCursor(list, shortHash(formatCursor(cursor)))
  const chunk = found && store.byId(list, found.chunk)
  return chunk?.after === 'gap' && chunk.cursor === JSON.stringify(cursor)
}

/** What is held below the gap that this cursor leads into. Undefined where nothing is, or where there is no gap. */
export function heldPageBelowGap(store: ChunkStore, list: number, cursor: Cursor): Page | undefined {
  const at = findPlace(store, list, cursor)
  if (!at || at.rest.length > 0 || at.chunk.after !== 'gap') return undefined
  const next = store.below(list, at.chunk.position)
  if (!next) return undefined
  const gap = { from: at.chunk.bottom, to: next.top }
  return { ...pageFrom(store, list, next, store.rowsOf(next)), gap }
}

/** The row below which a cursor continues, and those of its chunk that follow it. */
function findPlace(store: ChunkStore, list: number, cursor: Cursor) {
  const found = store.findCursor(list, shortHash(formatCursor(cursor)))
  const chunk = found && store.byId(list, found.chunk)
  if (!chunk) return undefined
  const rows = store.rowsOf(chunk)
  const at = rows.findIndex(({ key }) => Buffer.compare(shortHash(key), found.key) === 0)
  return at < 0 ? undefined : { chunk, row: rows[at], rest: rows.slice(at + 1) }
}

/** The identity of the row below which a cursor continues, and its height; and a cursor that leads to what stands before. */
export function findHeldRow(store: ChunkStore, list: number, cursor: Cursor) {
  const at = findPlace(store, list, cursor)
  if (!at?.row) return undefined
  const above = store.above(list, at.chunk.position)
  const { key, height } = at.row
  return { key, height, before: above?.after === 'joined' ? parseCursor(above.cursor) : null }
}

function pageFrom(store: ChunkStore, list: number, from: Chunk, first: readonly HeldRow[]): Page {
  const rows = [...first]
  let chunk = from
  let { readAt } = from
  while (rows.length < MIN_PAGE_ROWS && chunk.after === 'joined') {
    const next = store.below(list, chunk.position)
    if (!next) break
    chunk = next
    readAt = Math.min(readAt, chunk.readAt)
    rows.push(...store.rowsOf(chunk))
  }
  const next = chunk.after === 'end' ? null : parseCursor(chunk.cursor)
  return { ...toPage(rows), next, kept: { readAt } }
}

/** As it came: it was written from a cursor. */
const parseCursor = (text: string | null) => (text === null ? null : (JSON.parse(text) as Cursor))
