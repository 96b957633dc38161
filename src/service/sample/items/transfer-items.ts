import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { roleItem } from './address-items.ts'
import { methodName } from '../templates/call-data.ts'
import { tokenIdWithoutOwner, nftWithoutOwner } from './nft-items.ts'
import { itemAt } from '../lib/arrays.ts'
import type { TemplateTransfer } from '../templates/period-template.ts'
import { tokenItem } from './token-items.ts'
import { tokenConfig, tokenOfAsset } from '../config/tokens.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'

/** `inTransaction`: inside a transaction's item, which has the time and method itself. */
export function transferItem(
  snapshot: Snapshot,
  period: number,
  ordinal: number,
  inTransaction = false,
): WireItem {
  const { model, clock } = snapshot
  const template = model.template(period)
  const transfer = itemAt(template.transfers, ordinal)
  const transaction = itemAt(template.transactions, transfer.transaction)
  const height = model.heightOf(period, itemAt(template.blocks, transaction.block))
  return {
    block_hash: model.blockHash(height),
    block_number: height,
    from: roleItem(snapshot, transfer.from, period),
    to: roleItem(snapshot, transfer.to, period),
    log_index: transfer.logIndex,
    method: inTransaction || !transaction.call ? null : methodName(transaction.call),
    timestamp: inTransaction ? null : formatTimestamp(clock.blockTime(height)),
    token: tokenItem(snapshot, transfer.token),
    token_type: tokenConfig(transfer.token).type,
    total: totalOf(snapshot, transfer, period),
    transaction_hash: model.transactionHash({ period, transaction: transfer.transaction }),
    type: kindOf(transfer),
  }
}

function kindOf({ from, to }: TemplateTransfer): string {
  if (from === ROLE.null) return 'token_minting'
  return to === ROLE.null ? 'token_burning' : 'token_transfer'
}

export function totalOf(
  snapshot: Snapshot,
  { token, asset, amount, nft }: TemplateTransfer,
  period: number,
): WireItem {
  const { type, decimals } = tokenConfig(token)
  if (nft) {
    const instance = nftWithoutOwner(snapshot, nft.collection, snapshot.model.nftNumber(nft, period))
    return { token_id: instance.id, token_instance: instance }
  }
  if (type === 'ERC-7984') return { decimals, value: null }
  const id = tokenOfAsset(asset)?.id ?? null
  if (id === null) return { decimals, value: String(amount) }
  return {
    token_id: String(id),
    value: String(amount),
    decimals,
    token_instance: tokenIdWithoutOwner(snapshot, token, id),
  }
}
