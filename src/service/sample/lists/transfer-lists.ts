import type { ListAnswer, ListRequest, Position } from '../../chain-reader.ts'
import { itemAt } from '../lib/item-at.ts'
import { readBigInt, findBlock, readText, readInteger } from './cursor-values.ts'
import {
  readTypeFilter,
  countTransfersBefore,
  selectTransfers,
  selectTransfersOfToken,
} from '../chain/event-selectors.ts'
import { sliceSequence } from './sequence-page.ts'
import type { EventRef, Sequence } from '../chain/sequence.ts'
import type { TokenKey } from '../config/tokens.ts'
import { transferItem } from '../items/transfer-items.ts'
import type { Snapshot } from '../chain/snapshot.ts'

export function latestTransfers(snapshot: Snapshot, request: ListRequest): ListAnswer {
  const kinds = readTypeFilter(request.filters.type)?.toSorted() ?? null
  return page(
    snapshot,
    snapshot.sequence(null, `transfers ${kinds?.join() ?? ''}`, selectTransfers(kinds)),
    request,
  )
}

export const transfersOfOne = (snapshot: Snapshot, token: TokenKey, request: ListRequest): ListAnswer =>
  page(snapshot, snapshot.sequence(null, `transfers of ${token}`, selectTransfersOfToken(token)), request)

/** How many transfers of a sequence are mined. */
export function transfersMined(snapshot: Snapshot, sequence: Sequence): number {
  const { period, transaction } = snapshot.head.end
  return sequence.countBefore({
    period,
    ordinal: countTransfersBefore(snapshot.model.template(period), transaction),
  })
}

function page(snapshot: Snapshot, sequence: Sequence, { after, limit }: ListRequest): ListAnswer {
  const count = transfersMined(snapshot, sequence)
  const end = after && cursorEvent(snapshot, after)
  const from = end ? sequence.countBefore(end) : count
  const { events, last } = sliceSequence(sequence, { count, from, limit })
  return {
    items: events.map(({ period, ordinal }) => transferItem(snapshot, period, ordinal)),
    next: last && place(snapshot, last),
  }
}

/** The transfer a page ended with. Inside a batch its index there tells which, and the block may go unsaid. */
function cursorEvent(snapshot: Snapshot, after: Position): EventRef | null {
  const { model } = snapshot
  const batchLog = readInteger(after, 'batch_log_index')
  const batchHash = readText(after, 'batch_transaction_hash')
  const inBatch = readInteger(after, 'index_in_batch')
  if (batchLog !== null && batchHash !== null && inBatch !== null) {
    const place = model.findTransaction(batchHash.toLowerCase())
    if (place) {
      const { block } = model.transaction(place)
      return { period: place.period, ordinal: firstFrom(snapshot, place.period, block, batchLog, inBatch) }
    }
  }
  const height = readInteger(after, 'block_number')
  const index = readBigInt(after, 'index')
  if (height === null || index === null) return null
  const { period, block } = findBlock(model, height)
  return { period, ordinal: firstFrom(snapshot, period, block, Number(index), 0) }
}

/** The first transfer of a template that is not before this log of this block. */
function firstFrom(
  { model }: Snapshot,
  period: number,
  block: number,
  logIndex: number,
  inBatch: number,
): number {
  const template = model.template(period)
  const found = template.transfers.findIndex((transfer) => {
    const its = itemAt(template.transactions, transfer.transaction).block
    if (its !== block) return its > block
    return transfer.logIndex === logIndex ? transfer.inBatch >= inBatch : transfer.logIndex > logIndex
  })
  return found < 0 ? template.transfers.length : found
}

function place(snapshot: Snapshot, { period, ordinal }: EventRef): Position {
  const { model } = snapshot
  const template = model.template(period)
  const transfer = itemAt(template.transfers, ordinal)
  const height = model.heightOf(
    period,
    itemAt(template.blocks, itemAt(template.transactions, transfer.transaction).block),
  )
  const inside = transfer.inBatch > 0
  return {
    block_number: height,
    index: transfer.logIndex,
    batch_log_index: inside ? transfer.logIndex : null,
    batch_block_hash: inside ? model.blockHash(height) : null,
    batch_transaction_hash: inside
      ? model.transactionHash({ period, transaction: transfer.transaction })
      : null,
    index_in_batch: inside ? transfer.inBatch : null,
  }
}
