/** What a transaction did to each balance, worked out from the books before it. */
import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { roleItem } from './address-items.ts'
import { itemAt } from '../lib/item-at.ts'
import { stepOf, type LedgerEntry } from '../templates/period-template.ts'
import { tokenItem } from './token-items.ts'
import { totalOf } from './transfer-items.ts'
import { COIN, GAS, isCollection, tokenConfig, tokenOfAsset, type Collection } from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { TransactionRef } from '../chain/chain-model.ts'

/** The lines of a mined transaction, coin first, in the order of its events. */
export function changedLines(
  snapshot: Snapshot,
  { period, transaction }: TransactionRef,
): readonly LedgerEntry[] {
  const step = stepOf(transaction)
  const lines = snapshot.model.template(period).ledger.filter((entry) => entry.step === step && tells(entry))
  return [...lines.filter(({ asset }) => asset === COIN), ...lines.filter(({ asset }) => asset !== COIN)]
}

/** An NFT that only passed through is told too; an amount that came back is not. */
function tells({ asset, change }: LedgerEntry): boolean {
  if (asset === GAS) return false
  const token = tokenOfAsset(asset)
  return change !== 0n || (token !== null && isCollection(token.key))
}

export function stateChangeItem(
  snapshot: Snapshot,
  { period, transaction }: TransactionRef,
  line: LedgerEntry,
): WireItem {
  const { model } = snapshot
  const template = model.template(period)
  const token = tokenOfAsset(line.asset)
  const before = snapshot
    .book(model.participant(line.role, period))
    .balance(line.asset, { period, step: line.step })
  const hidden = token !== null && tokenConfig(token.key).type === 'ERC-7984'
  const untold = hidden || line.role === ROLE.null
  return {
    type: token ? 'token' : 'coin',
    is_miner:
      !token && line.role === itemAt(template.blocks, itemAt(template.transactions, transaction).block).miner,
    address: roleItem(snapshot, line.role, period),
    token: token && tokenItem(snapshot, token.key),
    token_id: token?.id === undefined || token.id === null ? null : String(token.id),
    balance_before: untold ? null : String(before),
    balance_after: untold ? null : String(before + line.change),
    change: changeOf(snapshot, { period, transaction }, line, hidden),
  }
}

function changeOf(snapshot: Snapshot, place: TransactionRef, line: LedgerEntry, hidden: boolean): unknown {
  const token = tokenOfAsset(line.asset)
  if (hidden) return null
  return token && isCollection(token.key) ? moves(snapshot, place, line, token.key) : String(line.change)
}

/** Which NFTs went which way. */
function moves(
  snapshot: Snapshot,
  { period, transaction }: TransactionRef,
  { role }: LedgerEntry,
  collection: Collection,
) {
  return snapshot.model
    .template(period)
    .transfers.filter(
      (transfer) =>
        transfer.transaction === transaction &&
        transfer.token === collection &&
        (transfer.from === role || transfer.to === role),
    )
    .map((transfer) => ({
      direction: transfer.from === role ? 'from' : 'to',
      total: totalOf(snapshot, transfer, period),
    }))
}
