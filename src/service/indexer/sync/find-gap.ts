import type { ChainBlock } from '../model/chain-block.ts'

/**
 * The first of the blocks that does not follow the one before, the first one the block with the hash `previous`, where it is
 * given; null where all do.
 */
export function findGap(
  blocks: readonly ChainBlock[],
  previous?: string,
): { readonly index: number; readonly words: string } | null {
  let hash = previous
  for (const [index, block] of blocks.entries()) {
    if (hash !== undefined && block.parentHash !== hash) {
      const words = `block ${String(block.number)} (${block.hash}) follows ${block.parentHash}, but block ${String(block.number - 1)} is ${hash}`
      return { index, words }
    }
    hash = block.hash
  }
  return null
}
