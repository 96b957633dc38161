import type { Priority } from '#shared/priority.ts'
import type { TracedBlock } from '../model/call-frame.ts'
import type { FramesResult } from '../node/frames/frame-reader.ts'
import { markUntraceable, readTracedBlock, writeFrames } from '../store/write-frames.ts'
import type { SyncContext } from './sync-context.ts'

/** Blocks whose frames the background reads in one step. */
const BLOCKS_PER_STEP = 4

/** Background step: reads the frames of the newest blocks without frames. False where there are no such blocks. */
export async function syncNewestFrames(context: SyncContext): Promise<boolean> {
  const { store, frames } = context
  if (frames.method === 'none') return false
  const heights = store.database
    .all<{ number: number }>(
      'SELECT number FROM block WHERE traced = 0 ORDER BY number DESC LIMIT ?',
      BLOCKS_PER_STEP,
    )
    .map((row) => row.number)
  // The first block shows what the node supports, so that not every block has to find out.
  await syncFrames(context, frames.method === null ? heights.slice(0, 1) : heights, 'background')
  return heights.length > 0
}

/** Reads the frames of these blocks with priority, because a page needs them. */
export async function syncFramesNow(context: SyncContext, heights: readonly number[]): Promise<void> {
  await syncFrames(context, heights, 'visible')
}

async function syncFrames(
  context: SyncContext,
  heights: readonly number[],
  priority: Priority,
): Promise<void> {
  const { store, frames } = context
  const blocks = heights.map((height) => readTracedBlock(store, height)).filter((block) => block !== null)
  const results = await Promise.all(blocks.map((block) => frames.read(block, { priority })))
  if (blocks.length === 0 || !store.database.isOpen) return
  store.write(() => {
    blocks.forEach((block, index) => {
      writeResult(context, block, results[index])
    })
  })
}

function writeResult({ store }: SyncContext, block: TracedBlock, result: FramesResult | undefined) {
  if (result === 'unavailable') markUntraceable(store, block)
  else if (result !== undefined && result !== 'unsupported') writeFrames(store, block, result)
}
