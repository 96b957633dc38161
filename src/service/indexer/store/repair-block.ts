/**
 * Repairs the rows of one block in place. What a block adds to balances and counts was added when it was written, so that
 * only rows are written that are missing or differ.
 */
import type { TokenTransfer } from '#shared/chain/token-events.ts'
import type { TracedBlock, TransactionFrames } from '../model/call-frame.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import type { RepairedRows } from '../model/verify-report.ts'
import { encodeHexAmount } from './amounts.ts'
import { asIndexed } from './as-indexed.ts'
import type { IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'
import { repairRow } from './rows.ts'
import {
  HEADER,
  headerValues,
  hasTransaction,
  holdDeposit,
  INSTANCE,
  isPlain,
  keepsWithdrawal,
  LOG,
  logValues,
  newRanges,
  readLogs,
  TRANSFER,
  transactionsAt,
  WITHDRAWAL,
  withdrawalValues,
  writeContract,
} from './write-block.ts'
import { OUTCOME_NOT_KNOWN, TRANSACTION, transactionValues } from './transaction-values.ts'
import type { TransactionAt } from './transaction-values.ts'
import { INTERNAL, frameRows, OUTCOME, outcomeValues, positionInBlock, writeFrames } from './write-frames.ts'

export type BlockRows = Pick<
  RepairedRows,
  'blocks' | 'transactions' | 'logs' | 'transfers' | 'withdrawals' | 'tokens' | 'contracts' | 'nfts'
>

/**
 * Gives how many rows were written. Adds to `tokensToAddUp` the tokens of which somebody who takes part has no balance.
 * Null where the block was written with other transfers than its logs have: balances and counts lack them, so that the
 * chain must be indexed again from this block. Only within a database transaction.
 */
export function repairBlock(
  store: IndexStore,
  block: ChainBlock,
  tokensToAddUp: Set<number>,
): BlockRows | null {
  const { database, addresses } = store
  const rows = {
    blocks: 0,
    transactions: 0,
    logs: 0,
    transfers: 0,
    withdrawals: 0,
    tokens: 0,
    contracts: 0,
    nfts: 0,
  }
  const kept = keptTransactions(store, block)
  const read = readAll(store, kept)
  if (isReadOtherwise(store, kept, read)) return null
  rows.blocks += repairHeader(store, block)
  kept.forEach((place, nth) => {
    const { transaction, index, firstLog } = place
    const position = positionOf(block.number, index)
    let transfers = 0
    transaction.logs.forEach((each, offset) => {
      const at = positionOf(block.number, firstLog + offset)
      rows.logs += repairRow(database, LOG, logValues(store, each, at))
      const { moved = [], unproven = null } = read[nth]?.[offset] ?? {}
      const emitter = addresses.idOf(each.address)
      repairTransfers(store, moved, { log: at, tx: position, emitter }, rows)
      if (!moved.every((transfer) => hasBalances(store, emitter, transfer, block.number)))
        tokensToAddUp.add(emitter)
      if (unproven && !isHeld(store, at)) holdDeposit(store, emitter, unproven, { log: at, tx: position })
      transfers += moved.length
    })
    const values = transactionValues(store, withKnownOutcome(store, place), transfers)
    rows.transactions += repairRow(database, TRANSACTION, values)
    if (transaction.created !== null && transaction.succeeded) {
      const created = addresses.idOf(transaction.created)
      if (!hasContract(store, created)) {
        writeContract(store, created, addresses.idOf(transaction.from), position)
        rows.contracts++
      }
    }
  })
  const logs = block.transactions.reduce((sum, transaction) => sum + transaction.logs.length, 0)
  block.withdrawals.forEach((withdrawal, index) => {
    if (keepsWithdrawal(store, withdrawal))
      rows.withdrawals += repairRow(database, WITHDRAWAL, withdrawalValues(store, block, withdrawal, index))
  })
  rows.transactions += removeFrom(store, 'tx', 'position', block.number, block.transactions.length)
  rows.logs += removeFrom(store, 'log', 'position', block.number, logs)
  rows.transfers += removeFrom(store, 'transfer', 'log', block.number, logs)
  const changed = Object.values(rows).some((count) => count > 0)
  if (changed) {
    database.run(
      'DELETE FROM state_change WHERE tx >= ? AND tx < ?',
      positionOf(block.number, 0),
      positionOf(block.number + 1, 0),
    )
  }
  return rows
}

/** What a trace told of a transaction stays, where the node does not say it otherwise. */
function withKnownOutcome(store: IndexStore, place: TransactionAt): TransactionAt {
  const { block, transaction, index } = place
  if (transaction.succeeded !== null) return place
  const row = store.database.get<{ succeeded: number; created: number | null }>(
    'SELECT succeeded, created FROM tx WHERE position = ?',
    positionOf(block.number, index),
  )
  if (!row || row.succeeded === OUTCOME_NOT_KNOWN) return place
  const created = row.created === null ? null : store.addresses.hashOf(row.created)
  return { ...place, transaction: { ...transaction, succeeded: row.succeeded === 1, created } }
}

type ReadLogs = ReturnType<typeof readLogs>

/** The transactions of a block that belong into the index. In call frames only, those that are there already are named. */
export const keptTransactions = (store: IndexStore, block: ChainBlock): TransactionAt[] =>
  transactionsAt(block).filter(
    ({ transaction, index }) =>
      (store.filter?.isNamedIn(transaction) ?? true) ||
      hasTransaction(store, positionOf(block.number, index)),
  )

function readAll(store: IndexStore, kept: readonly TransactionAt[]): readonly ReadLogs[] {
  const ranges = newRanges()
  return kept.map(({ transaction }) => readLogs(store, transaction.logs, ranges))
}

/** Whether one of the transactions was written with another number of transfers than its logs have. */
function isReadOtherwise(
  { database }: IndexStore,
  kept: readonly TransactionAt[],
  read: readonly ReadLogs[],
): boolean {
  return kept.some(({ block, index }, nth) => {
    const known = database.get<{ transfers: number }>(
      'SELECT transfers FROM tx WHERE position = ?',
      positionOf(block.number, index),
    )
    const transfers = read[nth]?.reduce((sum, { moved }) => sum + moved.length, 0) ?? 0
    return known !== undefined && known.transfers !== transfers
  })
}

const isHeld = ({ database }: IndexStore, log: number): boolean =>
  database.get('SELECT 1 FROM deposit WHERE log = ?', log) !== undefined

/** A block that was not there has its frames read once more. */
function repairHeader(store: IndexStore, block: ChainBlock): 0 | 1 {
  const { database } = store
  const known = database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', block.number)
  return repairRow(database, HEADER, headerValues(store, block, isPlain(block) ? 1 : (known?.traced ?? 0)))
}

const hasContract = ({ database }: IndexStore, address: number): boolean =>
  database.get('SELECT 1 FROM contract WHERE address = ?', address) !== undefined

function repairTransfers(
  store: IndexStore,
  transfers: readonly TokenTransfer[],
  at: { readonly log: number; readonly tx: number; readonly emitter: number },
  rows: { transfers: number; tokens: number; nfts: number },
) {
  const { database, addresses, tokens } = store
  const { emitter } = at
  transfers.forEach((read, item) => {
    if (tokens.typeOf(emitter) === null) {
      tokens.restore(emitter, read.type, at.log)
      rows.tokens++
    }
    const transfer = asIndexed(store, emitter, read)
    const sender = addresses.idOf(transfer.from)
    const receiver = addresses.idOf(transfer.to)
    const [tokenId, value] = [optionalAmount(transfer.tokenId), optionalAmount(transfer.value)]
    const found = database.get(
      `SELECT 1 FROM transfer WHERE log = ? AND item = ? AND tx = ? AND token = ? AND sender = ? AND receiver = ?
         AND token_id IS NOT DISTINCT FROM ? AND value IS NOT DISTINCT FROM ?`,
      at.log,
      item,
      at.tx,
      emitter,
      sender,
      receiver,
      tokenId,
      value,
    )
    if (found === undefined) {
      const type = tokens.typeOf(emitter) === 'ERC-404' ? 'ERC-404' : transfer.type
      database.run(TRANSFER.put, at.log, item, at.tx, emitter, type, sender, receiver, tokenId, value)
      rows.transfers++
    }
    if (tokenId !== null) rows.nfts += database.run(INSTANCE, emitter, tokenId, at.log)
  })
}

/** Whether sender and receiver have a balance since that block at the latest, as far as the index has balances of them. */
function hasBalances(store: IndexStore, token: number, read: TokenTransfer, height: number): boolean {
  const { database, addresses, tokens } = store
  const transfer = asIndexed(store, token, read)
  const type = tokens.typeOf(token)
  // A transfer of another kind than its token's changes no balance.
  if (transfer.type !== type && type !== 'ERC-404') return true
  return [transfer.from, transfer.to].every(
    (party) =>
      party === ZERO_ADDRESS ||
      !store.hasTransfers(token, addresses.idOf(party)) ||
      database.get(
        `SELECT 1 FROM balance b JOIN balance_history h ON h.balance = b.id AND h.block <= ?
         WHERE b.token = ? AND b.token_id = ? AND b.holder = ? LIMIT 1`,
        height,
        token,
        optionalAmount(transfer.tokenId) ?? NO_ID,
        addresses.idOf(party),
      ) !== undefined,
  )
}

const NO_ID = Buffer.alloc(0)
const optionalAmount = (hex: TokenTransfer['value']) => (hex === null ? null : encodeHexAmount(hex))

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
  let [expected, differing] = [0, 0]
  traced.forEach((transaction, index) => {
    const rows = frameRows(store, positionInBlock(block, index), transaction)
    expected += rows.length
    differing += rows.filter((values) => database.get(INTERNAL.find, ...values) === undefined).length
    const outcome = outcomeValues(block, transaction, index)
    if (state.traced === 1 && database.get(OUTCOME, ...outcome) === undefined) differing++
  })
  const held =
    database.get<{ count: number }>(
      'SELECT count(*) AS count FROM internal WHERE tx >= ? AND tx < ?',
      ...range,
    )?.count ?? 0
  differing += Math.max(0, held - expected)
  if (state.traced === 1 && differing === 0) return 0
  if (state.traced === 1) totals.traced -= block.count
  if (state.traced === 2) totals.untraceable -= block.count
  database.run('UPDATE block SET traced = 0 WHERE number = ?', block.number)
  writeFrames(store, block, traced)
  return differing
}
