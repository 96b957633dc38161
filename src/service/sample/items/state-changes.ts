/** State changes of a transaction, computed from the ledger of its template. */
import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { roleItem } from './address-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { stepOf, type LedgerEntry } from '../templates/period-template.ts'
import { tokenItem } from './token-items.ts'
import { totalOf } from './transfer-items.ts'
import { COIN, GAS, isCollection, tokenConfig, tokenOfAsset, type Collection } from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { TransactionRef } from '../chain/chain-model.ts'

/** The balance changes of a mined transaction: coins first, then tokens, in the order of its events. */
export function ledgerEntriesOf(
  snapshot: Snapshot,
  { period, transaction }: TransactionRef,
): readonly LedgerEntry[] {
  const step = stepOf(transaction)
  const lines = snapshot.model
    .template(period)
    .ledger.filter((entry) => entry.step === step && isListed(entry))
  return [...lines.filter(({ asset }) => asset === COIN), ...lines.filter(({ asset }) => asset !== COIN)]
}

/** Changes of zero are listed only for NFTs that were received and sent on. */
function isListed({ asset, change }: LedgerEntry): boolean {
  if (asset === GAS) return false
  const token = tokenOfAsset(asset)
  return change !== 0n || (token !== null && isCollection(token.key))
}

export function stateChangeItem(
  snapshot: Snapshot,
  { period, transaction }: TransactionRef,
  entry: LedgerEntry,
): WireItem {
  const { model } = snapshot
  const template = model.template(period)
  const token = tokenOfAsset(entry.asset)
  const before = snapshot
    .balances(model.participant(entry.role, period))
    .balance(entry.asset, { period, step: entry.step })
  const isHidden = token !== null && tokenConfig(token.key).type === 'ERC-7984'
  const isUnknown = isHidden || entry.role === ROLE.null
  return {
    type: token ? 'token' : 'coin',
    is_miner:
      !token &&
      entry.role === itemAt(template.blocks, itemAt(template.transactions, transaction).block).miner,
    address: roleItem(snapshot, entry.role, period),
    token: token && tokenItem(snapshot, token.key),
    token_id: token?.id === undefined || token.id === null ? null : String(token.id),
    balance_before: isUnknown ? null : String(before),
    balance_after: isUnknown ? null : String(before + entry.change),
    change: isHidden
      ? null
      : token && isCollection(token.key)
        ? nftChanges(snapshot, { period, transaction }, entry, token.key)
        : String(entry.change),
  }
}

/** The NFTs of a collection that were sent and received. */
function nftChanges(
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
