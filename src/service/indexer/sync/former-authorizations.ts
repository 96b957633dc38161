/** Reads the authorizations (EIP-7702) of blocks that a version wrote which did not keep them. */
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { readBlocks } from '../node/read-chain.ts'
import type { IndexStore } from '../store/index-store.ts'
import { heightOf, positionOf } from '../store/positions.ts'
import { repairBlock } from '../store/repair-block.ts'
import { undoInParts } from '../store/undo-blocks.ts'
import type { Pause } from './background-loop.ts'
import type { SyncContext } from './sync-context.ts'

/** Blocks whose transactions are looked through in one step, and the most that are read. */
const [BLOCKS_PER_STEP, READ_PER_STEP] = [1_000, 8]
/** Enough that most often as many blocks are found as are read. */
const MAX_FOUND = 200
/** The node refuses, or is on another branch. */
const RETRY_MS = 60_000

/**
 * Background step, from the newest of those blocks down to the first with such a transaction: `authorizations_since`, which
 * lists tell, goes down along, so that it goes on after a restart.
 */
export async function readFormerAuthorizations({ store, connection, receipts }: SyncContext): Promise<Pause> {
  const { database } = store
  const since = Number(database.meta('authorizations_since') ?? 0)
  const end = Number(database.meta('authorizations_from') ?? 0)
  if (since <= end) return false
  const first = Math.max(end, since - BLOCKS_PER_STEP)
  const { heights, isAll } = newestWithAuthorizations(store, first, since)
  const blocks = heights.length === 0 ? [] : await readGiven(() => readBlocks(connection, receipts, heights))
  if (!database.isOpen) return false
  if (blocks.length < heights.length) return RETRY_MS
  for (const block of blocks) {
    if (store.hashAt(block.number) !== block.hash) return RETRY_MS
    const isRepaired = store.write(() => {
      if (repairBlock(store, block, new Set()) === null) return false
      goDownTo(store, block.number, end)
      return true
    })
    if (!isRepaired) {
      await undoInParts(store, block.number - 1)
      return true
    }
  }
  if (isAll)
    store.write(() => {
      goDownTo(store, first, end)
    })
  return true
}

function newestWithAuthorizations({ database }: IndexStore, first: number, since: number) {
  const found = database.all<{ position: number }>(
    'SELECT position FROM tx WHERE type = 4 AND position >= ? AND position < ? ORDER BY position DESC LIMIT ?',
    positionOf(first, 0),
    positionOf(since, 0),
    MAX_FOUND,
  )
  const heights = [...new Set(found.map(({ position }) => heightOf(position)))]
  return {
    heights: heights.slice(0, READ_PER_STEP),
    isAll: found.length < MAX_FOUND && heights.length <= READ_PER_STEP,
  }
}

/** Nothing where the node refuses it. */
async function readGiven<Block>(read: () => Promise<readonly Block[]>): Promise<readonly Block[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NodeFailure && error.kind === 'refused') return []
    throw error
  }
}

function goDownTo({ database }: IndexStore, height: number, end: number) {
  const isDone = height <= end
  database.setMeta('authorizations_since', isDone ? null : String(height))
  if (isDone) database.setMeta('authorizations_from', null)
}
