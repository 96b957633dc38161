import { together } from '#platform/unanswered.ts'
import { type Sql, sqlIn } from '#platform/sql-dialect.ts'
import { MAX_TAB_COUNT } from '#shared/lists/list-endpoint.ts'
import { type ChainDetailId, MAX_RANKED, type WireItem } from '../../chain-reader.ts'
import { encodeAmount } from '../store/amounts.ts'
import { isPositive } from '../store/schema.ts'
import { heightOf } from '../store/positions.ts'
import { unknownAddress } from './address-items.ts'
import { blockItem, findBlock } from './lists/block-list.ts'
import { chainStatistics, transactionsByDay, transactionStatistics } from './chain/chain-statistics.ts'
import { firstLogsOfTransaction } from './lists/log-lists.ts'
import { nftItem } from './lists/token-lists.ts'
import type { ReadContext } from './read-context.ts'
import { transactionAt, transactionByHash, transactionItem } from './lists/transaction-lists.ts'
import type { TransactionRow } from './transaction-rows.ts'
import { firstTransfersOfTransaction, transferItem } from './lists/transfer-lists.ts'

type Params = Readonly<Record<string, string>>

/** Details that only the node has, or the follower knows, and no context reads. */
export type NodeDetailId = 'transaction-calls' | 'address-coin-balances-by-day' | 'indexing-status'

/** One reader per single resource of the API; null where the resource is not known. */
export const DETAIL_READERS: Readonly<
  Record<Exclude<ChainDetailId, NodeDetailId>, (context: ReadContext, params: Params) => WireItem | null>
> = {
  transaction: transactionDetail,
  address: addressDetail,
  'address-counters': addressCounters,
  'address-tab-counters': addressTabCounters,
  'smart-contract': contractDetail,
  token: (context, params) => {
    const token = context.tokenOf(params.address_hash)
    if (token === null) return null
    context.tokens.askOnce(token)
    return context.tokens.item(token)
  },
  block: (context, params) => {
    const row = findBlock(context, params)
    return row && blockItem(context, row)
  },
  'token-instance': instanceDetail,
  'token-counters': tokenCounters,
  'instance-transfers-count': instanceTransfersCount,
  'chain-statistics': chainStatistics,
  'transaction-statistics': transactionStatistics,
  'transactions-by-day': transactionsByDay,
  'known-contracts': knownContracts,
  // An index has no coin balances: the node is asked for the one of a page.
  'largest-accounts': () => ({ items: [] }),
}

/** Contracts whose source is known, with how many contracts there are. */
function knownContracts({ store, addresses, start }: ReadContext): WireItem {
  const { database, filter, totals } = store
  const rows = database.all<{ address: number }>(
    'SELECT address FROM contract_name ORDER BY address DESC LIMIT ?',
    MAX_RANKED,
  )
  const created = database.get<{ count: number }>('SELECT count(*) AS count FROM contract')
  // Calls create contracts as well.
  const isWhole = filter === null && start === null && totals.traced === totals.transactions
  return {
    items: rows.map(({ address }) => addresses.hash(address)),
    contracts_count: isWhole ? (created?.count ?? 0) : null,
  }
}

/** Transfers in a transaction's details; its lists have all. */
const MAX_TRANSFERS = 10

function transactionDetail(context: ReadContext, params: Params): WireItem | null {
  const row = transactionByHash(context, params.transaction_hash ?? '')
  if (!row) return null
  if (row.succeeded !== 1 && !isTraced(context, row)) context.missing.frames.add(heightOf(row.position))
  const transfers = firstTransfersOfTransaction(context, row, MAX_TRANSFERS + 1)
  const shown = transfers.slice(0, MAX_TRANSFERS)
  context.load(shown)
  return {
    ...transactionItem(context, row),
    token_transfers: together(shown.map((transfer) => () => transferItem(context, transfer, true))),
    token_transfers_overflow: transfers.length > MAX_TRANSFERS,
    logs: firstLogsOfTransaction(context, row, MAX_LOGS),
  }
}

/** The frames of a failed transaction tell why it failed. */
const isTraced = ({ store }: ReadContext, row: TransactionRow) =>
  store.database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', heightOf(row.position))
    ?.traced !== 0

/** Logs in a transaction's details; its list has all. */
const MAX_LOGS = 100

function addressDetail(context: ReadContext, params: Params): WireItem | null {
  const hash = params.address_hash ?? ''
  const id = context.addressOf(hash)
  const isToken = id !== null && context.tokens.row(id) !== null
  if (!context.isWhole(hash) && !isToken && (id === null || context.addresses.isContract(id)))
    context.missing.earlierContracts.add(hash)
  const rest = { coin_balance: null, exchange_rate: null }
  if (id === null)
    return {
      ...unknownAddress(hash),
      ...rest,
      creator_address_hash: null,
      creation_transaction_hash: null,
      token: null,
    }
  const contract = context.store.database.get<{ creator: number; tx: number }>(
    'SELECT creator, tx FROM contract WHERE address = ?',
    id,
  )
  const created = contract && transactionAt(context, contract.tx)
  return {
    ...context.addresses.item(id),
    ...rest,
    creator_address_hash: contract ? context.addresses.hash(contract.creator) : null,
    creation_transaction_hash: created?.hash ?? null,
    token: isToken ? context.tokens.item(id) : null,
  }
}

