import type { ListAnswer, ListRequest, Position } from '../../chain-reader.ts'
import { itemAt } from '../lib/item-at.ts'
import { indexInBlock } from '../items/internal-items.ts'
import { readBigInt, readText, findTransactionInBlock, readInteger } from './cursor-values.ts'
import { selectTransactions, type Direction } from '../chain/event-selectors.ts'
import type { AmountGroups } from '../chain/amount-groups.ts'
import type { EventRef, Sequence } from '../chain/sequence.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { isBefore, formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import type { Participant, TransactionRef } from '../chain/chain-model.ts'

export const directionOf = ({ filters }: ListRequest): Direction =>
  filters.filter === 'to' || filters.filter === 'from' ? filters.filter : null

/** Transactions of an participant: pending ones first, then from the newest, or as the request sorts them. */
export function transactionList(
  snapshot: Snapshot,
  participant: Participant,
  request: ListRequest,
): ListAnswer {
  const direction = directionOf(request)
  const select = selectTransactions(direction)
  const upwards = request.filters.order === 'asc'
  const sequence = snapshot.sequence(participant, `transactions ${direction ?? ''}`, select)
  const { sort } = request.filters
  const events =
    sort === 'value' || sort === 'fee'
      ? byAmount(
          snapshot,
          snapshot.amountGroups(participant, `${sort} ${direction ?? ''}`, select, sort),
          sequence,
          request,
          upwards,
        )
      : byTime(snapshot, sequence, request, upwards)
  const shown = events.slice(0, request.limit)
  const last = events.length > request.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((event) => transactionItem(snapshot, transactionAt(event))),
    next: last ? place(snapshot, last) : null,
  }
}

/** One event more than is asked for, where there is one. */
function byTime(snapshot: Snapshot, sequence: Sequence, request: ListRequest, upwards: boolean): EventRef[] {
  const count = countBefore(sequence, snapshot.head.seen)
  const after = request.after && cursorPlace(snapshot, request.after)
  const given = request.after && !after ? (readInteger(request.after, 'items_count') ?? 0) : 0
  const from = after ? countBefore(sequence, after) + Number(upwards) : upwards ? given : count - given
  return slice(sequence, Math.min(from, count), upwards ? count : 0, request.limit + 1, upwards)
}

/** By amount, equal ones by age. Pending ones have paid and moved nothing yet: they stay at the new end. */
function byAmount(
  snapshot: Snapshot,
  amountGroups: AmountGroups,
  sequence: Sequence,
  request: ListRequest,
  upwards: boolean,
): EventRef[] {
  const { end, seen } = snapshot.head
  const most = request.limit + 1
  const after = request.after && cursorPlace(snapshot, request.after)
  const [mined, all] = [countBefore(sequence, end), countBefore(sequence, seen)]
  const waiting = (from: number, limit: number) =>
    slice(sequence, from, upwards ? all : mined, limit, upwards)
  // A place that was pending when it was given comes before everything that is ranked.
  const pending = after && (!isBefore(after, end) || readInteger(request.after, 'block_number') === null)
  if (pending) {
    const rest = waiting(countBefore(sequence, after) + Number(upwards), most)
    return upwards ? rest : [...rest, ...walkRanks(snapshot, amountGroups, null, upwards, most - rest.length)]
  }
  const head = upwards || after ? [] : waiting(all, most)
  const ranked = walkRanks(snapshot, amountGroups, after, upwards, most - head.length)
  return upwards ? [...ranked, ...waiting(mined, most - ranked.length)] : [...head, ...ranked]
}

function walkRanks(
  snapshot: Snapshot,
  amountGroups: AmountGroups,
  after: TransactionRef | null,
  upwards: boolean,
  limit: number,
): EventRef[] {
  const order = upwards ? [...amountGroups].reverse() : amountGroups
  const start = after ? order.findIndex(({ sequence }) => holds(sequence, after)) : 0
  const events: EventRef[] = []
  for (const { sequence } of order.slice(Math.max(start, 0))) {
    const count = countBefore(sequence, snapshot.head.end)
    const from =
      after && holds(sequence, after) ? countBefore(sequence, after) + Number(upwards) : upwards ? 0 : count
    events.push(...slice(sequence, from, upwards ? count : 0, limit - events.length, upwards))
    if (events.length >= limit) break
  }
  return events
}

const countBefore = (sequence: Sequence, { period, transaction }: TransactionRef) =>
  sequence.countBefore({ period, ordinal: transaction })

const holds = (sequence: Sequence, { period, transaction }: TransactionRef) =>
  sequence.countBefore({ period, ordinal: transaction + 1 }) >
  sequence.countBefore({ period, ordinal: transaction })

/** `from` and `to` are counts of events; downwards `to` is the lesser. Nothing where there is nothing between. */
function slice(sequence: Sequence, from: number, to: number, limit: number, upwards: boolean): EventRef[] {
  const size = Math.max(0, Math.min(limit, upwards ? to - from : from - to))
  return Array.from({ length: size }, (_, index) => sequence.at(upwards ? from + index : from - 1 - index))
}

const transactionAt = ({ period, ordinal }: EventRef): TransactionRef => ({ period, transaction: ordinal })

/** Where the last page ended. A pending transaction has a hash and no block; without either, nothing is known. */
function cursorPlace(snapshot: Snapshot, after: Position): TransactionRef | null {
  const height = readInteger(after, 'block_number')
  const index = readBigInt(after, 'index')
  if (height !== null && index !== null) return findTransactionInBlock(snapshot.model, height, Number(index))
  const hash = readText(after, 'hash')
  return hash === null ? null : snapshot.model.findTransaction(hash.toLowerCase())
}

function place(snapshot: Snapshot, event: EventRef): Position {
  const { model, clock } = snapshot
  const template = model.template(event.period)
  const transaction = itemAt(template.transactions, event.ordinal)
  const mined = snapshot.isMined(transactionAt(event))
  const height = model.heightOf(event.period, itemAt(template.blocks, transaction.block))
  return {
    block_number: mined ? height : null,
    index: mined ? indexInBlock(snapshot, event.period, event.ordinal) : null,
    hash: model.transactionHash(transactionAt(event)),
    inserted_at: formatTimestamp(mined ? clock.blockTime(height) : snapshot.head.time),
    value: String(transaction.value),
    fee: String(transaction.fee),
  }
}
