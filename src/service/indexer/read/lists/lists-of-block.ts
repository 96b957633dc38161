/** The lists of one block, in the order in which it has them; null for an unknown block. */
import type { ListPage, ListRequest } from '../../../chain-reader.ts'
import { encodeAmount } from '../../store/amounts.ts'
import { indexOf, positionOf } from '../../store/positions.ts'
import { findBlock } from './block-list.ts'
import { internalsBetween } from './internal-lists.ts'
import { readBigInt, readInteger, toPage } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { transactionItem, transactionPosition, transactionsBetween } from './transaction-lists.ts'
import { withdrawalItem, withdrawalPosition, type WithdrawalRow } from './withdrawal-list.ts'

/** `/blocks/{block}/transactions` */
export function transactionsOfBlock(context: ReadContext, request: ListRequest): ListPage | null {
  const block = findBlock(context, request.params)
  if (!block) return null
  const after = readInteger(request.after?.index) ?? -1
  const rows = transactionsBetween(
    context,
    positionOf(block.number, after + 1),
    positionOf(block.number + 1, 0),
    request.limit + 1,
  )
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => transactionItem(context, row),
    position: transactionPosition,
  })
}

/** `/blocks/{block}/internal-transactions` */
export function internalsOfBlock(context: ReadContext, request: ListRequest): ListPage | null {
  const block = findBlock(context, request.params)
  if (!block) return null
  const transaction = readInteger(request.after?.transaction_index)
  const index = readInteger(request.after?.index)
  return internalsBetween(context, request, {
    height: block.number,
    after: [positionOf(block.number, transaction ?? 0), transaction === null ? -1 : (index ?? -1)],
    end: positionOf(block.number + 1, 0),
    position: (row) => ({ transaction_index: indexOf(row.tx), index: row.position }),
  })
}

/** `/blocks/{block}/withdrawals` */
export function withdrawalsOfBlock(context: ReadContext, request: ListRequest): ListPage | null {
  const block = findBlock(context, request.params)
  if (!block) return null
  const after = readBigInt(request.after?.index)
  const rows = context.store.database.all<WithdrawalRow & { readonly receiver: number }>(
    `SELECT block, withdrawal_index, validator, amount, receiver FROM withdrawal
     WHERE block = ? AND withdrawal_index > ? ORDER BY withdrawal_index LIMIT ?`,
    block.number,
    after === null ? new Uint8Array() : encodeAmount(after),
    request.limit + 1,
  )
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => ({ ...withdrawalItem(context, row), receiver: context.addresses.item(row.receiver) }),
    position: withdrawalPosition,
  })
}
