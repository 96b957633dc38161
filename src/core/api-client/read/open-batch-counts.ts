import type { Cursor } from '#shared/lists/page.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { formatCursor } from './cursor.ts'

/** The number of pages that end inside a batch, for all lists together. */
const MAX_OPEN = 200

/**
 * A page may end inside an ERC-1155 batch, and the same id may be before and after the cut. Neither the rows nor the
 * cursor say how often it came before: servers read a batch from its end, and leave positions out. So the counts are
 * stored by the cursor that continues there. If they are no longer known, counting begins at zero.
 */
export class OpenBatchCounts {
  readonly #counts = new LruCache<string, ReadonlyMap<string, number>>({ maxSize: MAX_OPEN })

  /** The counts before the page that `after` requests. */
  before(list: string, after: Cursor | null): Map<string, number> {
    return new Map(after === null ? [] : this.#counts.get(`${list} ${formatCursor(after)}`))
  }

  /** Stores the counts that belong to the batch that `next` continues, if it does. */
  keep(list: string, next: Cursor, counted: ReadonlyMap<string, number>) {
    const batch = openBatch(next)
    if (batch === null) return
    const ofBatch = [...counted].filter(([identity]) => identity.startsWith(`${batch}:`))
    this.#counts.set(`${list} ${formatCursor(next)}`, new Map(ofBatch))
  }
}

/** The prefix that the identities of a batch's rows share, in the table's format. */
function openBatch({ batch_transaction_hash: transaction, batch_log_index: log }: Cursor): string | null {
  return typeof transaction === 'string' && log != null ? `${transaction.toLowerCase()}:${String(log)}` : null
}
