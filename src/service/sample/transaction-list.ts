import type { ListAnswer, ListRequest, Position } from '../chain-reader.ts'
import { nth } from './nth.ts'
import { positionOf } from './internal-items.ts'
import { bigAt, textAt, transactionPlace, wholeAt } from './positions.ts'
import { transactionsOf, type Direction } from './selections.ts'
import { pageOf } from './sequence-page.ts'
import type { Event } from './sequence.ts'
import { transactionItem } from './transaction-items.ts'
import { timestamp, type View } from './view.ts'
import type { Account, Place } from './world.ts'

export const directionOf = ({ filters }: ListRequest): Direction =>
  filters['filter'] === 'to' || filters['filter'] === 'from' ? filters['filter'] : null

/** Transactions of an account: pending ones first, then from the newest. */
export function transactionList(view: View, account: Account, request: ListRequest): ListAnswer {
  const direction = directionOf(request)
  const sequence = view.sequence(account, `transactions ${direction ?? ''}`, transactionsOf(direction))
  const { seen } = view.head
  const count = sequence.countBefore({ period: seen.period, ordinal: seen.transaction })
  const upwards = request.filters['order'] === 'asc'
  const after = request.after && cursorPlace(view, request.after)
  const older = (place: Place) => sequence.countBefore({ period: place.period, ordinal: place.transaction })
  const given = request.after && !after ? (wholeAt(request.after, 'items_count') ?? 0) : 0
  const from = after ? older(after) + (upwards ? 1 : 0) : upwards ? given : count - given
  const { events, last } = pageOf(sequence, { count, from, limit: request.limit, upwards })
  return {
    items: events.map((event) => transactionItem(view, placeOf(event))),
    next: last && place(view, last),
  }
}

const placeOf = ({ period, ordinal }: Event): Place => ({ period, transaction: ordinal })

/** Where the last page ended. A pending transaction has a hash and no block; without either, nothing is known. */
function cursorPlace(view: View, after: Position): Place | null {
  const height = wholeAt(after, 'block_number')
  const index = bigAt(after, 'index')
  if (height !== null && index !== null) return transactionPlace(view.world, height, Number(index))
  const hash = textAt(after, 'hash')
  return hash === null ? null : view.world.findTransaction(hash.toLowerCase())
}

function place(view: View, event: Event): Position {
  const { world, clock } = view
  const plan = world.plan(event.period)
  const transaction = nth(plan.transactions, event.ordinal)
  const mined = view.isMined(placeOf(event))
  const height = world.heightOf(event.period, nth(plan.blocks, transaction.block))
  return {
    block_number: mined ? height : null,
    index: mined ? positionOf(view, event.period, event.ordinal) : null,
    hash: world.transactionHash(placeOf(event)),
    inserted_at: timestamp(clock.blockTime(height)),
    value: String(transaction.value),
    fee: String(transaction.fee),
  }
}
