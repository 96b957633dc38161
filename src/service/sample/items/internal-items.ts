import type { WireItem } from '../../chain-reader.ts'
import { roleItem, roleOrNull } from './address-items.ts'
import { nth } from '../lib/item-at.ts'
import { timestamp, type View } from '../chain/snapshot.ts'

export function internalItem(view: View, period: number, ordinal: number): WireItem {
  const { world, clock } = view
  const plan = world.plan(period)
  const call = nth(plan.internals, ordinal)
  const height = world.heightOf(period, nth(plan.blocks, nth(plan.transactions, call.transaction).block))
  return {
    block_number: height,
    index: call.index,
    transaction_index: positionOf(view, period, call.transaction),
    transaction_hash: world.transactionHash({ period, transaction: call.transaction }),
    timestamp: timestamp(clock.blockTime(height)),
    type: call.type,
    from: roleItem(view, call.from, period),
    to: roleOrNull(view, call.to, period),
    created_contract: roleOrNull(view, call.created, period),
    gas_limit: String(call.gasLimit),
    success: call.error === null,
    error: call.error,
    value: String(call.value),
  }
}

/** Where in its block a transaction stands. */
export function positionOf({ world }: View, period: number, transaction: number): number {
  const plan = world.plan(period)
  return transaction - nth(plan.blocks, nth(plan.transactions, transaction).block).firstTransaction
}
