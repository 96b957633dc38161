import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { roleItem } from './address-items.ts'
import { methodOf } from './call-data.ts'
import { bareEdition, bareNft } from './nft-items.ts'
import { nth } from '../lib/item-at.ts'
import type { PlannedTransfer } from '../templates/period-template.ts'
import { tokenItem } from './token-items.ts'
import { tokenKind, tokenOfAsset } from '../config/tokens.ts'
import { timestamp, type View } from '../chain/snapshot.ts'

/** `inside`: within a transaction, where its time and method are not said again. */
export function transferItem(view: View, period: number, ordinal: number, inside = false): WireItem {
  const { world, clock } = view
  const plan = world.plan(period)
  const transfer = nth(plan.transfers, ordinal)
  const transaction = nth(plan.transactions, transfer.transaction)
  const height = world.heightOf(period, nth(plan.blocks, transaction.block))
  return {
    block_hash: world.blockHash(height),
    block_number: height,
    from: roleItem(view, transfer.from, period),
    to: roleItem(view, transfer.to, period),
    log_index: transfer.logIndex,
    method: inside || !transaction.call ? null : methodOf(transaction.call),
    timestamp: inside ? null : timestamp(clock.blockTime(height)),
    token: tokenItem(view, transfer.token),
    token_type: tokenKind(transfer.token).type,
    total: totalOf(view, transfer, period),
    transaction_hash: world.transactionHash({ period, transaction: transfer.transaction }),
    type: kindOf(transfer),
  }
}

function kindOf({ from, to }: PlannedTransfer): string {
  if (from === ROLE.null) return 'token_minting'
  return to === ROLE.null ? 'token_burning' : 'token_transfer'
}

export function totalOf(
  view: View,
  { token, asset, amount, nft }: PlannedTransfer,
  period: number,
): WireItem {
  const { type, decimals } = tokenKind(token)
  if (nft) {
    const instance = bareNft(view, nft.collection, view.world.nftNumber(nft, period))
    return { token_id: instance.id, token_instance: instance }
  }
  if (type === 'ERC-7984') return { decimals, value: null }
  const id = tokenOfAsset(asset)?.id ?? null
  if (id === null) return { decimals, value: String(amount) }
  return {
    token_id: String(id),
    value: String(amount),
    decimals,
    token_instance: bareEdition(view, token, id),
  }
}
