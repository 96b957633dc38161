import type { Cursor } from '#shared/lists/page.ts'
import { formatCursor } from './cursor.ts'

/** Links kept, for all lists together; a link is some 300 bytes. */
const LINKS = 2_000
/** How long a loop of cursors can be and still be recognised. */
const STEPS = 32

/**
 * Recognises a list that goes in circles. For each cursor it holds the one that was sent to get it; a cursor that is
 * among the forebears of the one it answers was used before. A list that is read anew from its start has no forebears.
 */
export class CursorLoopDetector {
  readonly #sentFor = new Map<string, string | null>()

  /** Whether `next`, answered to `sent`, was used already on the way here. Remembers the step if not. */
  repeats(list: string, sent: Cursor | null, next: Cursor): boolean {
    const from = sent === null ? null : `${list} ${formatCursor(sent)}`
    const to = `${list} ${formatCursor(next)}`
    let forebear: string | null | undefined = from
    for (let step = 0; step < STEPS && forebear != null; step += 1) {
      if (forebear === to) return true
      forebear = this.#sentFor.get(forebear)
    }
    this.#sentFor.delete(to)
    this.#sentFor.set(to, from)
    const oldest = this.#sentFor.keys().next()
    if (this.#sentFor.size > LINKS && !oldest.done) this.#sentFor.delete(oldest.value)
    return false
  }
}
