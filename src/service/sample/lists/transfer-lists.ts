import type { ListAnswer, ListRequest, Position } from '../../chain-reader.ts'
import { nth } from '../lib/item-at.ts'
import { bigAt, blockPlace, textAt, wholeAt } from './cursor-values.ts'
import { kindsOf, transfersBefore, transfersOf, transfersOfToken } from '../chain/event-selectors.ts'
import { pageOf } from './sequence-page.ts'
import type { Event, Sequence } from '../chain/sequence.ts'
import type { TokenKey } from '../config/tokens.ts'
import { transferItem } from '../items/transfer-items.ts'
import type { View } from '../chain/snapshot.ts'

export function latestTransfers(view: View, request: ListRequest): ListAnswer {
  const kinds = kindsOf(request.filters.type)?.toSorted() ?? null
  return page(view, view.sequence(null, `transfers ${kinds?.join() ?? ''}`, transfersOf(kinds)), request)
}

export const transfersOfOne = (view: View, token: TokenKey, request: ListRequest): ListAnswer =>
  page(view, view.sequence(null, `transfers of ${token}`, transfersOfToken(token)), request)

/** How many transfers of a sequence are mined. */
export function transfersMined(view: View, sequence: Sequence): number {
  const { period, transaction } = view.head.end
  return sequence.countBefore({ period, ordinal: transfersBefore(view.world.plan(period), transaction) })
}

function page(view: View, sequence: Sequence, { after, limit }: ListRequest): ListAnswer {
  const count = transfersMined(view, sequence)
  const end = after && cursorEvent(view, after)
  const from = end ? sequence.countBefore(end) : count
  const { events, last } = pageOf(sequence, { count, from, limit })
  return {
    items: events.map(({ period, ordinal }) => transferItem(view, period, ordinal)),
    next: last && place(view, last),
  }
}

/** The transfer a page ended with. Inside a batch its index there tells which, and the block may go unsaid. */
function cursorEvent(view: View, after: Position): Event | null {
  const { world } = view
  const batchLog = wholeAt(after, 'batch_log_index')
  const batchHash = textAt(after, 'batch_transaction_hash')
  const inBatch = wholeAt(after, 'index_in_batch')
  if (batchLog !== null && batchHash !== null && inBatch !== null) {
    const place = world.findTransaction(batchHash.toLowerCase())
    if (place) {
      const { block } = world.transaction(place)
      return { period: place.period, ordinal: firstFrom(view, place.period, block, batchLog, inBatch) }
    }
  }
  const height = wholeAt(after, 'block_number')
  const index = bigAt(after, 'index')
  if (height === null || index === null) return null
  const { period, block } = blockPlace(world, height)
  return { period, ordinal: firstFrom(view, period, block, Number(index), 0) }
}

/** The first transfer of a plan that is not before this log of this block. */
function firstFrom(
  { world }: View,
  period: number,
  block: number,
  logIndex: number,
  inBatch: number,
): number {
  const plan = world.plan(period)
  const found = plan.transfers.findIndex((transfer) => {
    const its = nth(plan.transactions, transfer.transaction).block
    if (its !== block) return its > block
    return transfer.logIndex === logIndex ? transfer.inBatch >= inBatch : transfer.logIndex > logIndex
  })
  return found < 0 ? plan.transfers.length : found
}

function place(view: View, { period, ordinal }: Event): Position {
  const { world } = view
  const plan = world.plan(period)
  const transfer = nth(plan.transfers, ordinal)
  const height = world.heightOf(period, nth(plan.blocks, nth(plan.transactions, transfer.transaction).block))
  const inside = transfer.inBatch > 0
  return {
    block_number: height,
    index: transfer.logIndex,
    batch_log_index: inside ? transfer.logIndex : null,
    batch_block_hash: inside ? world.blockHash(height) : null,
    batch_transaction_hash: inside
      ? world.transactionHash({ period, transaction: transfer.transaction })
      : null,
    index_in_batch: inside ? transfer.inBatch : null,
  }
}
