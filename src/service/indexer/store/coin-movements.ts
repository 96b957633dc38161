import { coinFactsOf } from '#shared/coin-facts.ts'
import type { SqlDialect } from '#platform/sql-dialect.ts'
import { movesCoins, revertedFrames, type FrameType } from '../model/call-frame.ts'
import { decodeAmount, digitsToAmount } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { heightOf, positionOf } from './positions.ts'
import { isPositive } from './schema.ts'

interface TransactionRow {
  readonly position: number
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  /** Digits, see amounts.ts. */
  readonly value: string
  readonly fee: string
  readonly fee_token: number | null
  /** Empty where nothing was made. */
  readonly minted: string | null
  readonly succeeded: number
}

interface FrameRow {
  readonly tx: number
  readonly depth: number
  readonly type: FrameType
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: string
  readonly error: string | null
}

/** Selects the transactions at some positions, and their call frames in order. */
const selectTransactions = (positions: string) =>
  `SELECT position, sender, receiver, created, hex(value) AS value, hex(fee) AS fee, fee_token, nullif(hex(minted), '') AS minted, succeeded FROM tx WHERE position IN (${positions})
   ORDER BY position`
const selectFrames = (positions: string) =>
  `SELECT tx, depth, type, sender, receiver, created, hex(value) AS value, error FROM internal
   WHERE tx IN (${positions}) AND depth > 0 ORDER BY tx, position`

/** How one transaction changed the coin balance of each address (by id), from its value, fee and call frames. In wei. */
export function coinMovements(store: IndexStore, position: number): ReadonlyMap<number, bigint> {
  const { database } = store
  const transaction = database.get<TransactionRow>(selectTransactions('?'), position)
  if (!transaction) return new Map()
  const changes = movementsBesidesTip(transaction, database.all<FrameRow>(selectFrames('?'), position))
  const row = database.get<{
    miner: number
    base_fee: Uint8Array | null
    gas_price: Uint8Array
    gas_used: string
    fee_token: number | null
  }>(
    `SELECT miner, base_fee, gas_price, CAST(tx.gas_used AS TEXT) AS gas_used, fee_token
     FROM tx JOIN block b ON b.number = ? WHERE position = ?`,
    heightOf(position),
    position,
  )
  if (row?.fee_token !== null) return changes
  // The fee for blobs is in what the sender pays, and burnt like the base fee.
  const tip = decodeAmount(row.gas_price) - (row.base_fee ? decodeAmount(row.base_fee) : 0n)
  changes.set(row.miner, (changes.get(row.miner) ?? 0n) + tip * BigInt(row.gas_used))
  return changes
}

/** Without what the transaction pays to the block's miner. */
function movementsBesidesTip(transaction: TransactionRow, frames: readonly FrameRow[]): Map<number, bigint> {
  const changes = new Map<number, bigint>()
  const add = (address: number | null, amount: bigint) => {
    if (address !== null) changes.set(address, (changes.get(address) ?? 0n) + amount)
  }
  if (transaction.minted) add(transaction.sender, digitsToAmount(transaction.minted))
  if (transaction.fee_token === null) add(transaction.sender, -digitsToAmount(transaction.fee))
  if (transaction.succeeded !== 1) return changes
  const value = digitsToAmount(transaction.value)
  add(transaction.sender, -value)
  add(transaction.receiver ?? transaction.created, value)
  const reverted = revertedFrames(frames)
  const made = new Set([transaction.created])
  // Amounts that a contract received after it was destroyed: if it was made in the same transaction, it ends with
  // nothing (EIP-6780).
  const late = new Map<number, bigint>()
  const move = (address: number | null, amount: bigint) => {
    add(address, amount)
    const known = address === null ? undefined : late.get(address)
    if (address !== null && known !== undefined) late.set(address, known + amount)
  }
  frames.forEach((frame, index) => {
    const { type, sender, created } = frame
    if (reverted[index] || !movesCoins(type)) return
    if (created !== null) made.add(created)
    // A callcode runs other code at the sender's own address: no coins move.
    if (type === 'callcode') return
    const receiver = frame.receiver ?? created
    const amount = digitsToAmount(frame.value)
    const isBurnt = type === 'selfdestruct' && made.has(sender) && receiver === sender
    move(sender, -amount)
    if (!isBurnt) move(receiver, amount)
    if (type === 'selfdestruct' && made.has(sender)) late.set(sender, 0n)
  })
  for (const [address, amount] of late) add(address, -amount)
  return changes
}

