/** What a transaction did to each balance, worked out from the books before it. */
import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { roleItem } from './address-items.ts'
import { nth } from '../lib/item-at.ts'
import { stepOf, type LedgerEntry } from '../templates/period-template.ts'
import { tokenItem } from './token-items.ts'
import { totalOf } from './transfer-items.ts'
import { COIN, GAS, isCollection, tokenKind, tokenOfAsset, type Collection } from '../config/tokens.ts'
import type { View } from '../chain/snapshot.ts'
import type { Place } from '../chain/chain-model.ts'

/** The lines of a mined transaction, coin first, in the order of its events. */
export function changedLines(view: View, { period, transaction }: Place): readonly LedgerEntry[] {
  const step = stepOf(transaction)
  const lines = view.world.plan(period).ledger.filter((entry) => entry.step === step && tells(entry))
  return [...lines.filter(({ asset }) => asset === COIN), ...lines.filter(({ asset }) => asset !== COIN)]
}

/** An NFT that only passed through is told too; an amount that came back is not. */
function tells({ asset, change }: LedgerEntry): boolean {
  if (asset === GAS) return false
  const token = tokenOfAsset(asset)
  return change !== 0n || (token !== null && isCollection(token.key))
}

export function stateChangeItem(view: View, { period, transaction }: Place, line: LedgerEntry): WireItem {
  const { world } = view
  const plan = world.plan(period)
  const token = tokenOfAsset(line.asset)
  const before = view.book(world.account(line.role, period)).balance(line.asset, { period, step: line.step })
  const hidden = token !== null && tokenKind(token.key).type === 'ERC-7984'
  const untold = hidden || line.role === ROLE.null
  return {
    type: token ? 'token' : 'coin',
    is_miner: !token && line.role === nth(plan.blocks, nth(plan.transactions, transaction).block).miner,
    address: roleItem(view, line.role, period),
    token: token && tokenItem(view, token.key),
    token_id: token?.id === undefined || token.id === null ? null : String(token.id),
    balance_before: untold ? null : String(before),
    balance_after: untold ? null : String(before + line.change),
    change: changeOf(view, { period, transaction }, line, hidden),
  }
}

function changeOf(view: View, place: Place, line: LedgerEntry, hidden: boolean): unknown {
  const token = tokenOfAsset(line.asset)
  if (hidden) return null
  return token && isCollection(token.key) ? moves(view, place, line, token.key) : String(line.change)
}

/** Which NFTs went which way. */
function moves(view: View, { period, transaction }: Place, { role }: LedgerEntry, collection: Collection) {
  return view.world
    .plan(period)
    .transfers.filter(
      (transfer) =>
        transfer.transaction === transaction &&
        transfer.token === collection &&
        (transfer.from === role || transfer.to === role),
    )
    .map((transfer) => ({
      direction: transfer.from === role ? 'from' : 'to',
      total: totalOf(view, transfer, period),
    }))
}
