/** What came of the authorizations of a transaction, read with those of its whole block when a page shows it. */
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import { readAuthorizations } from '../node/read-authorizations.ts'
import type { SyncContext } from './sync-context.ts'
import { withTimeout } from './with-timeout.ts'

const MAX_CACHED = 200
/** Blocks that are read at a time: each is an answer of some megabytes, and some time of this thread. */
const MAX_AT_ONCE = 4
/** Where more wait, a page does without. */
const MAX_WAITING = 100

interface Reading {
  readonly work: ReturnType<typeof readAuthorizations>
  /** Whether the pages that wait for it have gone; null once it has begun. */
  waiters: (() => boolean)[] | null
}

export function createAuthorizationReader(
  context: () => Pick<SyncContext, 'connection' | 'identity'> | null,
): OnDemandData['fetchAuthorizations'] {
  /** By the hash of the block: what came of them takes the whole block. */
  const known = new LruCache<string, Reading>({ maxSize: MAX_CACHED })
  const limit = limitConcurrency(MAX_AT_ONCE)

  function begin({ connection, identity }: NonNullable<ReturnType<typeof context>>, height: number): Reading {
    const waiters: (() => boolean)[] = []
    const turn = Promise.withResolvers<undefined>()
    const work = limit.run(async () => {
      // Whoever asks has its turn to be one of those that wait.
      await turn.promise
      reading.waiters = null
      if (waiters.every((isGone) => isGone())) return null
      return readAuthorizations(connection, identity.chainId, height)
    })
    const reading: Reading = { work, waiters }
    turn.resolve(undefined)
    return reading
  }

  return async ({ hash, block }, timeoutMs, isGone = () => false) => {
    const current = context()
    if (!current) return null
    let reading = known.get(block.hash)
    if (!reading) {
      if (limit.waiting >= MAX_WAITING) return null
      reading = begin(current, block.number)
      known.set(block.hash, reading)
      const forget = () => {
        known.delete(block.hash)
      }
      reading.work.then((found) => {
        if (found === null) forget()
      }, forget)
    }
    const end = performance.now() + timeoutMs
    reading.waiters?.push(() => isGone() || performance.now() >= end)
    return (await withTimeout(timeoutMs, reading.work))?.get(hash) ?? null
  }
}
