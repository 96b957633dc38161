import type { Priority } from '#shared/priority.ts'
import type { MoreTransactions, TracedBlock } from '../model/call-frame.ts'
import type { FramesResult } from '../node/frames/frame-reader.ts'
import { readBlocks } from '../node/read-chain.ts'
import { addFramesRepair, markUntraceable, readTracedBlock, writeFrames } from '../store/write-frames.ts'
import type { IndexStore } from '../store/index-store.ts'
import { writeMoreTransactions } from '../store/write-block.ts'
import type { Pause } from './background-loop.ts'
import type { SyncContext } from './sync-context.ts'

/** Blocks whose frames the background reads in one step: few full ones, more small ones. */
const BLOCKS_PER_STEP = 96
const TRANSACTIONS_PER_STEP = 400
/** Fewer where the node has just refused. */
const REPAIRS_PER_STEP = 4

/**
 * Background step: the frames of blocks whose repair is due, else of the newest blocks without frames. Gives whether there
 * may be more, or how long to wait where the node refuses.
 */
export async function syncNewestFrames(context: SyncContext): Promise<Pause> {
  const { store, frames } = context
  if (frames.method === 'none') return false
  const due = store.repairs.due('frames', REPAIRS_PER_STEP).map(({ subject }) => subject)
  const heights = due.length > 0 ? due : newestWithoutFrames(store)
  // The first block shows what the node supports, so that not every block has to find out.
  const isKnown = frames.method !== null || (store.filter !== null && frames.tracesBlocks === false)
  const requested = isKnown ? heights : heights.slice(0, 1)
  const given = await syncFrames(context, requested, 'background')
  const wait = store.database.isOpen ? store.repairs.waitMs(['frames']) : null
  if (requested.length > 0 && given > 0) return true
  return wait ?? heights.length > 0
}

function newestWithoutFrames({ database, repairs }: IndexStore): number[] {
  const newest = database.all<{ number: number; transactions: number }>(
    `SELECT number, transactions FROM block WHERE traced = 0 AND ${repairs.isNotIn('frames', 'number')} ORDER BY number DESC LIMIT ?`,
    BLOCKS_PER_STEP,
  )
  let transactions = 0
  return newest
    .filter((block, index) => {
      transactions += block.transactions
      return index === 0 || transactions <= TRANSACTIONS_PER_STEP
    })
    .map(({ number }) => number)
}

/** Reads the frames of these blocks with priority, because a page needs them. */
export async function syncFramesNow(context: SyncContext, heights: readonly number[]): Promise<void> {
  await syncFrames(context, heights, 'visible')
}

/** Gives how many of the blocks the node did not refuse. */
async function syncFrames(
  context: SyncContext,
  heights: readonly number[],
  priority: Priority,
): Promise<number> {
  const { store, frames } = context
  const blocks = heights.map((height) => readTracedBlock(store, height)).filter((block) => block !== null)
  const results = await frames.readMany(blocks, { priority })
  for (const [index, block] of blocks.entries()) {
    const result = results[index]
    if (typeof result === 'object' && 'more' in result && !(await keepMore(context, block, result)))
      results[index] = 'refused'
  }
  if (blocks.length === 0 || !store.database.isOpen) return 0
  store.write(() => {
    if (store.filter !== null && frames.tracesBlocks === false && results.some(Array.isArray))
      store.setTracesOfKept()
    blocks.forEach((block, index) => {
      writeResult(store, block, results[index] ?? 'refused')
    })
    // Asked again after a restart, when `traced` is still 0.
    if (frames.method === 'none') store.repairs.removeAll('frames')
  })
  return results.filter((result) => result !== 'refused').length
}

function writeResult(store: IndexStore, block: TracedBlock, result: FramesResult) {
  if (result === 'unavailable') markUntraceable(store, block)
  else if (result === 'refused') addFramesRepair(store, block)
  // With more transactions, the block's frames are read once more.
  else if (result !== 'unsupported' && !('more' in result)) writeFrames(store, block, result)
}

/** Writes transactions whose calls name an address that the index is kept for. False where the node gives another block. */
export async function keepMore(
  context: SyncContext,
  { number, hash }: TracedBlock,
  { more }: MoreTransactions,
): Promise<boolean> {
  const { connection, receipts, nodes, store } = context
  const [block] = await (nodes ? nodes.read([number]) : readBlocks(connection, receipts, [number]))
  if (!store.database.isOpen || block?.hash !== hash || store.hashAt(number) !== hash) return false
  store.write(() => {
    writeMoreTransactions(store, block, more)
  })
  return true
}
