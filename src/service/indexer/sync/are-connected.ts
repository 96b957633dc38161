import type { ChainBlock } from '../model/chain-block.ts'

/** Whether each block's parent is the block before it; that of the first one has the hash `previous`, where it is given. */
export function areConnected(blocks: readonly ChainBlock[], previous?: string): boolean {
  let hash = previous
  for (const block of blocks) {
    if (hash !== undefined && block.parentHash !== hash) return false
    hash = block.hash
  }
  return true
}
