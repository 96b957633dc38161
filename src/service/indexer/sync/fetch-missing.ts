import type { AbiBook } from '../decode/abi-registry.ts'
import { NodeFailure } from '../node/node-failure.ts'
import { learnInstances, fetchInstances } from './facts/nft-metadata.ts'
import { learnKinds } from './facts/contract-flags.ts'
import { learnNames } from './facts/contract-code.ts'
import { learnTokens } from './facts/tokens.ts'
import { checkBalances } from './facts/verify-balances.ts'
import type { FetchMetadata } from './facts/nft-metadata.ts'
import type { Missing } from '../model/missing-data.ts'
import type { Session } from './sync-context.ts'
import { traceNow } from './sync-frames.ts'

/**
 * Asks the node for what a page is missing. Gives whether all of it came within `ms`; what comes later is there the next time.
 * Never throws: a node that does not answer takes no page away.
 */
export async function completePage(
  session: Session,
  missing: Missing,
  { abis, fetchMetadata }: { abis: AbiBook; fetchMetadata: FetchMetadata },
  ms: number,
): Promise<boolean> {
  const instances = [...missing.instances.values()]
  const work = Promise.all([
    missing.kinds.size > 0 && learnKinds(session, [...missing.kinds], true),
    missing.tokens.size > 0 && learnTokens(session, [...missing.tokens], true),
    instances.length > 0 &&
      learnInstances(session, instances, true).then(() => fetchInstances(session, instances, fetchMetadata)),
    missing.codes.size > 0 && learnNames(session, abis, [...missing.codes]),
    missing.frames.size > 0 && traceNow(session, [...missing.frames]),
    missing.balances.length > 0 && checkBalances(session, missing.balances),
  ]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NodeFailure || !session.store.database.isOpen) return false
      throw error
    },
  )
  return within(ms, work)
}

export async function within(ms: number, work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => {
      done(false)
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
