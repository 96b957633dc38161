import type { DetailId } from '#shared/lists/detail-table.ts'
import type { WireItem } from '../../chain-reader.ts'
import { addressItem, checksummed } from '../items/address-items.ts'
import { isNobody } from '../chain/balance-history.ts'
import { blocksValidated } from './block-lists.ts'
import { ANYONE } from '../chain/schedule.ts'
import { editionItem, nftItem } from '../items/nft-items.ts'
import { nftNumber } from '../chain/nft-ids.ts'
import { mintedSoFar } from '../chain/nft-owners.ts'
import { internalsBefore, internalsOf, transactionsOf, transfersOf } from '../chain/event-selectors.ts'
import { tokenItem, tokenOf } from '../items/token-items.ts'
import { COIN, GAS, isCollection, tokenKind } from '../config/tokens.ts'
import { COIN_RATE, transactionItem } from '../items/transaction-items.ts'
import { transfersMined } from './transfer-lists.ts'
import type { View } from '../chain/snapshot.ts'
import { PRELUDE, type Account } from '../chain/chain-model.ts'

export function detailOf(
  view: View,
  id: DetailId,
  params: Readonly<Record<string, string>>,
): WireItem | null {
  const account = view.world.findAccount(params.address_hash ?? '')
  switch (id) {
    case 'transaction': {
      const place = view.world.findTransaction(params.transaction_hash ?? '')
      return place && view.isSeen(place) ? transactionItem(view, place) : null
    }
    case 'address':
      return account && isKnown(view, account) ? addressDetail(view, account) : null
    case 'address-counters':
      return account ? countersOf(view, account) : NOTHING
    case 'token': {
      const token = tokenOf(account)
      return token && tokenItem(view, token)
    }
    case 'token-instance':
      return instanceDetail(view, account, BigInt(params.token_id ?? '0'))
  }
}

const NOTHING = {
  transactions_count: '0',
  token_transfers_count: '0',
  gas_usage_count: '0',
  validations_count: '0',
}

/** An account that nothing has happened to yet is nobody's. */
export function isKnown(view: View, account: Account): boolean {
  if (account.kind === 'fixed') return true
  const { period, transaction } = view.head.end
  const internals = view.sequence(account, 'internals  true', internalsOf(null, true))
  return (
    transactionCount(view, account) > 0 ||
    transferCount(view, account) > 0 ||
    internals.countBefore({ period, ordinal: internalsBefore(view.world.plan(period), transaction) }) > 0
  )
}

function addressDetail(view: View, account: Account): WireItem {
  const token = tokenOf(account)
  const creation = creationOf(view, account)
  return {
    ...addressItem(view, account),
    coin_balance: isNobody(account) ? '0' : String(view.book(account).balance(COIN, view.now)),
    exchange_rate: COIN_RATE,
    block_number_balance_updated_at: view.head.height,
    creator_address_hash: creation?.creator ?? null,
    creation_transaction_hash: creation?.hash ?? null,
    creation_status: creation ? 'success' : null,
    token: token && tokenItem(view, token),
  }
}

/** The transaction that created a contract: its own creation, or one that a call inside made. */
function creationOf(view: View, account: Account): { creator: string; hash: string } | null {
  const { world } = view
  if (account.kind === 'user') return null
  const period = account.kind === 'fixed' ? PRELUDE : account.period
  const plan = world.plan(period)
  const is = (role: number | null) =>
    role !== null && role !== ANYONE && world.address(world.account(role, period)) === world.address(account)
  const direct = plan.transactions.findIndex(({ created, failure }) => !failure && is(created))
  const inner = plan.internals.find(({ created, error }) => error === null && is(created))
  const transaction = direct >= 0 ? direct : inner?.transaction
  if (transaction === undefined || !view.isMined({ period, transaction })) return null
  const creator = direct >= 0 ? plan.transactions[direct]?.from : inner?.from
  return {
    creator: checksummed(view, world.account(creator ?? 0, period)),
    hash: world.transactionHash({ period, transaction }),
  }
}

function countersOf(view: View, account: Account): WireItem {
  return {
    transactions_count: String(transactionCount(view, account)),
    token_transfers_count: String(transferCount(view, account)),
    gas_usage_count: String(view.book(account).balance(GAS, view.now)),
    validations_count: String(blocksValidated(view, account)),
  }
}

function transactionCount(view: View, account: Account): number {
  const { seen } = view.head
  const sequence = view.sequence(account, 'transactions ', transactionsOf())
  return sequence.countBefore({ period: seen.period, ordinal: seen.transaction })
}

const transferCount = (view: View, account: Account) =>
  transfersMined(view, view.sequence(account, 'transfers of someone', transfersOf(null)))

function instanceDetail(view: View, account: Account | null, id: bigint): WireItem | null {
  const token = tokenOf(account)
  if (!token) return null
  if (!isCollection(token)) return tokenKind(token).ids?.includes(id) ? editionItem(view, token, id) : null
  const number = nftNumber(view.world.key, token, id)
  return number !== null && number < mintedSoFar(view.world, token, view.head)
    ? nftItem(view, token, number)
    : null
}
