import type { AbiRegistry } from '../decode/abi-registry.ts'
import { IndexError } from '../model/index-error.ts'
import { progressOf } from '../store/prepared-indexes.ts'
import { startBackgroundLoop, type Pause, type BackgroundLoop } from './background-loop.ts'
import { readFormerAuthorizations } from './former-authorizations.ts'
import { createCoinContractSearch } from './facts/coin-contract.ts'
import { nameNextContracts } from './facts/contract-code.ts'
import { fetchNextDeposits } from './facts/deposits.ts'
import { fetchNextContractFlags } from './facts/contract-flags.ts'
import { fetchNextNftMetadata } from './facts/nft-metadata.ts'
import { fetchNextTokens } from './facts/tokens.ts'
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
 * contracts, tokens and NFTs, one the authorizations that an older version did not keep, and one slowly compares the index
 * with the node.
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
    startBackgroundLoop(whileAllowed(readFormerAuthorizations), onError),
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

/** Each slows down the blocks after it. Transactions that are written before, if the chain is not caught up earlier. */
const MAX_UNPREPARED = 500_000
/** After one could not be made. */
const RETRY_MS = 10_000
/** One that takes longer is worth a line. */
const LONG_MS = 3_000

interface PrepareEvents {
  readonly log: (line: string) => void
  /** Blocks are being read, or waited for. */
  readonly isActive: () => boolean
  /** True once all blocks up to the head were read. */
  readonly mayWork: () => boolean
  readonly onProgress: () => void
}

/**
 * Makes the database indexes that rare lists are read along, behind the head. Until then, pages are read without
 * them.
 */
async function prepareNextIndex(
  { store: { database, totals } }: SyncContext,
  { isActive, mayWork, onProgress, log }: PrepareEvents,
  signal: AbortSignal,
): Promise<Pause> {
  const isLong = database.preparesConcurrently && totals.transactions > MAX_UNPREPARED
  if (!isActive() || !(mayWork() || isLong) || !database.isOpen) return false
  const began = performance.now()
  try {
    const next = await database.prepareNextIndex(signal)
    const { done, of } = progressOf(database)
    if (performance.now() - began > LONG_MS)
      log(`Preparing what sorted lists are read along: ${String(done)} of ${String(of)} parts are done.`)
    onProgress()
    return next
  } catch (error) {
    if (signal.aborted) return false
    if (!(error instanceof IndexError) || error.code === 'damaged_database') throw error
    log(`What sorted lists are read along can't be prepared now: ${error.message}`)
    return RETRY_MS
  }
}
