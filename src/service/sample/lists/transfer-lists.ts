import type { ListPage, ListRequest, Position } from '../../chain-reader.ts'
import { itemAt } from '../lib/arrays.ts'
import { readBigInt, findBlock, readText, readInteger } from './cursor-values.ts'
import { readTypeFilter, countTransfersBefore, selectTransfers } from '../chain/event-selectors.ts'
import { sliceSequence } from './sequence-page.ts'
import { readDirection } from './transaction-list.ts'
import type { EventRef, Sequence } from '../chain/sequence.ts'
import type { Participant } from '../chain/chain-model.ts'
import type { TokenKey } from '../config/tokens.ts'
import { tokenOf } from '../items/token-items.ts'
import { transferItem } from '../items/transfer-items.ts'
import type { Snapshot } from '../chain/snapshot.ts'

export function latestTransfers(snapshot: Snapshot, request: ListRequest): ListPage {
  const types = readTypeFilter(request.filters.type)?.toSorted() ?? null
  return transferPage(
    snapshot,
    snapshot.sequence(null, `transfers ${types?.join() ?? ''}`, selectTransfers({ types })),
    request,
  )
}

export function transfersOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  request: ListRequest,
): ListPage {
  const { token: filteredToken, type } = request.filters
  const types = readTypeFilter(type)?.toSorted() ?? null
  const direction = readDirection(request)
  const token =
    typeof filteredToken === 'string' ? tokenOf(snapshot.model.findParticipant(filteredToken)) : undefined
  if (token === null) return { items: [], next: null }
  const name = `transfers ${types?.join() ?? ''} ${direction ?? ''} ${token ?? ''}`
  const select = selectTransfers({ types, direction, ...(token !== undefined && { token }) })
  return transferPage(snapshot, snapshot.sequence(participant, name, select), request)
}

export const transfersOfToken = (snapshot: Snapshot, token: TokenKey, request: ListRequest): ListPage =>
  transferPage(
    snapshot,
    snapshot.sequence(null, `transfers of ${token}`, selectTransfers({ types: null, token })),
    request,
  )

/** Number of mined transfers in a sequence. */
export function countTransfers(snapshot: Snapshot, sequence: Sequence): number {
  const { period, transaction } = snapshot.head.end
  return sequence.countBefore({
    period,
    ordinal: countTransfersBefore(snapshot.model.template(period), transaction),
  })
}

export function transferPage(
  snapshot: Snapshot,
  sequence: Sequence,
  { after, limit }: ListRequest,
): ListPage {
  const count = countTransfers(snapshot, sequence)
  const end = after && ordinalAt(snapshot, after)
  const from = end ? sequence.countBefore(end) : count
  const { events, last } = sliceSequence(sequence, { count, from, limit })
  return {
    items: events.map(({ period, ordinal }) => transferItem(snapshot, period, ordinal)),
    next: last && transferPosition(snapshot, last),
  }
}

/** The last transfer of the previous page. Inside a batch, the `batch` keys identify it even without the block. */
export function ordinalAt(snapshot: Snapshot, after: Position): EventRef | null {
  const { model } = snapshot
  const batchLog = readInteger(after, 'batch_log_index')
  const batchHash = readText(after, 'batch_transaction_hash')
  const inBatch = readInteger(after, 'index_in_batch')
  if (batchLog !== null && batchHash !== null && inBatch !== null) {
    const transaction = model.findTransaction(batchHash.toLowerCase())
    if (transaction) {
      const { block } = model.transaction(transaction)
      return {
        period: transaction.period,
        ordinal: firstFrom(snapshot, transaction.period, block, batchLog, inBatch),
      }
    }
  }
  const height = readInteger(after, 'block_number')
  const index = readBigInt(after, 'index')
  if (height === null || index === null) return null
  const { period, block } = findBlock(model, height)
  return { period, ordinal: firstFrom(snapshot, period, block, Number(index), 0) }
}

/** Ordinal of the first transfer of a template that is not before this log. */
function firstFrom(
  { model }: Snapshot,
  period: number,
  block: number,
  logIndex: number,
  inBatch: number,
): number {
  const template = model.template(period)
  const found = template.transfers.findIndex((transfer) => {
    const ownBlock = itemAt(template.transactions, transfer.transaction).block
    if (ownBlock !== block) return ownBlock > block
    return transfer.logIndex === logIndex ? transfer.inBatch >= inBatch : transfer.logIndex > logIndex
  })
  return found < 0 ? template.transfers.length : found
}

export function transferPosition(snapshot: Snapshot, { period, ordinal }: EventRef): Position {
  const { model } = snapshot
  const template = model.template(period)
  const transfer = itemAt(template.transfers, ordinal)
  const height = model.heightOf(
    period,
    itemAt(template.blocks, itemAt(template.transactions, transfer.transaction).block),
  )
  const isInBatch = transfer.inBatch > 0
  return {
    block_number: height,
    index: transfer.logIndex,
    batch_log_index: isInBatch ? transfer.logIndex : null,
    batch_block_hash: isInBatch ? model.blockHash(height) : null,
    batch_transaction_hash: isInBatch
      ? model.transactionHash({ period, transaction: transfer.transaction })
      : null,
    index_in_batch: isInBatch ? transfer.inBatch : null,
  }
}