/**
 * Name, ABI and layout of a contract whose code was read, if it is one of the project's. The index does not have the
 * code itself.
 */
function contractDetail(context: ReadContext, params: Params): WireItem | null {
  const id = context.addressOf(params.address_hash)
  if (id === null) return null
  const { is_contract: isContract, implementations, proxy_type: type, name } = context.addresses.item(id)
  if (isContract !== true) return null
  const artifact = context.abis.artifactOf(context.store.addresses.hashOf(id))
  const layout = artifact?.storageLayout ?? null
  return {
    name: artifact && name,
    abi: artifact?.abi ?? null,
    ...(layout !== null && { storage_layout: layout }),
    is_verified: artifact !== null,
    is_partially_verified: false,
    proxy_type: type,
    implementations,
    language: null,
    compiler_version: null,
    deployed_bytecode: null,
  }
}

function addressCounters(context: ReadContext, params: Params): WireItem {
  const id = context.addressOf(params.address_hash)
  const row = context.store.database.get<{
    transactions: number
    transfers: number
    gas_used: string
    blocks: number
  }>(
    'SELECT transactions, transfers, CAST(gas_used AS TEXT) AS gas_used, blocks FROM address WHERE id = ?',
    id ?? -1,
  )
  const isKept = context.isKept(params.address_hash)
  return {
    transactions_count: isKept ? String(row?.transactions ?? 0) : null,
    token_transfers_count: isKept ? String(row?.transfers ?? 0) : null,
    gas_usage_count: isKept ? (row?.gas_used ?? '0') : null,
    validations_count: String(row?.blocks ?? 0),
    ...(context.start && { counted_since_block: context.start.height }),
  }
}

/**
 * Rows of an address's lists, as far as one counts them; null of what the index is not kept for. A row that is there twice, from and to itself, counts once.
 */
function addressTabCounters(context: ReadContext, params: Params): WireItem {
  const id = context.addressOf(params.address_hash) ?? -1
  const isKept = context.isKept(params.address_hash)
  const countKept = (...sources: readonly Sql[]) => (isKept ? count(...sources) : null)
  const count = (...sources: readonly Sql[]) =>
    context.store.database.get<{ count: number }>(
      (dialect) =>
        `SELECT count(*) AS count FROM (SELECT * FROM (${sources
          .map(
            (source) =>
              `SELECT * FROM (SELECT ${sqlIn(dialect, source)} = ?1 LIMIT ${String(MAX_TAB_COUNT + 1)}) AS part`,
          )
          .join(' UNION ')}) AS parts LIMIT ${String(MAX_TAB_COUNT + 1)}) AS counted`,
      id,
    )?.count ?? 0
  const [transactions, transfers, calls, balances, logs, blocks, withdrawals, authorizations] = together([
    () =>
      countKept(
        'position FROM tx WHERE sender',
        'position FROM tx WHERE receiver',
        'position FROM tx WHERE created',
      ),
    () => countKept('log, item FROM transfer WHERE sender', 'log, item FROM transfer WHERE receiver'),
    () =>
      context.store.hasTracesOfKept
        ? null
        : countKept(
            'tx, position FROM internal WHERE sender',
            'tx, position FROM internal WHERE receiver',
            'tx, position FROM internal WHERE created',
          ),
    () =>
      countKept(
        (dialect) =>
          `id FROM balance WHERE ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)} AND holder`,
      ),
    () => countKept('position FROM log WHERE address'),
    () => count('number FROM block WHERE miner'),
    () => countKept('block, position FROM withdrawal WHERE receiver'),
    // Not known until the blocks that an older version wrote are read.
    () =>
      context.store.database.meta('authorizations_since') === null
        ? count('tx, item FROM delegation WHERE authority')
        : null,
  ])
  return {
    transactions_count: transactions,
    token_transfers_count: transfers,
    internal_transactions_count: calls,
    token_balances_count: balances,
    logs_count: logs,
    validations_count: blocks,
    withdrawals_count: withdrawals,
    authorizations_count: authorizations,
  }
}

function tokenCounters(context: ReadContext, params: Params): WireItem | null {
  const token = context.tokenOf(params.address_hash)
  if (token === null) return null
  const row = context.store.database.get<{ holders: number; transfers: number }>(
    'SELECT holders, transfers FROM token WHERE address = ?',
    token,
  )
  const isKept = context.isKept(params.address_hash)
  return {
    token_holders_count: isKept ? String(row?.holders ?? 0) : null,
    transfers_count: isKept ? String(row?.transfers ?? 0) : null,
  }
}

function instanceTransfersCount(context: ReadContext, params: Params): WireItem | null {
  const token = context.tokenOf(params.address_hash)
  if (token === null) return null
  const { count = 0 } =
    context.store.database.get<{ count: number }>(
      'SELECT count(*) AS count FROM transfer WHERE token = ? AND token_id = ?',
      token,
      encodeAmount(BigInt(params.token_id ?? '0')),
    ) ?? {}
  return { transfers_count: context.isKept(params.address_hash) ? count : null }
}

function instanceDetail(context: ReadContext, params: Params): WireItem | null {
  const nft = context.nftOf(params)
  return nft && { ...nftItem(context, nft.token, nft.tokenId), token: context.tokens.item(nft.token) }
}
