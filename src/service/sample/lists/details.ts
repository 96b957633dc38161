import { MAX_TAB_COUNT } from '#shared/lists/list-endpoint.ts'
import {
  type ChainDetailId,
  type ListPage,
  type ListRequest,
  type WireItem,
  MAX_RANKED,
} from '../../chain-reader.ts'
import { authorizationsOfAddress } from './authorization-list.ts'
import { addressItem, checksummed } from '../items/address-items.ts'
import { isZeroAddress } from '../chain/balance-history.ts'
import { blocksOfMiner, countBlocks, withdrawalsOfAddress } from './block-lists.ts'
import { coinBalancesByDay } from './coin-balance-list.ts'
import { instanceTransfers, mintedNumber } from './instance-lists.ts'
import { internalTransactionsOfAddress } from './internal-list.ts'
import { logsOfAddress } from './log-lists.ts'
import { tokensOfAddress } from './token-list.ts'
import { transactionsOfAddress } from './transaction-list.ts'
import { ANY_ROLE } from '../chain/schedule.ts'
import { tokenIdItem, nftItem } from '../items/nft-items.ts'
import {
  countInternalsBefore,
  selectInternals,
  selectTransactions,
  selectTransfers,
} from '../chain/event-selectors.ts'
import { blockItem } from '../items/block-items.ts'
import { contractItem } from '../items/contract-items.ts'
import { callItems } from '../items/call-items.ts'
import { tokenItem, tokenOf } from '../items/token-items.ts'
import { COIN, GAS, isCollection, tokenConfig, type TokenKey } from '../config/tokens.ts'
import { COIN_RATE, transactionItem } from '../items/transaction-items.ts'
import {
  chainStatistics,
  indexingStatus,
  transactionsByDay,
  transactionStatistics,
} from './chain-statistics.ts'
import { findHeight } from './lists-of-block.ts'
import { countTransfers, transfersOfAddress } from './transfer-lists.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { ADDRESSES } from '../config/addresses.ts'
import { BOOTSTRAP, type Participant } from '../chain/chain-model.ts'

/** Reads one thing of the API; null if it is unknown. */
export function readDetail(
  snapshot: Snapshot,
  id: ChainDetailId,
  params: Readonly<Record<string, string>>,
): WireItem | null {
  const participant = snapshot.model.findParticipant(params.address_hash ?? '')
  switch (id) {
    case 'transaction': {
      const transaction = snapshot.model.findTransaction(params.transaction_hash ?? '')
      return transaction && snapshot.isKnown(transaction) ? transactionItem(snapshot, transaction) : null
    }
    case 'transaction-calls': {
      const transaction = snapshot.model.findTransaction(params.transaction_hash ?? '')
      // A pending transaction has no calls yet.
      return transaction && snapshot.isMined(transaction) ? { items: callItems(snapshot, transaction) } : null
    }
    case 'address':
      return participant && hasActivity(snapshot, participant) ? addressDetail(snapshot, participant) : null
    case 'address-counters':
      return participant ? countersOf(snapshot, participant) : NO_COUNTERS
    case 'address-tab-counters':
      return tabCountersOf(snapshot, participant)
    case 'address-coin-balances-by-day':
      return coinBalancesByDay(snapshot, participant)
    case 'smart-contract':
      return participant && contractItem(snapshot, participant)
    case 'token': {
      const token = tokenOf(participant)
      return token && tokenItem(snapshot, token)
    }
    case 'block': {
      const height = findHeight(snapshot, params.block_hash_or_number ?? '')
      return height === null ? null : blockItem(snapshot, height)
    }
    case 'token-instance':
      return instanceDetail(snapshot, participant, BigInt(params.token_id ?? '0'))
    case 'token-counters':
      return tokenCounters(snapshot, tokenOf(participant))
    case 'instance-transfers-count':
      return instanceTransfersCount(snapshot, tokenOf(participant), BigInt(params.token_id ?? '0'))
    case 'chain-statistics':
      return chainStatistics(snapshot)
    case 'transaction-statistics':
      return transactionStatistics(snapshot)
    case 'indexing-status':
      return indexingStatus()
    case 'transactions-by-day':
      return transactionsByDay(snapshot)
    case 'largest-accounts':
      return largestAccounts(snapshot)
    case 'known-contracts':
      return knownContracts(snapshot)
  }
}

const NO_COUNTERS = {
  transactions_count: '0',
  token_transfers_count: '0',
  gas_usage_count: '0',
  validations_count: '0',
}

/** False if the participant has no transaction, transfer or internal transaction yet. */
function hasActivity(snapshot: Snapshot, participant: Participant): boolean {
  if (participant.kind === 'fixed') return true
  const { period, transaction } = snapshot.head.end
  const internals = snapshot.sequence(participant, 'internals  true', selectInternals(null, true))
  return (
    transactionCount(snapshot, participant) > 0 ||
    transferCount(snapshot, participant) > 0 ||
    internals.countBefore({
      period,
      ordinal: countInternalsBefore(snapshot.model.template(period), transaction),
    }) > 0
  )
}

function addressDetail(snapshot: Snapshot, participant: Participant): WireItem {
  const token = tokenOf(participant)
  const creation = creationOf(snapshot, participant)
  return {
    ...addressItem(snapshot, participant),
    coin_balance: isZeroAddress(participant)
      ? '0'
      : String(snapshot.balances(participant).balance(COIN, snapshot.now)),
    exchange_rate: COIN_RATE,
    block_number_balance_updated_at: snapshot.head.height,
    creator_address_hash: creation?.creator ?? null,
    creation_transaction_hash: creation?.hash ?? null,
    creation_status: creation ? 'success' : null,
    token: token && tokenItem(snapshot, token),
  }
}

