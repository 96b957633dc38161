import type { FramesAnswer } from '../node/frames/frame-source.ts'
import type { TracedBlock } from '../model/call-frame.ts'
import { markUntraceable, tracedBlock, writeFrames } from '../store/write-frames.ts'
import type { Session } from './sync-context.ts'

/** Blocks whose frames are asked for at once, in the background. */
const AT_ONCE = 4

/** One step: the frames of the newest blocks that have none yet. Gives false where there is nothing to do. */
export async function traceNewest(session: Session): Promise<boolean> {
  const { store, frames } = session
  if (frames.way === 'none') return false
  const heights = store.database
    .all<{ number: number }>(
      'SELECT number FROM block WHERE traced = 0 ORDER BY number DESC LIMIT ?',
      AT_ONCE,
    )
    .map((row) => row.number)
  // The first block shows what the node can do; the others need not find it out as well.
  await traceBlocks(session, frames.way === null ? heights.slice(0, 1) : heights)
  return heights.length > 0
}

/** Somebody waits for the frames of these blocks: they go before the others. */
export async function traceNow(session: Session, heights: readonly number[]): Promise<void> {
  await traceBlocks(session, heights, true)
}

async function traceBlocks(session: Session, heights: readonly number[], urgent = false): Promise<void> {
  const { store, frames } = session
  const blocks = heights.map((height) => tracedBlock(store, height)).filter((block) => block !== null)
  const answers = await Promise.all(blocks.map((block) => frames.read(block, { urgent })))
  if (blocks.length === 0 || !store.database.isOpen) return
  store.write(() => {
    blocks.forEach((block, index) => {
      writeAnswer(session, block, answers[index])
    })
  })
}

function writeAnswer({ store }: Session, block: TracedBlock, answer: FramesAnswer | undefined) {
  if (answer === 'unavailable') markUntraceable(store, block)
  else if (answer !== undefined && answer !== 'unsupported') writeFrames(store, block, answer)
}
