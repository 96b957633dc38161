import { movesCoins, revertedFrames } from '../../model/call-frame.ts'
import type { FrameType } from '../../model/call-frame.ts'
import { decodeAmount } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf } from '../../store/positions.ts'

interface TransactionRow {
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Uint8Array
  readonly fee: Uint8Array
  readonly gas_price: Uint8Array
  readonly gas_used: string
  readonly succeeded: number
}

/** How one transaction changed the coin balance of each address (by id), from its value, fee and call frames. In wei. */
export function coinMovements(store: IndexStore, position: number): ReadonlyMap<number, bigint> {
  const changes = new Map<number, bigint>()
  const add = (address: number | null, amount: bigint) => {
    if (address !== null) changes.set(address, (changes.get(address) ?? 0n) + amount)
  }
  const transaction = store.database.get<TransactionRow>(
    'SELECT sender, receiver, created, value, fee, gas_price, CAST(gas_used AS TEXT) AS gas_used, succeeded FROM tx WHERE position = ?',
    position,
  )
  const block = store.database.get<{ miner: number; base_fee: Uint8Array | null }>(
    'SELECT miner, base_fee FROM block WHERE number = ?',
    heightOf(position),
  )
  if (!transaction || !block) return changes
  // The fee for blobs is in what the sender pays, and burnt like the base fee.
  const tip = decodeAmount(transaction.gas_price) - (block.base_fee ? decodeAmount(block.base_fee) : 0n)
  add(transaction.sender, -decodeAmount(transaction.fee))
  add(block.miner, tip * BigInt(transaction.gas_used))
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
