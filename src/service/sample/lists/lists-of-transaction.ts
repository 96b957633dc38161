/** The lists of one transaction, in the order of execution. */
import type { ListPage, ListRequest, Position } from '../../chain-reader.ts'
import type { TransactionRef } from '../chain/chain-model.ts'
import { readTypeFilter } from '../chain/event-selectors.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { tokenConfig } from '../config/tokens.ts'
import { indexInBlock, internalItem } from '../items/internal-items.ts'
import { transferItem } from '../items/transfer-items.ts'
import { indexesWhere, itemAt } from '../lib/arrays.ts'
import { readInteger } from './cursor-values.ts'
import { ordinalAt, transferPosition } from './transfer-lists.ts'

/** `null` for an unknown transaction. A pending one has moved nothing yet. */
export function transfersOfTransaction(snapshot: Snapshot, request: ListRequest): ListPage | null {
  const transaction = findKnown(snapshot, request)
  if (!transaction) return null
  const { period } = transaction
  const types = readTypeFilter(request.filters.type)
  const { transfers } = snapshot.model.template(period)
  const after = request.after && ordinalAt(snapshot, request.after)
  return pageOf(
    ordinalsOf(snapshot, transfers, transaction).filter(
      (ordinal) =>
        (types === null || types.includes(tokenConfig(itemAt(transfers, ordinal).token).type)) &&
        (after === null || ordinal > after.ordinal),
    ),
    request.limit,
    (ordinal) => transferItem(snapshot, period, ordinal),
    (ordinal) => transferPosition(snapshot, { period, ordinal }),
  )
}

/** `null` for an unknown transaction. */
export function internalsOfTransaction(snapshot: Snapshot, request: ListRequest): ListPage | null {
  const transaction = findKnown(snapshot, request)
  if (!transaction) return null
  const { period } = transaction
  const template = snapshot.model.template(period)
  const after = request.after && readInteger(request.after, 'index')
  const block = itemAt(template.blocks, snapshot.model.transaction(transaction).block)
  return pageOf(
    ordinalsOf(snapshot, template.internals, transaction).filter(
      (ordinal) => after === null || itemAt(template.internals, ordinal).index > after,
    ),
    request.limit,
    (ordinal) => internalItem(snapshot, period, ordinal),
    (ordinal) => ({
      block_number: snapshot.model.heightOf(period, block),
      transaction_index: indexInBlock(snapshot, period, transaction.transaction),
      index: itemAt(template.internals, ordinal).index,
    }),
  )
}

export function findKnown(snapshot: Snapshot, { params }: ListRequest): TransactionRef | null {
  const transaction = snapshot.model.findTransaction(params.transaction_hash ?? '')
  return transaction && snapshot.isKnown(transaction) ? transaction : null
}

/** The ordinals of one transaction's events; none while it is pending. */
export function ordinalsOf(
  snapshot: Snapshot,
  events: readonly { readonly transaction: number }[],
  ref: TransactionRef,
): number[] {
  if (!snapshot.isMined(ref)) return []
  return indexesWhere(events, ({ transaction }) => transaction === ref.transaction)
}

/** A page of the first of these events. */
export function pageOf(
  ordinals: readonly number[],
  limit: number,
  item: (ordinal: number) => ListPage['items'][number],
  position: (ordinal: number) => Position,
): ListPage {
  const last = ordinals.length > limit ? ordinals[limit - 1] : undefined
  return {
    items: ordinals.slice(0, limit).map(item),
    next: last === undefined ? null : position(last),
  }
}
