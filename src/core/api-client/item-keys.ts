/** What tells one row from another, across the pages of a list. */
import type { ListEndpoint } from '#shared/endpoints.ts'
import type { Cursor } from '#shared/page.ts'

/**
 * The identity of each item, with `#2`, `#3` for the second and third of its kind: one ERC-1155 batch may hold the same
 * id twice. Where a page begins inside a batch, the count goes on from the place its cursor names, so that a row has one
 * key whichever page it comes on.
 */
export function keysOf(
  endpoint: Pick<ListEndpoint, 'identity' | 'batch'>,
  items: readonly unknown[],
  after: Cursor | null,
): string[] {
  const kindOf = endpoint.batch ?? endpoint.identity
  const seen = new Map<string, number>()
  const batch = openBatch(after)
  return items.map((item) => {
    const kind = kindOf(item)
    const before = seen.get(kind) ?? (batch?.kind === kind.toLowerCase() ? batch.before : 0)
    seen.set(kind, before + 1)
    return before === 0 ? endpoint.identity(item) : `${endpoint.identity(item)}#${String(before + 1)}`
  })
}

/** The batch a page goes on with, and how many of its rows came before: `index_in_batch` counts from 0. */
function openBatch(after: Cursor | null): { kind: string; before: number } | null {
  if (after === null) return null
  const { batch_transaction_hash: transaction, batch_log_index: log, index_in_batch: last } = after
  const before = Number(last) + 1
  return typeof transaction === 'string' && log != null && last != null && Number.isSafeInteger(before)
    ? { kind: `${transaction.toLowerCase()}:${String(log)}`, before }
    : null
}
