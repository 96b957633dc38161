import { undoneBelow } from '../../node/frames/self-destruct-values.ts'
import { movesCoins } from '../../model/call-frame.ts'
import type { FrameType } from '../../model/call-frame.ts'
import { amountValue } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf } from '../../store/positions.ts'

interface Paying {
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Uint8Array
  readonly fee: Uint8Array
  readonly gas_used: number
  readonly succeeded: number
}

/** What a transaction added to and took from each address (by number), from its value, fee and call frames. */
export function coinMoves(store: IndexStore, place: number): ReadonlyMap<number, bigint> {
  const moves = new Map<number, bigint>()
  const add = (address: number | null, amount: bigint) => {
    if (address !== null) moves.set(address, (moves.get(address) ?? 0n) + amount)
  }
  const transaction = store.database.get<Paying>(
    'SELECT sender, receiver, created, value, fee, gas_used, succeeded FROM tx WHERE place = ?',
    place,
  )
  const block = store.database.get<{ miner: number; base_fee: Uint8Array | null }>(
    'SELECT miner, base_fee FROM block WHERE number = ?',
    heightOf(place),
  )
  if (!transaction || !block) return moves
  const fee = amountValue(transaction.fee)
  const burnt = block.base_fee ? amountValue(block.base_fee) * BigInt(transaction.gas_used) : 0n
  add(transaction.sender, -fee)
  add(block.miner, fee - burnt)
  if (!transaction.succeeded) return moves
  const value = amountValue(transaction.value)
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
      place,
    )
    .filter((frame) => frame.depth > 0)
  const undone = undoneBelow(frames)
  frames.forEach((frame, index) => {
    if (undone[index] || !movesCoins(frame.type)) return
    // A call with another's code pays itself: nothing moves.
    if (frame.type === 'callcode') return
    add(frame.sender, -amountValue(frame.value))
    add(frame.receiver ?? frame.created, amountValue(frame.value))
  })
  return moves
}
