/**
 * Repairs the rows of one block in place. What a block adds to balances and counts was added when it was written, so that
 * only rows are written that are missing or differ.
 */
import type { TracedBlock, TransactionFrames } from '../model/call-frame.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { toHex, ZERO_ADDRESS } from '../model/hex.ts'
import type { RepairedRows } from '../model/verify-report.ts'
import { lookupBy, type Table, tableOf } from '#platform/table.ts'
import { asIndexed, transferRow } from './as-indexed.ts'
import { decodeBlock, type DecodedBlock } from './decode-block.ts'
import type { IndexDatabase } from './index-database.ts'
import type { IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'
import { prefetchTokens } from './prefetch.ts'
import {
  BLOCK,
  CONTRACT,
  type ContractRow,
  DELEGATION,
  type DelegationRow,
  type DepositRow,
  INTERNAL,
  LOG,
  OUTCOME_NOT_KNOWN,
  TRANSFER,
  type TransactionRow,
  type TransferRow,
  TX,
  WITHDRAWAL,
} from './table-rows.ts'
import { factsOf } from './write-block.ts'
import { addressesIn, frameRows, OUTCOME, outcomeOf, positionInBlock, writeFrames } from './write-frames.ts'

export type BlockRows = Pick<
  RepairedRows,
  | 'blocks'
  | 'transactions'
  | 'logs'
  | 'transfers'
  | 'withdrawals'
  | 'tokens'
  | 'contracts'
  | 'nfts'
  | 'authorizations'
>

/**
 * Gives how many rows were written, and how many the block has. Adds to `tokensToAddUp` the tokens of which somebody who
 * takes part has no balance. Null where the block was written with other transfers than its logs have: balances and counts
 * lack them, so that the chain must be indexed again from this block. Only within a database transaction.
 */
export function repairBlock(
  store: IndexStore,
  block: ChainBlock,
  tokensToAddUp: Set<number>,
): { readonly rows: BlockRows; readonly transactions: number; readonly logs: number } | null {
  const { database, addresses } = store
  if (database.lookUp) prefetchTokens(store, [block])
  const known = knownTransactions(database, block.number)
  const facts = factsOf(store, block)
  const decoded = decodeBlock(block, {
    ...facts,
    // In call frames only, those that are in the index already are named.
    keepsTransaction: (transaction, index) =>
      facts.keepsTransaction(transaction, index) || known.has(positionOf(block.number, index)),
  })
  const { transactions, logs } = decoded
  if (
    transactions.some(
      ({ position, transfers }) => (known.get(position)?.transfers ?? transfers) !== transfers,
    )
  )
    return null
  const made = missingContracts(database, decoded.contracts)
  database.insertRows(CONTRACT, made)
  const rows: BlockRows = {
    blocks: repairHeader(database, decoded),
    logs: repairRows(database, LOG, logs),
    ...repairTransfers(store, decoded),
    transactions: repairRows(
      database,
      TX,
      transactions.map((row) => withKnownOutcome(row, known.get(row.position))),
    ),
    contracts: made.length,
    authorizations: repairDelegations(database, decoded),
    withdrawals: repairRows(database, WITHDRAWAL, decoded.withdrawals),
  }
  for (const { address } of made) addresses.markContract(address)
  for (const { token } of missingBalances(store, decoded)) tokensToAddUp.add(token)
  store.deposits.hold(database.missingRows<DepositRow>(DEPOSIT_AT_ALL, decoded.deposits))
  rows.transactions += removeFrom(store, 'tx', 'position', block.number, block.transactions.length)
  rows.logs += removeFrom(store, 'log', 'position', block.number, decoded.logCount)
  rows.transfers += removeFrom(store, 'transfer', 'log', block.number, decoded.logCount)
  if (Object.values(rows).some((count) => count > 0)) {
    database.run(
      'DELETE FROM state_change WHERE tx >= ? AND tx < ?',
      positionOf(block.number, 0),
      positionOf(block.number + 1, 0),
    )
  }
  return { rows, transactions: transactions.length, logs: logs.length }
}

/** Sees to it that these rows are there with these values; gives how many of them were not. */
function repairRows<Row>(database: IndexDatabase, table: Table<Row>, rows: readonly Row[]): number {
  const repaired = database.missingRows(table, rows)
  database.insertRows(table, repaired, 'replace')
  return repaired.length
}

/** Those that the block does not have are removed, too. */
function repairDelegations(database: IndexDatabase, { block, delegations }: DecodedBlock): number {
  const keyOf = ({ tx, item }: Pick<DelegationRow, 'tx' | 'item'>) => `${String(tx)}:${String(item)}`
  const own = new Set(delegations.map(keyOf))
  const surplus = database
    .all<Pick<DelegationRow, 'tx' | 'item'>>(
      'SELECT tx, item FROM delegation WHERE tx >= ? AND tx < ?',
      positionOf(block.number, 0),
      positionOf(block.number + 1, 0),
    )
    .filter((row) => !own.has(keyOf(row)))
  for (const { tx, item } of surplus)
    database.run('DELETE FROM delegation WHERE tx = ? AND item = ?', tx, item)
  return surplus.length + repairRows(database, DELEGATION, delegations)
}

/** Leaves an existing row unchanged, whatever its values. */
function missingContracts(
  database: IndexDatabase,
  contracts: readonly ContractRow[],
): readonly ContractRow[] {
  const known = database.all<{ address: number }>(
    ({ inNumbers }) => `SELECT address FROM contract WHERE address IN ${inNumbers}`,
    JSON.stringify(contracts.map(({ address }) => address)),
  )
  const missing = new Map(contracts.map((row) => [row.address, row]))
  for (const { address } of known) missing.delete(address)
  return [...missing.values()]
}

interface KnownTransaction {
  readonly position: number
  readonly transfers: number
  readonly succeeded: number
  readonly created: number | null
}

/** By position. */
const knownTransactions = (database: IndexDatabase, height: number): ReadonlyMap<number, KnownTransaction> =>
  new Map(
    database
      .all<KnownTransaction>(
        'SELECT position, transfers, succeeded, created FROM tx WHERE position >= ? AND position < ?',
        positionOf(height, 0),
        positionOf(height + 1, 0),
      )
      .map((row) => [row.position, row]),
  )

/** Keeps what a trace told of a transaction, unless the node says it otherwise. */
const withKnownOutcome = (row: TransactionRow, known: KnownTransaction | undefined): TransactionRow =>
  row.succeeded === OUTCOME_NOT_KNOWN && known !== undefined
    ? { ...row, succeeded: known.succeeded, created: known.created }
    : row

/** A block that was not there has its frames read once more. */
function repairHeader(database: IndexDatabase, { block }: DecodedBlock): number {
  const known = database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', block.number)
  return repairRows(database, BLOCK, [{ ...block, traced: block.traced === 1 ? 1 : (known?.traced ?? 0) }])
}

/** Tokens whose rows were lost, and their transfers and NFTs. */
function repairTransfers(store: IndexStore, decoded: DecodedBlock) {
  const { database, tokens } = store
  let restored = 0
  const rows = decoded.transfers.map((transfer) => {
    const { token, log, read } = transfer
    if (tokens.typeOf(token) === null) {
      tokens.restore(token, read.type, log)
      restored++
    }
    return transferRow(transfer, asIndexed(store, transfer), tokens.typeOf(token))
  })
  const missing = database.missingRows<TransferRow>(TRANSFER_OF_ANY_TYPE, rows)
  database.insertRows(TRANSFER, missing, 'replace')
  const nfts = database.run(
    `INSERT INTO instance (token, token_id, first_log)
       SELECT token, token_id, min(log) FROM transfer WHERE log >= ? AND log < ? AND token_id IS NOT NULL
       GROUP BY token, token_id ON CONFLICT DO NOTHING`,
    positionOf(decoded.block.number, 0),
    positionOf(decoded.block.number + 1, 0),
  )
  return { transfers: missing.length, tokens: restored, nfts }
}

/** Later transfers may have told what its token is. */
const TRANSFER_OF_ANY_TYPE = tableOf<Omit<TransferRow, 'type'>>(
  'transfer',
  ['log', 'item', 'tx', 'token', 'sender', 'receiver', 'token_id', 'value'],
  2,
)

/** The table of deposits, compared by key only: a deposit is kept only until it is known whether it mints. */
const DEPOSIT_AT_ALL = tableOf<Pick<DepositRow, 'log'>>('deposit', ['log'])

/** `changed`: in that block, or before it. */
interface BalanceSince {
  readonly token: number
  readonly token_id: Uint8Array
  readonly holder: number
  readonly changed: number
}
const BALANCE_SINCE = lookupBy<BalanceSince>(
  'balance',
  ['token', 'token_id', 'holder', 'changed'],
  (given) =>
    `token = ${given('token')} AND token_id = ${given('token_id')} AND holder = ${given('holder')} AND EXISTS (
       SELECT 1 FROM balance_history h WHERE h.balance = balance.id AND h.block <= ${given('changed')})`,
)

/**
 * The senders and receivers without a balance of that block or an earlier one, as far as the index has their balances.
 */
function missingBalances(store: IndexStore, { block, transfers }: DecodedBlock): readonly BalanceSince[] {
  const { database, tokens } = store
  const wanted = new Map<string, BalanceSince>()
  for (const transfer of transfers) {
    const { token, sender, receiver } = transfer
    const read = asIndexed(store, transfer)
    const type = tokens.typeOf(token)
    // A transfer of another kind than its token's changes no balance.
    if (read.type !== type && type !== 'ERC-404') continue
    const id = transferRow(transfer, read, type).token_id ?? NO_ID
    for (const [hash, holder] of [
      [read.from, sender],
      [read.to, receiver],
    ] as const)
      if (hash !== ZERO_ADDRESS && store.hasTransfers(token, holder))
        wanted.set(`${String(token)}:${String(holder)}:${toHex(id)}`, {
          ...{ token, token_id: id, holder, changed: block.number },
        })
  }
  return database.missingRows(BALANCE_SINCE, [...wanted.values()])
}

const NO_ID = Buffer.alloc(0)

/** Removes the rows of a block from `count` on: it has no more. */
const removeFrom = (
  { database }: IndexStore,
  table: 'tx' | 'log' | 'transfer',
  position: 'position' | 'log',
  height: number,
  count: number,
): number =>
  database.run(
    `DELETE FROM ${table} WHERE ${position} >= ? AND ${position} < ?`,
    positionOf(height, count),
    positionOf(height + 1, 0),
  )

/** Writes the frames of a block anew where they differ; gives how many differed. Only within a database transaction. */
export function repairFrames(
  store: IndexStore,
  block: TracedBlock,
  traced: readonly TransactionFrames[],
): number {
  const { database, totals } = store
  const state = database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', block.number)
  if (!state) return 0
  if (state.traced === 0) {
    writeFrames(store, block, traced)
    return 0
  }
  const range = [positionOf(block.number, 0), positionOf(block.number + 1, 0)] as const
  store.addresses.prefetch(addressesIn(traced))
  const rows = traced.flatMap((transaction, index) =>
    frameRows(store, positionInBlock(block, index), transaction),
  )
  let differing = database.missingRows(INTERNAL, rows).length
  if (state.traced === 1)
    differing += database.missingRows(
      OUTCOME,
      traced.map((transaction, index) => outcomeOf(block, transaction, index)),
    ).length
  const stored =
    database.get<{ count: number }>(
      'SELECT count(*) AS count FROM internal WHERE tx >= ? AND tx < ?',
      ...range,
    )?.count ?? 0
  differing += Math.max(0, stored - rows.length)
  if (state.traced === 1 && differing === 0) return 0
  if (state.traced === 1) totals.traced -= block.count
  if (state.traced === 2) totals.untraceable -= block.count
  database.run('UPDATE block SET traced = 0 WHERE number = ?', block.number)
  writeFrames(store, block, traced)
  return differing
}
