import { learnNextInstances } from './facts/nft-metadata.ts'
import { learnNextKinds } from './facts/contract-flags.ts'
import { learnNextTokens } from './facts/tokens.ts'
import { runLane } from './background-loop.ts'
import type { Lane } from './background-loop.ts'
import type { Session } from './sync-context.ts'
import { traceNewest } from './sync-frames.ts'

export interface LaneEvents {
  /** The background works only while this is true: blocks go before everything. */
  mayWork(): boolean
  onProgress(): void
  onError(error: unknown): void
}

/** The work behind the blocks: call frames, and what contracts say of themselves and of their NFTs. */
export function startLanes(session: Session, events: LaneEvents): Lane {
  const whileAllowed = (step: (session: Session) => Promise<boolean>) => async () => {
    if (!events.mayWork()) return false
    const more = await step(session)
    events.onProgress()
    return more
  }
  const lanes = [
    runLane(whileAllowed(traceNewest), events.onError),
    runLane(whileAllowed(learnSomething), events.onError),
  ]
  return {
    wake() {
      for (const lane of lanes) lane.wake()
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

async function learnSomething(session: Session): Promise<boolean> {
  return (
    (await learnNextTokens(session)) || (await learnNextKinds(session)) || (await learnNextInstances(session))
  )
}
