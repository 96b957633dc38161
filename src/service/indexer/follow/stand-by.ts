/** Follows a node, or stands by while another process writes the same index: its pages are served all the same. */
import type { ChainReader } from '../../chain-reader.ts'
import { followChain } from '../follow-chain.ts'
import { IndexError } from '../model/index-error.ts'
import { createCurrentReader } from './current-reader.ts'
import type { FollowOptions } from './follow-options.ts'
import { filterOf } from './require-filter.ts'
import { openSharedChain } from './shared-chain.ts'

/** How often it is tried to take over. */
const TAKE_OVER_MS = 1_000

/** Rejects with an IndexError where there is neither anything to follow nor anything to serve. */
export async function followOrStandBy(
  options: FollowOptions & { readonly database: string },
): Promise<ChainReader> {
  const first = await follow(options)
  if (first !== null) return first
  options.log?.('Another process writes this index: standing by, and serving what it writes.')
  const shared = openSharedChain({ ...options, filter: filterOf(options) })
  let current: ChainReader = shared
  let isClosed = false
  let logged = ''
  let timer: NodeJS.Timeout | undefined
  let trying: Promise<void> = Promise.resolve()

  async function tryToFollow(): Promise<ChainReader | null> {
    try {
      return shared.isWritten() ? null : await follow(options)
    } catch (error) {
      // Of the database, or the node: both may be back at the next attempt.
      const message = error instanceof Error ? error.message : String(error)
      if (message !== logged) options.log?.((logged = message))
      return null
    }
  }

  async function takeOver() {
    const taken = await tryToFollow()
    if (taken === null) {
      if (!isClosed) wait()
      return
    }
    current = taken
    await shared.close()
    if (isClosed) await taken.close()
    else options.log?.('The other process has ended: this one writes the index now.')
  }
  function wait() {
    timer = setTimeout(() => {
      trying = takeOver()
    }, TAKE_OVER_MS)
  }
  wait()

  return createCurrentReader({
    current: () => current,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await trying
      await current.close()
    },
  })
}

/** Null where another process writes the index. */
async function follow(options: FollowOptions): Promise<ChainReader | null> {
  try {
    const { reader } = await followChain(options)
    return reader
  } catch (error) {
    if (error instanceof IndexError && error.code === 'locked_database') return null
    throw error
  }
}
