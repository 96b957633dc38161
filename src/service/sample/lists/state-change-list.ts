import type { ListAnswer, ListRequest } from '../../chain-reader.ts'
import { wholeAt } from './cursor-values.ts'
import { changedLines, stateChangeItem } from '../items/state-changes.ts'
import type { View } from '../chain/snapshot.ts'

/** What a transaction changed; `null` where there is no such transaction. A pending one has changed nothing yet. */
export function stateChangeList(view: View, { params, after, limit }: ListRequest): ListAnswer | null {
  const place = view.world.findTransaction(params.transaction_hash ?? '')
  if (!place || !view.isSeen(place)) return null
  const lines = view.isMined(place) ? changedLines(view, place) : []
  const start = after ? (wholeAt(after, 'state_changes_count') ?? wholeAt(after, 'items_count') ?? 0) : 0
  const end = start + limit
  return {
    items: lines.slice(start, end).map((line) => stateChangeItem(view, place, line)),
    next: end < lines.length ? { state_changes: null, state_changes_count: end, items_count: end } : null,
  }
}
