/** What tells one row from another, across the pages of a list. */
import type { ListEndpoint } from '#shared/endpoints.ts'
import type { Cursor } from '#shared/page.ts'

/** One item of a page: as it was read, or as it came where it could not be. */
export interface Entry {
  readonly item: unknown
  readonly wasRead: boolean
}

/**
 * The identity of each item that was read, with `#2`, `#3` for the second and third of its kind: one ERC-1155 batch may
 * hold the same id twice. Where a page begins inside a batch, the count goes on from the place its cursor names, so that
 * a row has one key whichever page it comes on. An unreadable item has its place in the count, too.
 */
export function keysOf(
  endpoint: Pick<ListEndpoint, 'identity' | 'batch'>,
  entries: readonly Entry[],
  after: Cursor | null,
): string[] {
  const kindOf = endpoint.batch ?? endpoint.identity
  const batch = openBatch(after)
  const seen = new Map<string, number>(batch ? [[batch.kind, batch.before]] : [])
  const keys: string[] = []
  for (const { item, wasRead } of entries) {
    const kind = wasRead ? kindOf(item) : kindOfUnread(kindOf, item)
    if (kind === undefined) continue
    const place = (seen.get(kind) ?? 0) + 1
    seen.set(kind, place)
    if (wasRead)
      keys.push(place === 1 ? endpoint.identity(item) : `${endpoint.identity(item)}#${String(place)}`)
  }
  return keys
}

function kindOfUnread(kindOf: (item: never) => string, item: unknown): string | undefined {
  try {
    return kindOf(item as never)
  } catch {
    return undefined // it lacks even what tells its kind
  }
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
