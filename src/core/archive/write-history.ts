/**
 * Writes a page of a history list into what is held of it. The page is right about everything from where it begins (the
 * head, or the row that its cursor continues below) to its last row: what was held of that is replaced. Below its last
 * row what is held goes on without a gap only where that very row was held, in the same block: a block's hash or time
 * says that all before it is the same.
 */
import type { Cursor, Page } from '#shared/lists/page.ts'
import { formatCursor } from '../api-client/read/cursor.ts'
import type { Chunk, ChunkStore } from './chunk-store.ts'
import { isSameBlock, shortHash, type HeldRow } from './held-rows.ts'

/** A smaller chunk that is left over is put together with the one below it, up to this. */
const MIN_CHUNK_ROWS = 50
const MAX_CHUNK_ROWS = 100

export interface PageWrite {
  readonly list: number
  /** What the page was asked for with; null for the first page. */
  readonly after: Cursor | null
  readonly next: Page['next']
  readonly rows: readonly HeldRow[]
  /** That is the first page, though its cursor is not null: all rows before it were pending. */
  readonly isHead: boolean
  readonly chainHead: number | null
  readonly readAt: number
}

/** Where a page begins: at the head, or below a row that is held. */
type Start = { readonly above?: undefined } | { readonly above: Chunk; readonly last: HeldRow }

/** Returns whether the page was written. To be called within a transaction. */
export function writeHistoryPage(store: ChunkStore, write: PageWrite): boolean {
  const { list, next } = write
  const start = findStart(store, write)
  if (!start) return false
  const { above } = start
  const rows = above ? withoutRepeats(store, write, start) : write.rows
  if (!rows) return false
  const last = rows.at(-1)
  if (!last) {
    writeEmptyPage(store, write, start)
    return true
  }
  if (above && (start.last.height ?? 0) < (rows[0]?.height ?? 0)) return false

  const upper = above && cutAt(store, write, above, start.last)
  let isJoined = next !== null && replaceHeld(store, write, upper, last)
  if (next === null) removeBelow(store, list, upper)
  if (removeMoved(store, list, rows)) isJoined = false
  const id = store.insert(list, upper && store.byId(list, upper.id), {
    rows,
    after: next === null ? 'end' : isJoined ? 'joined' : 'gap',
    cursor: next && JSON.stringify(next),
    chainHead: write.chainHead,
    readAt: write.readAt,
  })
  if (upper) store.setAfter(upper, 'joined')
  if (next) store.setCursor(list, last.key, shortHash(formatCursor(next)))
  const written = store.byId(list, id)
  if (isJoined && written) mergeLeftOver(store, list, written)
  return true
}

/** Whether a page ends in what is held, so that nothing is missing between them. */
export function meetsHeld(store: ChunkStore, list: number, last: HeldRow): boolean {
  const found = store.findKey(list, last.key)
  const chunk = found && store.byId(list, found.chunk)
  const held = chunk && store.rowsOf(chunk).find(({ key }) => key === last.key)
  return held !== undefined && isSameBlock(held, last, chunk?.chainHead ?? null)
}

/** Undefined where nobody knows what stands before the page: it can't be written then. */
function findStart(store: ChunkStore, { list, after, rows, isHead }: PageWrite): Start | undefined {
  if (after === null || isHead) return {}
  const byCursor = store.findCursor(list, shortHash(formatCursor(after)))
  if (byCursor) {
    const above = store.byId(list, byCursor.chunk)
    const last = above && store.rowsOf(above).find(({ key }) => isHashOf(byCursor.key, key))
    return last && { above, last }
  }
  // A cursor that is not known leads to a row that is.
  const first = rows[0]
  const found = first && store.findKey(list, first.key)
  const chunk = found && store.byId(list, found.chunk)
  if (!chunk) return undefined
  const held = store.rowsOf(chunk)
  const at = held.findIndex(({ key }) => key === first.key)
  const before = held[at - 1]
  if (before) return { above: chunk, last: before }
  const above = store.above(list, chunk.position)
  const last = above?.after === 'joined' ? store.rowsOf(above).at(-1) : undefined
  return above && last && { above, last }
}

const isHashOf = (hash: Uint8Array, key: string) => Buffer.compare(hash, shortHash(key)) === 0

/**
 * The rows of the page without those that are held before it. Undefined where one of them is held at another height:
 * what is held there is of another branch of the chain, and goes.
 */
