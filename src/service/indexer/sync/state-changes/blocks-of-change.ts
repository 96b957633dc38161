import { toHex } from '../../model/hex.ts'
import type { BlockId } from '../../node/read-at-block.ts'
import type { IndexStore } from '../../store/index-store.ts'

/** The block of a transaction; its hash is that of no block where it was undone meanwhile. */
export const blockAt = (store: IndexStore, number: number): BlockId => ({
  number,
  hash: store.hashAt(number) ?? '0x',
})

/**
 * The block whose state is the one before this block. Block 0 has no parent; its own state has what genesis allocates.
 */
export function parentOf(store: IndexStore, height: number): BlockId {
  if (height === 0) return blockAt(store, 0)
  const row = store.database.get<{ parent_hash: Uint8Array }>(
    'SELECT parent_hash FROM block WHERE number = ?',
    height,
  )
  return { number: height - 1, hash: row ? toHex(row.parent_hash) : '0x' }
}
