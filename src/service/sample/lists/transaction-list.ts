import type { ListAnswer, ListRequest, Position } from '../../chain-reader.ts'
import { nth } from '../lib/item-at.ts'
import { positionOf } from '../items/internal-items.ts'
import { bigAt, textAt, transactionRoute, wholeAt } from './cursor-values.ts'
import { transactionsOf, type Direction } from '../chain/event-selectors.ts'
import type { Ranks } from '../chain/amount-groups.ts'
import type { Event, Sequence } from '../chain/sequence.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { isBefore, timestamp, type View } from '../chain/snapshot.ts'
import type { Account, Place } from '../chain/chain-model.ts'

export const directionOf = ({ filters }: ListRequest): Direction =>
  filters.filter === 'to' || filters.filter === 'from' ? filters.filter : null

/** Transactions of an account: pending ones first, then from the newest, or as the request sorts them. */
export function transactionList(view: View, account: Account, request: ListRequest): ListAnswer {
  const direction = directionOf(request)
  const select = transactionsOf(direction)
  const upwards = request.filters.order === 'asc'
  const sequence = view.sequence(account, `transactions ${direction ?? ''}`, select)
  const { sort } = request.filters
  const events =
    sort === 'value' || sort === 'fee'
      ? byAmount(
          view,
          view.ranks(account, `${sort} ${direction ?? ''}`, select, sort),
          sequence,
          request,
          upwards,
        )
      : byTime(view, sequence, request, upwards)
  const shown = events.slice(0, request.limit)
  const last = events.length > request.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((event) => transactionItem(view, placeOf(event))),
    next: last ? place(view, last) : null,
  }
}

/** One event more than is asked for, where there is one. */
function byTime(view: View, sequence: Sequence, request: ListRequest, upwards: boolean): Event[] {
  const count = countBefore(sequence, view.head.seen)
  const after = request.after && cursorPlace(view, request.after)
  const given = request.after && !after ? (wholeAt(request.after, 'items_count') ?? 0) : 0
  const from = after ? countBefore(sequence, after) + Number(upwards) : upwards ? given : count - given
  return slice(sequence, Math.min(from, count), upwards ? count : 0, request.limit + 1, upwards)
}

/** By amount, equal ones by age. Pending ones have paid and moved nothing yet: they stay at the new end. */
function byAmount(
  view: View,
  ranks: Ranks,
  sequence: Sequence,
  request: ListRequest,
  upwards: boolean,
): Event[] {
  const { end, seen } = view.head
  const most = request.limit + 1
  const after = request.after && cursorPlace(view, request.after)
  const [mined, all] = [countBefore(sequence, end), countBefore(sequence, seen)]
  const waiting = (from: number, limit: number) =>
    slice(sequence, from, upwards ? all : mined, limit, upwards)
  // A place that was pending when it was given comes before everything that is ranked.
  const pending = after && (!isBefore(after, end) || wholeAt(request.after, 'block_number') === null)
  if (pending) {
    const rest = waiting(countBefore(sequence, after) + Number(upwards), most)
    return upwards ? rest : [...rest, ...walkRanks(view, ranks, null, upwards, most - rest.length)]
  }
  const head = upwards || after ? [] : waiting(all, most)
  const ranked = walkRanks(view, ranks, after, upwards, most - head.length)
  return upwards ? [...ranked, ...waiting(mined, most - ranked.length)] : [...head, ...ranked]
}

function walkRanks(view: View, ranks: Ranks, after: Place | null, upwards: boolean, limit: number): Event[] {
  const order = upwards ? [...ranks].reverse() : ranks
  const start = after ? order.findIndex(({ sequence }) => holds(sequence, after)) : 0
  const events: Event[] = []
  for (const { sequence } of order.slice(Math.max(start, 0))) {
    const count = countBefore(sequence, view.head.end)
    const from =
      after && holds(sequence, after) ? countBefore(sequence, after) + Number(upwards) : upwards ? 0 : count
    events.push(...slice(sequence, from, upwards ? count : 0, limit - events.length, upwards))
    if (events.length >= limit) break
  }
  return events
}

const countBefore = (sequence: Sequence, { period, transaction }: Place) =>
  sequence.countBefore({ period, ordinal: transaction })

const holds = (sequence: Sequence, { period, transaction }: Place) =>
  sequence.countBefore({ period, ordinal: transaction + 1 }) >
  sequence.countBefore({ period, ordinal: transaction })

/** `from` and `to` are counts of events; downwards `to` is the lesser. Nothing where there is nothing between. */
function slice(sequence: Sequence, from: number, to: number, limit: number, upwards: boolean): Event[] {
  const size = Math.max(0, Math.min(limit, upwards ? to - from : from - to))
  return Array.from({ length: size }, (_, index) => sequence.at(upwards ? from + index : from - 1 - index))
}

const placeOf = ({ period, ordinal }: Event): Place => ({ period, transaction: ordinal })

/** Where the last page ended. A pending transaction has a hash and no block; without either, nothing is known. */
function cursorPlace(view: View, after: Position): Place | null {
  const height = wholeAt(after, 'block_number')
  const index = bigAt(after, 'index')
  if (height !== null && index !== null) return transactionRoute(view.world, height, Number(index))
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
    inserted_at: timestamp(mined ? clock.blockTime(height) : view.head.time),
    value: String(transaction.value),
    fee: String(transaction.fee),
  }
}
