/** The lists of one block, in the block's order. */
import type { ListPage, ListRequest } from '../../chain-reader.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { blockContents, withdrawalIndex, withdrawalItem, type BlockContents } from '../items/block-items.ts'
import { indexInBlock, internalItem } from '../items/internal-items.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { readBigInt, readInteger } from './cursor-values.ts'
import { pageOf } from './lists-of-transaction.ts'

/** The height of a block by its number or hash in a path; `null` if the chain has none. */
export function findHeight({ model, head }: Snapshot, block: string): number | null {
  const height = block.startsWith('0x') ? model.findBlock(block) : Number(block)
  return height === null || height > head.height ? null : height
}

export function transactionsOfBlock(snapshot: Snapshot, request: ListRequest): ListPage | null {
  const contents = findContents(snapshot, request)
  if (!contents) return null
  const { period, height, transactions } = contents
  const after = request.after && readInteger(request.after, 'index')
  return pageOf(
    transactions.filter((_, index) => after === null || index > after),
    request.limit,
    (transaction) => transactionItem(snapshot, { period, transaction }),
    (transaction) => ({ block_number: height, index: indexInBlock(snapshot, period, transaction) }),
  )
}

export function internalsOfBlock(snapshot: Snapshot, request: ListRequest): ListPage | null {
  const contents = findContents(snapshot, request)
  if (!contents) return null
  const { period, transactions } = contents
  const [first = 0, last = -1] = [transactions[0], transactions.at(-1)]
  const { internals } = snapshot.model.template(period)
  const position = (ordinal: number) => ({
    transaction_index: itemAt(internals, ordinal).transaction - first,
    index: itemAt(internals, ordinal).index,
  })
  const afterTransaction = request.after && readInteger(request.after, 'transaction_index')
  const afterIndex = request.after && readInteger(request.after, 'index')
  const isAfter = (ordinal: number) => {
    if (afterTransaction === null || afterIndex === null) return true
    const { transaction_index: transaction, index } = position(ordinal)
    return transaction > afterTransaction || (transaction === afterTransaction && index > afterIndex)
  }
  return pageOf(
    internals.flatMap(({ transaction }, ordinal) =>
      transaction >= first && transaction <= last && isAfter(ordinal) ? [ordinal] : [],
    ),
    request.limit,
    (ordinal) => internalItem(snapshot, period, ordinal),
    position,
  )
}

export function withdrawalsOfBlock(snapshot: Snapshot, request: ListRequest): ListPage | null {
  const contents = findContents(snapshot, request)
  if (!contents) return null
  const { period, withdrawals } = contents
  const after = request.after && readBigInt(request.after, 'index')
  const indexOf = (ordinal: number) => withdrawalIndex(snapshot, { period, ordinal })
  return pageOf(
    withdrawals.filter((ordinal) => after === null || BigInt(indexOf(ordinal)) > after),
    request.limit,
    (ordinal) => withdrawalItem(snapshot, period, ordinal),
    (ordinal) => ({ index: indexOf(ordinal) }),
  )
}

function findContents(snapshot: Snapshot, { params }: ListRequest): BlockContents | null {
  const height = findHeight(snapshot, params.block_hash_or_number ?? '')
  return height === null ? null : blockContents(snapshot, height)
}
