import type { ListPage, ListRequest } from '../../chain-reader.ts'
import { readInteger } from './cursor-values.ts'
import { ledgerEntriesOf, stateChangeItem } from '../items/state-changes.ts'
import type { Snapshot } from '../chain/snapshot.ts'

/** `null` for an unknown transaction. A pending one has no state changes. */
export function stateChangesOfTransaction(
  snapshot: Snapshot,
  { params, after, limit }: ListRequest,
): ListPage | null {
  const transaction = snapshot.model.findTransaction(params.transaction_hash ?? '')
  if (!transaction || !snapshot.isKnown(transaction)) return null
  const entries = snapshot.isMined(transaction) ? ledgerEntriesOf(snapshot, transaction) : []
  const start = after
    ? (readInteger(after, 'state_changes_count') ?? readInteger(after, 'items_count') ?? 0)
    : 0
  const end = start + limit
  return {
    items: entries.slice(start, end).map((entry) => stateChangeItem(snapshot, transaction, entry)),
    next: end < entries.length ? { state_changes: null, state_changes_count: end, items_count: end } : null,
  }
}
