import type { AbiRegistry } from '../decode/abi-registry.ts'
import { startBackgroundLoop } from './background-loop.ts'
import type { BackgroundLoop, Pause } from './background-loop.ts'
import { createCoinContractSearch } from './facts/coin-contract.ts'
import { nameNextContracts } from './facts/contract-code.ts'
import { fetchNextDeposits } from './facts/deposits.ts'
import { fetchNextContractFlags } from './facts/contract-flags.ts'
import { fetchNextNftMetadata } from './facts/nft-metadata.ts'
import { fetchNextTokens } from './facts/tokens.ts'
import { type PrepareEvents, prepareNextIndex } from './prepare-indexes.ts'
import { FACT_KINDS, repairNextFacts } from './repairs.ts'
import { syncNewestFrames } from './sync-frames.ts'
import type { SyncContext } from './sync-context.ts'
import { createVerifyStep, VERIFY_STEP_MS } from './verify-loop.ts'

export interface BackgroundEvents extends PrepareEvents {
  readonly abis: AbiRegistry
  /** Between two steps of the comparison with the node. */
  readonly verifyStepMs: number | undefined
  /** The background works only while this is true: blocks have priority. */
  readonly mayWork: () => boolean
  readonly onError: (error: unknown) => void
}

/**
 * Loops beside the block sync: one makes what rare lists are read along, one reads call frames, one the facts about
 * contracts, tokens and NFTs, and one slowly compares the index with the node.
 */
export function startBackgroundWork(context: SyncContext, events: BackgroundEvents): BackgroundLoop {
  const whileAllowed = (step: (context: SyncContext) => Promise<Pause>) => async () => {
    if (!events.mayWork()) return false
    const next = await step(context)
    events.onProgress()
    return next
  }
  const onError = (error: unknown) => {
    events.onError(error)
  }
  const verify = createVerifyStep(context, {
    stepMs: events.verifyStepMs ?? VERIFY_STEP_MS,
    log: (line) => {
      events.log(line)
    },
  })
  const findCoinContract = createCoinContractSearch(context, (line) => {
    events.log(line)
  })
  const ended = new AbortController()
  const loops = [
    startBackgroundLoop(() => prepareNextIndex(context, events, ended.signal), onError),
    startBackgroundLoop(whileAllowed(syncNewestFrames), onError),
    startBackgroundLoop(
      whileAllowed(async (each) => {
        const next = await fetchNextFacts(each, events.abis)
        return next === true ? next : (await findCoinContract()) || next
      }),
      onError,
    ),
    startBackgroundLoop(whileAllowed(verify), onError),
  ]
  return {
    wake() {
      for (const loop of loops) loop.wake()
    },
    async stop() {
      ended.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

async function fetchNextFacts(context: SyncContext, abis: AbiRegistry): Promise<Pause> {
  const hasMore =
    (await repairNextFacts(context)) ||
    (await fetchNextDeposits(context)) ||
    (await fetchNextTokens(context)) ||
    (await fetchNextContractFlags(context)) ||
    (await nameNextContracts(context, abis)) ||
    (await fetchNextNftMetadata(context))
  const { database, repairs } = context.store
  return hasMore || !database.isOpen ? hasMore : (repairs.waitMs(FACT_KINDS) ?? false)
}
