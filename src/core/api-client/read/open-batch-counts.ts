import type { Cursor } from '#shared/lists/page.ts'
import { formatCursor } from './cursor.ts'

/** Batches that are open at the end of some page, for all lists together. */
const OPEN = 200

/**
 * A page may end inside an ERC-1155 batch, and the same id may come before and after the cut. Neither the rows nor the
 * cursor tell how often it came before: servers go through a batch from its end, and leave places out. So what was
 * counted is kept by the cursor that goes on from there. Where it is not known any more, the count begins anew.
 */
export class OpenBatchCounts {
  readonly #counts = new Map<string, ReadonlyMap<string, number>>()

  /** What was counted before the page that `after` asks for. */
  before(list: string, after: Cursor | null): Map<string, number> {
    return new Map(after === null ? [] : this.#counts.get(`${list} ${formatCursor(after)}`))
  }

  /** Keeps what of `counted` belongs to the batch that `next` goes on with, if it does. */
  keep(list: string, next: Cursor, counted: ReadonlyMap<string, number>) {
    const batch = openBatch(next)
    if (batch === null) return
    const id = `${list} ${formatCursor(next)}`
    this.#counts.delete(id)
    this.#counts.set(id, new Map([...counted].filter(([identity]) => identity.startsWith(`${batch}:`))))
    const oldest = this.#counts.keys().next()
    if (this.#counts.size > OPEN && !oldest.done) this.#counts.delete(oldest.value)
  }
}

/** As the table of lists writes what the rows of a batch share. */
function openBatch({ batch_transaction_hash: transaction, batch_log_index: log }: Cursor): string | null {
  return typeof transaction === 'string' && log != null ? `${transaction.toLowerCase()}:${String(log)}` : null
}
