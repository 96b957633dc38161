import type { Cursor } from '#shared/lists/page.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { formatCursor } from './cursor.ts'

/** Pages that end inside a batch, for all lists together. */
const MAX_OPEN = 200

/**
 * A page may end inside an ERC-1155 batch, and the same id may come before and after the cut. Neither the rows nor the
 * cursor say how often it came before: servers read a batch from its end, and leave positions out. So what was counted
 * is kept by the cursor that continues there. Where it is not known any more, the count begins at zero.
 */
export class OpenBatchCounts {
  readonly #counts = new LruCache<string, ReadonlyMap<string, number>>({ maxSize: MAX_OPEN })

  /** What was counted before the page that `after` requests. */
  before(list: string, after: Cursor | null): Map<string, number> {
    return new Map(after === null ? [] : this.#counts.get(`${list} ${formatCursor(after)}`))
  }

  /** Keeps what of `counted` belongs to the batch that `next` continues, if it does. */
  keep(list: string, next: Cursor, counted: ReadonlyMap<string, number>) {
    const batch = openBatch(next)
    if (batch === null) return
    const ofBatch = [...counted].filter(([identity]) => identity.startsWith(`${batch}:`))
    this.#counts.set(`${list} ${formatCursor(next)}`, new Map(ofBatch))
  }
}

/** The part that the identities of the rows of a batch share, as the table writes it. */
function openBatch({ batch_transaction_hash: transaction, batch_log_index: log }: Cursor): string | null {
  return typeof transaction === 'string' && log != null ? `${transaction.toLowerCase()}:${String(log)}` : null
}
