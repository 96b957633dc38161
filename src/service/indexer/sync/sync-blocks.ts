import type { ChainBlock } from '../model/chain-block.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import type { BlockHead } from '../node/read-block.ts'
import { HEAD_POLL, readHeadAt } from '../node/read-chain.ts'
import { writeBlocks } from '../store/write-block.ts'
import { handleReorg, type Reorg } from './handle-reorg.ts'
import { BlockReadAhead } from './read-ahead.ts'
import type { SyncContext } from './sync-context.ts'

export interface BlockSyncEvents {
  /** Checked between two writes: false ends the work. */
  shouldContinue(): boolean
  /** The height of the node's newest block is known. */
  onTarget(height: number): void
  /** Complete blocks were written to the index. */
  onBlocks(blocks: readonly ChainBlock[]): void
  onReorg(reorg: Reorg): void
}

/** The chain may move once or twice while it is read; a node that moves it more often gives no consistent blocks. */
const MAX_ATTEMPTS = 5

/** Reads blocks with receipts and logs that the index does not have, until its newest block is the node's. */
export async function syncBlocks(context: SyncContext, events: BlockSyncEvents): Promise<void> {
  let attempts = 0
  let gap: string | null = null
  while (events.shouldContinue()) {
    const before = context.store.head()?.hash
    if (attempts > MAX_ATTEMPTS) {
      if (!context.nodes?.replaceLead())
        throw new NodeFailure('garbage', gap ?? 'the node gives blocks that do not follow each other')
      attempts = 0
    }
    const head = await (context.nodes
      ? context.nodes.head()
      : readHeadAt(context.connection, 'latest', HEAD_POLL))
    if (!head) return
    events.onTarget(head.number)
    const own = context.store.head()
    // The chain has not reached the first block to be indexed.
    if (!own && head.number < context.identity.oldest) return
    if (own && head.number <= own.number) {
      if (head.hash === own.hash) return
      if (!(await undoIfReorged(context, head, events))) return
    } else {
      gap = await readForward(context, own, head, events)
      if (gap !== null && events.shouldContinue()) await undoIfReorged(context, head, events)
    }
    attempts = context.store.head()?.hash === before ? attempts + 1 : 0
  }
}

async function undoIfReorged(
  context: SyncContext,
  head: BlockHead,
  events: BlockSyncEvents,
): Promise<boolean> {
  const reorg = await handleReorg(context, head)
  if (reorg) {
    context.backfill?.clear()
    events.onReorg(reorg)
  }
  return reorg !== null
}

/** Reads and writes blocks up to `head`. Gives why there is no next block to write: the chain has moved, most often. */
async function readForward(
  context: SyncContext,
  own: { number: number; hash: string } | null,
  head: BlockHead,
  events: BlockSyncEvents,
): Promise<string | null> {
  const first = own ? own.number + 1 : context.identity.oldest
  const ahead =
    context.backfill?.read(context, first, head.number, () => events.shouldContinue()) ??
    new BlockReadAhead(context, first, head.number)
  let last = own
  for (let read = await ahead.next(); read; read = await ahead.next()) {
    const { requested } = read
    const gap = findGap(read.blocks, last?.hash)
    if (!events.shouldContinue()) return null
    const blocks = gap === null ? read.blocks : read.blocks.slice(0, gap.index)
    if (gap === null || blocks.length > 0) {
      context.store.write(() => {
        writeBlocks(context.store, blocks)
        if (gap === null) read.onWritten?.()
      })
      events.onBlocks(blocks)
      last = blocks.at(-1) ?? last
    }
    if (gap !== null) return gap.words
    // The node has fewer blocks than its head says: the chain is shorter now.
    if (blocks.length < requested) {
      const missing = last === null ? first : last.number + 1
      return `the node has no block ${String(missing)}, and says that block ${String(head.number)} is its newest`
    }
  }
  return null
}

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