/** The mined transaction that created a contract, directly or in an internal call. */
function creationOf(snapshot: Snapshot, participant: Participant): { creator: string; hash: string } | null {
  const { model } = snapshot
  if (participant.kind === 'user') return null
  const period = participant.kind === 'fixed' ? BOOTSTRAP : participant.period
  const template = model.template(period)
  const is = (role: number | null) =>
    role !== null &&
    role !== ANY_ROLE &&
    model.address(model.participant(role, period)) === model.address(participant)
  const direct = template.transactions.findIndex(({ created, failure }) => !failure && is(created))
  const inner = template.internals.find(({ created, error }) => error === null && is(created))
  const transaction = direct >= 0 ? direct : inner?.transaction
  if (transaction === undefined || !snapshot.isMined({ period, transaction })) return null
  const creator = direct >= 0 ? template.transactions[direct]?.from : inner?.from
  return {
    creator: checksummed(snapshot, model.participant(creator ?? 0, period)),
    hash: model.transactionHash({ period, transaction }),
  }
}

function countersOf(snapshot: Snapshot, participant: Participant): WireItem {
  return {
    transactions_count: String(transactionCount(snapshot, participant)),
    token_transfers_count: String(transferCount(snapshot, participant)),
    gas_usage_count: String(snapshot.balances(participant).balance(GAS, snapshot.now)),
    validations_count: String(countBlocks(snapshot, participant)),
  }
}

/** Counts each list's first rows by reading them. */
function tabCountersOf(snapshot: Snapshot, participant: Participant | null): WireItem {
  const first = { params: {}, filters: {}, after: null, limit: MAX_TAB_COUNT + 1 }
  const count = (read: (snapshot: Snapshot, participant: Participant, request: ListRequest) => ListPage) =>
    participant ? read(snapshot, participant, first).items.length : 0
  return {
    transactions_count: count(transactionsOfAddress),
    token_transfers_count: count(transfersOfAddress),
    internal_transactions_count: count(internalTransactionsOfAddress),
    token_balances_count: count(tokensOfAddress),
    logs_count: count(logsOfAddress),
    validations_count: count(blocksOfMiner),
    withdrawals_count: count(withdrawalsOfAddress),
    authorizations_count: count(authorizationsOfAddress),
  }
}

function transactionCount(snapshot: Snapshot, participant: Participant): number {
  const { seen } = snapshot.head
  const sequence = snapshot.sequence(participant, 'transactions ', selectTransactions())
  return sequence.countBefore({ period: seen.period, ordinal: seen.transaction })
}

const transferCount = (snapshot: Snapshot, participant: Participant) =>
  countTransfers(
    snapshot,
    snapshot.sequence(participant, 'transfers of someone', selectTransfers({ types: null })),
  )

function tokenCounters(snapshot: Snapshot, token: TokenKey | null): WireItem | null {
  if (!token) return null
  const transfers = snapshot.sequence(null, `transfers of ${token}`, selectTransfers({ types: null, token }))
  return {
    token_holders_count: tokenItem(snapshot, token).holders_count,
    transfers_count: String(countTransfers(snapshot, transfers)),
  }
}

function instanceTransfersCount(snapshot: Snapshot, token: TokenKey | null, id: bigint): WireItem | null {
  const transfers = token && instanceTransfers(snapshot, token, id)
  return transfers && { transfers_count: countTransfers(snapshot, transfers) }
}

function instanceDetail(snapshot: Snapshot, participant: Participant | null, id: bigint): WireItem | null {
  const token = tokenOf(participant)
  if (!token) return null
  if (!isCollection(token))
    return tokenConfig(token).ids?.includes(id) ? tokenIdItem(snapshot, token, id) : null
  const number = mintedNumber(snapshot, token, id)
  return number === null ? null : nftItem(snapshot, token, number)
}

const FIXED: readonly Participant[] = ADDRESSES.map((_, role) => ({ kind: 'fixed', role }))

/**
 * Accounts and contracts of the whole chain, ranked. The largest accounts among the participants with a role: there
 * are too many customers to rank.
 */
const largestAccounts = (snapshot: Snapshot): WireItem => ({
  items: FIXED.filter((participant) => !isZeroAddress(participant))
    .map((participant) => ({
      participant,
      coins: snapshot.balances(participant).balance(COIN, snapshot.now),
    }))
    .filter(({ coins }) => coins > 0n)
    .sort((one, other) => (one.coins < other.coins ? 1 : one.coins > other.coins ? -1 : 0))
    .slice(0, MAX_RANKED)
    .map(({ participant }) => checksummed(snapshot, participant)),
})

/** The deployer creates them in the order of their roles. How many contracts there are nobody counts. */
const knownContracts = (snapshot: Snapshot): WireItem => ({
  items: FIXED.filter((participant) => {
    const { is_contract: isContract, is_verified: isVerified } = addressItem(snapshot, participant)
    return isContract === true && isVerified === true
  })
    .reverse()
    .slice(0, MAX_RANKED)
    .map((participant) => checksummed(snapshot, participant)),
  contracts_count: null,
})