export interface CoinChangeOfBlock {
  /** In wei; withdrawals and tips are in it. */
  change: bigint
  /** Positions of the transactions that had a part in it. */
  readonly transactions: number[]
}

/** Positions, from one on and before another, of the transactions in which an address may have paid or been paid. */
const positionsOfAddress = (dialect: SqlDialect) => {
  const paying = isPositive(dialect)
  return [
    ['position', 'tx WHERE sender = ?1'],
    ['position', `tx WHERE receiver = ?1 AND ${paying}`],
    ['position', `tx WHERE created = ?1 AND ${paying}`],
    ['tx', `internal WHERE sender = ?1 AND ${paying}`],
    ['tx', `internal WHERE receiver = ?1 AND ${paying}`],
    ['tx', `internal WHERE created = ?1 AND ${paying}`],
  ]
    .map(([column = '', rows = '']) => `SELECT ${column} FROM ${rows} AND ${column} >= ?2 AND ${column} < ?3`)
    .join(' UNION ')
}

/**
 * How the blocks from `first` to `last` changed the coin balance of one address, by their heights, as far as their call
 * frames are in the index.
 */
export function coinChangesOfBlocks(
  store: IndexStore,
  address: number,
  first: number,
  last: number,
): ReadonlyMap<number, CoinChangeOfBlock> {
  const { database } = store
  const changes = new Map<number, CoinChangeOfBlock>()
  const add = (height: number, amount: bigint, transaction?: number) => {
    const known = changes.get(height)
    const change = known ?? { change: 0n, transactions: [] }
    if (!known) changes.set(height, change)
    change.change += amount
    if (transaction !== undefined) change.transactions.push(transaction)
  }
  const part = [address, positionOf(first, 0), positionOf(last + 1, 0)]
  const transactions = database.all<TransactionRow>(
    (dialect) => selectTransactions(positionsOfAddress(dialect)),
    ...part,
  )
  const frames = Map.groupBy(
    database.all<FrameRow>((dialect) => selectFrames(positionsOfAddress(dialect)), ...part),
    ({ tx }) => tx,
  )
  for (const transaction of transactions) {
    const moved = movementsBesidesTip(transaction, frames.get(transaction.position) ?? []).get(address) ?? 0n
    if (moved !== 0n) add(heightOf(transaction.position), moved, transaction.position)
  }
  const { withdrawals: paidInToken } = coinFactsOf(store.chainId ?? undefined)
  const withdrawals = database.all<{ block: number; amount: string }>(
    'SELECT block, hex(amount) AS amount FROM withdrawal WHERE receiver = ? AND block >= ? AND block <= ?',
    address,
    first,
    last,
  )
  if (!paidInToken) for (const { block, amount } of withdrawals) add(block, digitsToAmount(amount))
  // The fees that all transactions of a block paid to its miner.
  const mined = database.all<{ number: number; fees: string; base_fee: string; gas_used: string }>(
    `SELECT number, hex(fees) AS fees, coalesce(hex(base_fee), '') AS base_fee, CAST(gas_used AS TEXT) AS gas_used
     FROM block WHERE miner = ? AND transactions > 0 AND number >= ? AND number <= ?`,
    address,
    first,
    last,
  )
  for (const block of mined)
    add(block.number, digitsToAmount(block.fees) - digitsToAmount(block.base_fee) * BigInt(block.gas_used))
  return changes
}