function withoutRepeats(
  store: ChunkStore,
  { list, rows }: PageWrite,
  { above, last }: Extract<Start, { above: Chunk }>,
): readonly HeldRow[] | undefined {
  const held = store.rowsOf(above).map(({ key }) => key)
  const lastAt = held.indexOf(last.key)
  const isBefore = (row: HeldRow): 'no' | 'yes' | 'elsewhere' => {
    const found = store.findKey(list, row.key)
    const chunk = found && store.byId(list, found.chunk)
    if (!chunk || chunk.position > above.position) return 'no'
    if (chunk.id === above.id && held.indexOf(row.key) > lastAt) return 'no'
    return found.height === row.height ? 'yes' : 'elsewhere'
  }
  const places = rows.map(isBefore)
  if (!places.includes('elsewhere')) return rows.filter((_, at) => places[at] === 'no')
  for (let chunk = store.first(list); chunk && chunk.position <= above.position; chunk = store.first(list))
    store.remove(list, chunk)
  return undefined
}

/** A page without rows: the list ends here, or goes on with another cursor. */
function writeEmptyPage(store: ChunkStore, write: PageWrite, start: Start) {
  const { list, next, chainHead, readAt } = write
  if (next === null) {
    const upper = start.above && cutAt(store, write, start.above, start.last)
    removeBelow(store, list, upper)
    if (upper) store.setAfter(upper, 'end', null)
    else store.insert(list, undefined, { rows: [], after: 'end', cursor: null, chainHead, readAt })
    return
  }
  if (!start.above) return
  store.setCursor(list, start.last.key, shortHash(formatCursor(next)))
  if (start.above.after === 'gap') store.setAfter(start.above, 'gap', JSON.stringify(next))
}

/** The chunk that ends with the row below which the page begins, with what is held below it taken off. */
function cutAt(store: ChunkStore, { list, after }: PageWrite, chunk: Chunk, last: HeldRow): Chunk {
  const rows = store.rowsOf(chunk)
  const end = rows.findIndex(({ key }) => key === last.key) + 1
  if (end < rows.length) store.split(list, chunk, rows, end)
  store.setAfter(chunk, 'gap', JSON.stringify(after))
  if (after) store.setCursor(list, last.key, shortHash(formatCursor(after)))
  return store.byId(list, chunk.id) ?? chunk
}

/** Takes away what is held from the page's beginning to its last row. Returns whether the rest goes on without a gap. */
function replaceHeld(
  store: ChunkStore,
  { list }: PageWrite,
  upper: Chunk | undefined,
  last: HeldRow,
): boolean {
  const height = last.height ?? 0
  for (let chunk = next(); chunk; chunk = next()) {
    if (chunk.bottom === null || chunk.bottom > height) {
      store.remove(list, chunk)
      continue
    }
    const rows = store.rowsOf(chunk)
    const at = rows.findIndex(({ key }) => key === last.key)
    const held = rows[at]
    if (held && isSameBlock(held, last, chunk.chainHead)) {
      if (at + 1 < rows.length) {
        store.keepFrom(list, chunk, rows, at + 1)
        return true
      }
      store.remove(list, chunk, rows)
      return chunk.after === 'joined'
    }
    // Nobody knows which rows of this block come after the page.
    const rest = rows.findIndex((row) => (row.height ?? 0) < height)
    if (rest >= 0) {
      if (rest > 0) store.keepFrom(list, chunk, rows, rest)
      return false
    }
    store.remove(list, chunk, rows)
  }
  return false

  function next(): Chunk | undefined {
    return upper ? store.below(list, upper.position) : store.first(list)
  }
}

function removeBelow(store: ChunkStore, list: number, upper: Chunk | undefined) {
  const next = () => (upper ? store.below(list, upper.position) : store.first(list))
  for (let chunk = next(); chunk; chunk = next()) store.remove(list, chunk)
}

/**
 * A row of the page that is still held further down was read there on another branch of the chain. That row and what is
 * held between it and the page are removed. Returns whether there was such a row.
 */
function removeMoved(store: ChunkStore, list: number, rows: readonly HeldRow[]): boolean {
  let hasMoved = false
  for (const { key } of rows) {
    const found = store.findKey(list, key)
    const chunk = found && store.byId(list, found.chunk)
    if (!chunk) continue
    hasMoved = true
    removeInterval(store, list, chunk, key)
  }
  return hasMoved
}

/** Of the interval of a chunk: everything from its top down to the row. */
function removeInterval(store: ChunkStore, list: number, chunk: Chunk, key: string) {
  for (;;) {
    const above = store.above(list, chunk.position)
    if (above?.after !== 'joined') break
    store.remove(list, above)
  }
  const rows = store.rowsOf(chunk)
  const start = rows.findIndex((row) => row.key === key) + 1
  if (start < rows.length) store.keepFrom(list, chunk, rows, start)
  else store.remove(list, chunk, rows)
}

/** Each page at the head leaves the rest of a chunk: without this there would be one for each time it was read. */
function mergeLeftOver(store: ChunkStore, list: number, written: Chunk) {
  const left = store.below(list, written.position)
  if (left?.after !== 'joined' || left.count >= MIN_CHUNK_ROWS) return
  const lower = store.below(list, left.position)
  if (lower && left.count + lower.count <= MAX_CHUNK_ROWS) store.mergeInto(list, left, lower)
}
