import type { ListPage, ListRequest, Position } from '../../chain-reader.ts'
import { internalItem, indexInBlock } from '../items/internal-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { readBigInt, findTransactionInBlock, readInteger } from './cursor-values.ts'
import { countInternalsBefore, selectInternals } from '../chain/event-selectors.ts'
import { sliceSequence } from './sequence-page.ts'
import type { EventRef } from '../chain/sequence.ts'
import { readDirection } from './transaction-list.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

/** Calls inside transactions that an address made, received, or was created by; newest first. */
export function internalTransactionsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  request: ListRequest,
): ListPage {
  const direction = readDirection(request)
  const withZero = request.filters.include_zero_value !== false
  const name = `internals ${direction ?? ''} ${String(withZero)}`
  const sequence = snapshot.sequence(participant, name, selectInternals(direction, withZero))
  const { period, transaction } = snapshot.head.end
  const count = sequence.countBefore({
    period,
    ordinal: countInternalsBefore(snapshot.model.template(period), transaction),
  })
  const cursor = request.after && readCursor(snapshot, request.after)
  const from = cursor ? sequence.countBefore(cursor) : count
  const { events, last } = sliceSequence(sequence, { count, from, limit: request.limit })
  return {
    items: events.map((event) => internalItem(snapshot, event.period, event.ordinal)),
    next: last && positionOf(snapshot, last),
  }
}

function readCursor({ model }: Snapshot, after: Position): EventRef | null {
  const height = readInteger(after, 'block_number')
  const index = readBigInt(after, 'index')
  if (height === null || index === null) return null
  const { period, transaction } = findTransactionInBlock(
    model,
    height,
    readInteger(after, 'transaction_index') ?? 0,
  )
  const { internals } = model.template(period)
  const found = internals.findIndex(
    (call) => call.transaction > transaction || (call.transaction === transaction && call.index >= index),
  )
  return { period, ordinal: found < 0 ? internals.length : found }
}

function positionOf(snapshot: Snapshot, { period, ordinal }: EventRef): Position {
  const { model } = snapshot
  const template = model.template(period)
  const call = itemAt(template.internals, ordinal)
  return {
    block_number: model.heightOf(
      period,
      itemAt(template.blocks, itemAt(template.transactions, call.transaction).block),
    ),
    transaction_index: indexInBlock(snapshot, period, call.transaction),
    index: call.index,
  }
}
