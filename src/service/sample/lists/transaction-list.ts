import type { ListPage, ListRequest, Position } from '../../chain-reader.ts'
import { itemAt } from '../lib/arrays.ts'
import { indexInBlock } from '../items/internal-items.ts'
import { readBigInt, readText, findTransactionInBlock, readInteger } from './cursor-values.ts'
import { selectTransactions, type Direction } from '../chain/event-selectors.ts'
import type { AmountGroups } from '../chain/amount-groups.ts'
import type { EventRef, Sequence } from '../chain/sequence.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { isBefore, formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import type { Participant, TransactionRef } from '../chain/chain-model.ts'

export const readDirection = ({ filters }: ListRequest): Direction =>
  filters.filter === 'to' || filters.filter === 'from' ? filters.filter : null

/** Transactions of an address, pending ones first: newest first, or sorted as the request says. */
export function transactionsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  request: ListRequest,
): ListPage {
  const direction = readDirection(request)
  const select = selectTransactions(direction)
  const ascending = request.filters.order === 'asc'
  const sequence = snapshot.sequence(participant, `transactions ${direction ?? ''}`, select)
  const { sort } = request.filters
  const events =
    sort === 'value' || sort === 'fee'
      ? byAmount(
          snapshot,
          snapshot.amountGroups(participant, `${sort} ${direction ?? ''}`, select, sort),
          sequence,
          request,
          ascending,
        )
      : byTime(snapshot, sequence, request, ascending)
  const shown = events.slice(0, request.limit)
  const last = events.length > request.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((event) => transactionItem(snapshot, toTransaction(event))),
    next: last ? positionOf(snapshot, last) : null,
  }
}

/** Transactions of the chain, newest first: the mined ones, or only the pending ones. */
export function latestTransactions(snapshot: Snapshot, request: ListRequest): ListPage {
  const { model, head } = snapshot
  const isPending = request.filters.filter === 'pending'
  const [first, end] = isPending
    ? [model.transactionNumber(head.end), model.transactionNumber(head.seen)]
    : [0, model.transactionNumber(head.end)]
  const after = request.after && readCursor(snapshot, request.after)
  const newest = Math.min(after ? model.transactionNumber(after) : end, end) - 1
  const size = Math.max(0, Math.min(request.limit, newest - first + 1))
  const shown = Array.from({ length: size }, (_, index) => model.transactionAt(newest - index))
  const last = newest - size + 1 > first ? shown.at(-1) : undefined
  return {
    items: shown.map((transaction) => transactionItem(snapshot, transaction)),
    next: last ? positionOf(snapshot, { period: last.period, ordinal: last.transaction }) : null,
  }
}

/** Returns `limit` + 1 events. */
function byTime(
  snapshot: Snapshot,
  sequence: Sequence,
  request: ListRequest,
  ascending: boolean,
): EventRef[] {
  const count = countBefore(sequence, snapshot.head.seen)
  const after = request.after && readCursor(snapshot, request.after)
  const skipped = request.after && !after ? (readInteger(request.after, 'items_count') ?? 0) : 0
  const from = after
    ? countBefore(sequence, after) + Number(ascending)
    : ascending
      ? skipped
      : count - skipped
  return slice(sequence, Math.min(from, count), ascending ? count : 0, request.limit + 1, ascending)
}

/** `limit` + 1 events by amount, equal amounts by age. Pending ones have no rank: they come before the largest amount. */
function byAmount(
  snapshot: Snapshot,
  amountGroups: AmountGroups,
  sequence: Sequence,
  request: ListRequest,
  ascending: boolean,
): EventRef[] {
  const { end, seen } = snapshot.head
  const max = request.limit + 1
  const after = request.after && readCursor(snapshot, request.after)
  const [mined, all] = [countBefore(sequence, end), countBefore(sequence, seen)]
  const pendingFrom = (from: number, limit: number) =>
    slice(sequence, from, ascending ? all : mined, limit, ascending)
  // The cursor is at a transaction that was pending then.
  const isPending = after && (!isBefore(after, end) || readInteger(request.after, 'block_number') === null)
  if (isPending) {
    const rest = pendingFrom(countBefore(sequence, after) + Number(ascending), max)
    return ascending
      ? rest
      : [...rest, ...minedByAmount(snapshot, amountGroups, null, ascending, max - rest.length)]
  }
  const pending = ascending || after ? [] : pendingFrom(all, max)
  const ranked = minedByAmount(snapshot, amountGroups, after, ascending, max - pending.length)
  return ascending ? [...ranked, ...pendingFrom(mined, max - ranked.length)] : [...pending, ...ranked]
}

function minedByAmount(
  snapshot: Snapshot,
  amountGroups: AmountGroups,
  after: TransactionRef | null,
  ascending: boolean,
  limit: number,
): EventRef[] {
  const order = ascending ? [...amountGroups].reverse() : amountGroups
  const start = after ? order.findIndex(({ sequence }) => contains(sequence, after)) : 0
  const events: EventRef[] = []
  for (const { sequence } of order.slice(Math.max(start, 0))) {
    const count = countBefore(sequence, snapshot.head.end)
    const from =
      after && contains(sequence, after)
        ? countBefore(sequence, after) + Number(ascending)
        : ascending
          ? 0
          : count
    events.push(...slice(sequence, from, ascending ? count : 0, limit - events.length, ascending))
    if (events.length >= limit) break
  }
  return events
}

const countBefore = (sequence: Sequence, { period, transaction }: TransactionRef) =>
  sequence.countBefore({ period, ordinal: transaction })

const contains = (sequence: Sequence, { period, transaction }: TransactionRef) =>
  sequence.countBefore({ period, ordinal: transaction + 1 }) >
  sequence.countBefore({ period, ordinal: transaction })

/** At most `limit` events between `from` and `to`, which are counts of events: ascending from < to, else from > to. */
function slice(sequence: Sequence, from: number, to: number, limit: number, ascending: boolean): EventRef[] {
  const size = Math.max(0, Math.min(limit, ascending ? to - from : from - to))
  return Array.from({ length: size }, (_, index) => sequence.at(ascending ? from + index : from - 1 - index))
}

const toTransaction = ({ period, ordinal }: EventRef): TransactionRef => ({ period, transaction: ordinal })

/** The last transaction of the previous page. A pending one has a hash and no block. */
function readCursor(snapshot: Snapshot, after: Position): TransactionRef | null {
  const height = readInteger(after, 'block_number')
  const index = readBigInt(after, 'index')
  if (height !== null && index !== null) return findTransactionInBlock(snapshot.model, height, Number(index))
  const hash = readText(after, 'hash')
  return hash === null ? null : snapshot.model.findTransaction(hash.toLowerCase())
}

function positionOf(snapshot: Snapshot, event: EventRef): Position {
  const { model, clock } = snapshot
  const template = model.template(event.period)
  const transaction = itemAt(template.transactions, event.ordinal)
  const mined = snapshot.isMined(toTransaction(event))
  const height = model.heightOf(event.period, itemAt(template.blocks, transaction.block))
  return {
    block_number: mined ? height : null,
    index: mined ? indexInBlock(snapshot, event.period, event.ordinal) : null,
    hash: model.transactionHash(toTransaction(event)),
    inserted_at: formatTimestamp(mined ? clock.blockTime(height) : snapshot.head.time),
    value: String(transaction.value),
    fee: String(transaction.fee),
  }
}
