import type { WireItem } from '../../chain-reader.ts'
import { roleItem, optionalRoleItem } from './address-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'

export function internalItem(snapshot: Snapshot, period: number, ordinal: number): WireItem {
  const { model, clock } = snapshot
  const template = model.template(period)
  const call = itemAt(template.internals, ordinal)
  const height = model.heightOf(
    period,
    itemAt(template.blocks, itemAt(template.transactions, call.transaction).block),
  )
  return {
    block_number: height,
    index: call.index,
    transaction_index: indexInBlock(snapshot, period, call.transaction),
    transaction_hash: model.transactionHash({ period, transaction: call.transaction }),
    timestamp: formatTimestamp(clock.blockTime(height)),
    type: call.type,
    from: roleItem(snapshot, call.from, period),
    to: optionalRoleItem(snapshot, call.to, period),
    created_contract: optionalRoleItem(snapshot, call.created, period),
    gas_limit: String(call.gasLimit),
    success: call.error === null,
    error: call.error,
    value: String(call.value),
  }
}

/** Index of a transaction in its block. */
export function indexInBlock({ model }: Snapshot, period: number, transaction: number): number {
  const template = model.template(period)
  return (
    transaction - itemAt(template.blocks, itemAt(template.transactions, transaction).block).firstTransaction
  )
}
