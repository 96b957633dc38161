import { movesCoins, revertedFrames } from '../model/call-frame.ts'
import type { FrameType } from '../model/call-frame.ts'
import { decodeAmount } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { heightOf, positionOf } from './positions.ts'
import { HELD } from './schema.ts'

interface TransactionRow {
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Uint8Array
  readonly fee: Uint8Array
  readonly succeeded: number
}

/** How one transaction changed the coin balance of each address (by id), from its value, fee and call frames. In wei. */
export function coinMovements(store: IndexStore, position: number): ReadonlyMap<number, bigint> {
  const changes = movementsBesidesTip(store, position)
  const row = store.database.get<{
    miner: number
    base_fee: Uint8Array | null
    gas_price: Uint8Array
    gas_used: string
  }>(
    `SELECT miner, base_fee, gas_price, CAST(tx.gas_used AS TEXT) AS gas_used
     FROM tx JOIN block b ON b.number = ? WHERE position = ?`,
    heightOf(position),
    position,
  )
  if (!row) return changes
  // The fee for blobs is in what the sender pays, and burnt like the base fee.
  const tip = decodeAmount(row.gas_price) - (row.base_fee ? decodeAmount(row.base_fee) : 0n)
  changes.set(row.miner, (changes.get(row.miner) ?? 0n) + tip * BigInt(row.gas_used))
  return changes
}

/** Without what the transaction pays to the block's miner. */
function movementsBesidesTip(store: IndexStore, position: number): Map<number, bigint> {
  const changes = new Map<number, bigint>()
  const add = (address: number | null, amount: bigint) => {
    if (address !== null) changes.set(address, (changes.get(address) ?? 0n) + amount)
  }
  const transaction = store.database.get<TransactionRow>(
    'SELECT sender, receiver, created, value, fee, succeeded FROM tx WHERE position = ?',
    position,
  )
  if (!transaction) return changes
  add(transaction.sender, -decodeAmount(transaction.fee))
  if (!transaction.succeeded) return changes
  const value = decodeAmount(transaction.value)
  add(transaction.sender, -value)
  add(transaction.receiver ?? transaction.created, value)
  const frames = store.database
    .all<{
      depth: number
      type: FrameType
      sender: number
      receiver: number | null
      created: number | null
      value: Uint8Array
      error: string | null
    }>(
      'SELECT depth, type, sender, receiver, created, value, error FROM internal WHERE tx = ? ORDER BY position',
      position,
    )
    .filter((frame) => frame.depth > 0)
  const reverted = revertedFrames(frames)
  frames.forEach((frame, index) => {
    if (reverted[index] || !movesCoins(frame.type)) return
    // A callcode runs other code at the sender's own address: no coins move.
    if (frame.type === 'callcode') return
    add(frame.sender, -decodeAmount(frame.value))
    add(frame.receiver ?? frame.created, decodeAmount(frame.value))
  })
  return changes
}

export interface CoinChangeOfBlock {
  /** In wei; withdrawals and tips are in it. */
  readonly change: bigint
  /** Positions of the transactions that had a part in it. */
  readonly transactions: readonly number[]
}

/** How one block changed the coin balance of one address, as far as its call frames are in the index. */
export function coinChangeOfBlock(store: IndexStore, address: number, height: number): CoinChangeOfBlock {
  const { database } = store
  const [first, end] = [positionOf(height, 0), positionOf(height + 1, 0)]
  const positions = database.all<{ position: number }>(
    `SELECT position FROM tx WHERE sender = ?1 AND position >= ?2 AND position < ?3
     UNION SELECT position FROM tx WHERE receiver = ?1 AND position >= ?2 AND position < ?3
     UNION SELECT position FROM tx WHERE created = ?1 AND position >= ?2 AND position < ?3
     UNION SELECT tx FROM internal WHERE sender = ?1 AND ${HELD} AND tx >= ?2 AND tx < ?3
     UNION SELECT tx FROM internal WHERE receiver = ?1 AND ${HELD} AND tx >= ?2 AND tx < ?3
     UNION SELECT tx FROM internal WHERE created = ?1 AND ${HELD} AND tx >= ?2 AND tx < ?3`,
    address,
    first,
    end,
  )
  const moved = positions
    .map(({ position }) => ({ position, change: movementsBesidesTip(store, position).get(address) ?? 0n }))
    .filter(({ change }) => change !== 0n)
  const withdrawn = database.all<{ amount: Uint8Array }>(
    'SELECT amount FROM withdrawal WHERE block = ? AND receiver = ?',
    height,
    address,
  )
  const parts = [
    ...moved.map(({ change }) => change),
    ...withdrawn.map(({ amount }) => decodeAmount(amount)),
    tipsTo(store, address, height),
  ]
  return {
    change: parts.reduce((sum, part) => sum + part, 0n),
    transactions: moved.map(({ position }) => position),
  }
}

/** What all transactions of a block paid to its miner, if that is this address. */
function tipsTo({ database }: IndexStore, address: number, height: number): bigint {
  const block = database.get<{ fees: Uint8Array; base_fee: Uint8Array | null; gas_used: string }>(
    'SELECT fees, base_fee, CAST(gas_used AS TEXT) AS gas_used FROM block WHERE number = ? AND miner = ?',
    height,
    address,
  )
  if (!block) return 0n
  const burnt = block.base_fee ? decodeAmount(block.base_fee) * BigInt(block.gas_used) : 0n
  return decodeAmount(block.fees) - burnt
}
