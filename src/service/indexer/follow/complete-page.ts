import type { AbiBook } from '../decode/abi-book.ts'
import { NodeFailure } from '../node/node-failure.ts'
import { learnInstances, fetchInstances } from '../tokens/ask-instances.ts'
import { learnKinds } from '../tokens/ask-kinds.ts'
import { learnNames } from '../tokens/ask-names.ts'
import { learnTokens } from '../tokens/ask-tokens.ts'
import { checkBalances } from '../tokens/check-balances.ts'
import type { FetchMetadata } from '../tokens/ask-instances.ts'
import type { Missing } from './missing.ts'
import type { Session } from './session.ts'
import { traceNow } from './trace-lane.ts'

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
