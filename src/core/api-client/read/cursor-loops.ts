import type { Cursor } from '#shared/lists/page.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { formatCursor } from './cursor.ts'

/** The number of cursors for all lists together; each takes about 300 bytes. */
const MAX_CURSORS = 2_000
/** The longest loop that is recognised, in pages. */
const MAX_LOOP = 32

/**
 * Recognises a list whose cursors form a loop. For each cursor it stores the cursor whose page contained it; a cursor
 * among the predecessors of the one that was sent was used before. The first page has no predecessors.
 */
export class CursorLoopDetector {
  readonly #predecessors = new LruCache<string, string | null>({ maxSize: MAX_CURSORS })

  /** Whether `next`, received for `sent`, was used before on the way to it. Otherwise stores the step. */
  isRepeated(list: string, sent: Cursor | null, next: Cursor): boolean {
    const from = sent === null ? null : `${list} ${formatCursor(sent)}`
    const to = `${list} ${formatCursor(next)}`
    let predecessor: string | null | undefined = from
    for (let step = 0; step < MAX_LOOP && predecessor != null; step += 1) {
      if (predecessor === to) return true
      predecessor = this.#predecessors.get(predecessor)
    }
    this.#predecessors.set(to, from)
    return false
  }
}
