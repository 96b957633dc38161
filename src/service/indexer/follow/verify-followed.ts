import type { NodeStatus } from '#shared/node-status.ts'
import { newReport, type VerifyReport } from '../model/verify-report.ts'
import type { SyncContext } from '../sync/sync-context.ts'
import { verifyAll } from '../sync/verify-loop.ts'
import { delay } from '#platform/delay.ts'

interface Followed {
  /** `null` while no node responds. */
  readonly context: () => SyncContext | null
  readonly status: () => NodeStatus
  readonly isClosed: () => boolean
  /** There may be blocks to read. */
  readonly wake: () => void
}

/** Compares the index with its node once it is all read, and repairs what differs. Throws the NodeFailure that goes on. */
export async function verifyFollowed(followed: Followed): Promise<VerifyReport> {
  await settle(followed, { withRepairs: false })
  const report = newReport()
  await verifyAll(followed.context, report)
  // Blocks that were taken out are read again, and what the node refused meanwhile is asked for once more.
  followed.wake()
  await settle(followed, { withRepairs: true })
  return report
}

const CHECK_MS = 100
/** How long the sync may stand still before it is no longer waited for. */
const PATIENCE_MS = 30_000

/** Until everything is in the index, or nothing more comes. */
async function settle({ status, isClosed }: Followed, { withRepairs }: { readonly withRepairs: boolean }) {
  let seen = ''
  let changedAt = performance.now()
  while (!isClosed()) {
    const { state, head, blocks, traces, repairs, node } = status()
    const isTraced = node?.frames === 'none' || traces.done + traces.unavailable === traces.of
    const isDone = withRepairs ? isTraced && repairs.length === 0 : isTraced || repairs.length > 0
    // The state alone says nothing of blocks that were taken out a moment ago: it changes with the first that is read.
    if (state === 'following' && head && blocks.done === blocks.of && isDone) return
    const now = JSON.stringify([head, traces, repairs])
    if (now !== seen) changedAt = performance.now()
    seen = now
    if (performance.now() - changedAt > PATIENCE_MS) return
    await delay(CHECK_MS)
  }
}
