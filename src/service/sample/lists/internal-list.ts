import type { ListAnswer, ListRequest, Position } from '../../chain-reader.ts'
import { internalItem, positionOf } from '../items/internal-items.ts'
import { nth } from '../lib/item-at.ts'
import { bigAt, transactionRoute, wholeAt } from './cursor-values.ts'
import { internalsBefore, internalsOf } from '../chain/event-selectors.ts'
import { pageOf } from './sequence-page.ts'
import type { Event } from '../chain/sequence.ts'
import { directionOf } from './transaction-list.ts'
import type { View } from '../chain/snapshot.ts'
import type { Account } from '../chain/chain-model.ts'

/** Calls inside transactions that an account made, got, or was created by; from the newest. */
export function internalList(view: View, account: Account, request: ListRequest): ListAnswer {
  const direction = directionOf(request)
  const withZero = request.filters.include_zero_value !== false
  const name = `internals ${direction ?? ''} ${String(withZero)}`
  const sequence = view.sequence(account, name, internalsOf(direction, withZero))
  const { period, transaction } = view.head.end
  const count = sequence.countBefore({
    period,
    ordinal: internalsBefore(view.world.plan(period), transaction),
  })
  const end = request.after && cursorEvent(view, request.after)
  const from = end ? sequence.countBefore(end) : count
  const { events, last } = pageOf(sequence, { count, from, limit: request.limit })
  return {
    items: events.map((event) => internalItem(view, event.period, event.ordinal)),
    next: last && place(view, last),
  }
}

function cursorEvent({ world }: View, after: Position): Event | null {
  const height = wholeAt(after, 'block_number')
  const index = bigAt(after, 'index')
  if (height === null || index === null) return null
  const { period, transaction } = transactionRoute(world, height, wholeAt(after, 'transaction_index') ?? 0)
  const { internals } = world.plan(period)
  const found = internals.findIndex(
    (call) => call.transaction > transaction || (call.transaction === transaction && call.index >= index),
  )
  return { period, ordinal: found < 0 ? internals.length : found }
}

function place(view: View, { period, ordinal }: Event): Position {
  const { world } = view
  const plan = world.plan(period)
  const call = nth(plan.internals, ordinal)
  return {
    block_number: world.heightOf(period, nth(plan.blocks, nth(plan.transactions, call.transaction).block)),
    transaction_index: positionOf(view, period, call.transaction),
    index: call.index,
  }
}
