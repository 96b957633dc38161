/**
 * Writes a page of a list that says how things stand. What is held is of one moment: a page with other rows than those
 * held in its place begins another one, and what followed it goes.
 */
import type { Cursor } from '#shared/lists/page.ts'
import { formatCursor } from '../api-client/read/cursor.ts'
import type { Chunk, ChunkStore } from './chunk-store.ts'
import { shortHash } from './held-rows.ts'
import type { PageWrite } from './write-history.ts'

/** Returns whether the page was written. To be called within a transaction. */
export function writeSnapshotPage(store: ChunkStore, write: PageWrite): boolean {
  const { list, after, next } = write
  const above = after === null ? undefined : endingAt(store, list, after)
  if (after !== null && !above) return false
  const place = above ? store.below(list, above.position) : store.first(list)
  const replaced = place && hasSameRows(store, place, write) ? place : undefined
  if (!replaced) removeFrom(store, list, place)
  const rows = replaced ? write.rows : write.rows.filter(({ key }) => !store.findKey(list, key))
  if (replaced) store.remove(list, replaced)
  store.insert(list, above, {
    rows,
    after: next === null ? 'end' : (replaced?.after ?? 'gap'),
    cursor: next && JSON.stringify(next),
    chainHead: null,
    readAt: write.readAt,
  })
  if (above) store.setAfter(above, 'joined')
  const last = rows.at(-1)
  if (last && next) store.setCursor(list, last.key, shortHash(formatCursor(next)))
  return true
}

/** The chunk below whose last row the cursor continues. */
function endingAt(store: ChunkStore, list: number, cursor: Cursor): Chunk | undefined {
  const found = store.findCursor(list, shortHash(formatCursor(cursor)))
  const chunk = found && store.byId(list, found.chunk)
  const last = chunk && store.rowsOf(chunk).at(-1)
  return last && Buffer.compare(shortHash(last.key), found.key) === 0 ? chunk : undefined
}

function hasSameRows(store: ChunkStore, chunk: Chunk, { rows, next }: PageWrite): boolean {
  const held = store.rowsOf(chunk)
  return (
    (chunk.cursor === null) === (next === null) &&
    held.length === rows.length &&
    held.every(({ key }, at) => key === rows[at]?.key)
  )
}

function removeFrom(store: ChunkStore, list: number, start: Chunk | undefined) {
  for (let chunk = start; chunk;) {
    const next = store.below(list, chunk.position)
    store.remove(list, chunk)
    chunk = next
  }
}
