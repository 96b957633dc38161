import type { ListAnswer, ListRequest } from '../../chain-reader.ts'
import { readInteger } from './cursor-values.ts'
import { changedLines, stateChangeItem } from '../items/state-changes.ts'
import type { Snapshot } from '../chain/snapshot.ts'

/** What a transaction changed; `null` where there is no such transaction. A pending one has changed nothing yet. */
export function stateChangeList(
  snapshot: Snapshot,
  { params, after, limit }: ListRequest,
): ListAnswer | null {
  const place = snapshot.model.findTransaction(params.transaction_hash ?? '')
  if (!place || !snapshot.isSeen(place)) return null
  const lines = snapshot.isMined(place) ? changedLines(snapshot, place) : []
  const start = after
    ? (readInteger(after, 'state_changes_count') ?? readInteger(after, 'items_count') ?? 0)
    : 0
  const end = start + limit
  return {
    items: lines.slice(start, end).map((line) => stateChangeItem(snapshot, place, line)),
    next: end < lines.length ? { state_changes: null, state_changes_count: end, items_count: end } : null,
  }
}
