/** Follows a node, or stands by while another process writes the same index: its pages are served all the same. */
import { type ChainReader, Unavailable } from '#service/chain-reader.ts'
import { IndexError } from '#service/indexer/model/index-error.ts'
import { createCurrentReader } from '#service/indexer/follow/current-reader.ts'
import type { FollowOptions } from '#service/indexer/follow/follow-options.ts'
import { filterOf } from '#service/indexer/follow/require-filter.ts'
import { createPostgresStorage } from '../store/postgres-storage.ts'
import { openSharedChain, type SharedChain } from './shared-chain.ts'
import { startFollower } from '#service/indexer/follow/start-follower.ts'
import { delay } from '#platform/delay.ts'

/** How often it is tried to take over, and how often whether the other process has begun the index. */
const TAKE_OVER_MS = 500

type Options = Omit<FollowOptions, 'database' | 'storage'> & {
  /** The URL of the PostgreSQL database that has the indexes, a schema for each chain. */
  readonly database: string
}

/** Rejects with an IndexError where there is neither anything to follow nor anything to serve. */
export async function followOrStandBy(options: Options): Promise<ChainReader> {
  const standBy = new StandBy(options)
  await standBy.start()
  return standBy.reader
}

/** The reader of the index now: this process's own follower, or the index that another process writes. */
type Role =
  | { readonly kind: 'writer'; readonly reader: ChainReader }
  | { readonly kind: 'standing by'; readonly reader: SharedChain }

class StandBy {
  readonly reader: ChainReader
  readonly #options: Options
  #role: Role | null = null
  #isClosed = false
  #loggedFailure = ''
  #timer: NodeJS.Timeout | undefined
  #changing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.reader = this.#createReader()
  }

  async start() {
    for (;;) {
      const role = await this.#follow()
      if (role.kind === 'writer') {
        this.#role = role
        return
      }
      const shared = await openOnceBegun(this.#options, role.index)
      if (shared !== null) {
        this.#standBy(shared)
        return
      }
      await delay(TAKE_OVER_MS)
    }
  }

  /** The name of the index where another process writes it. Rejects with what else is in the way. */
  async #follow(): Promise<
    (Role & { kind: 'writer' }) | { readonly kind: 'locked'; readonly index: string }
  > {
    try {
      const { database, ...options } = this.#options
      const { reader } = await startFollower({
        ...options,
        storage: createPostgresStorage(database, options.log),
        onLockLost: (index) => {
          this.#change(() => this.#stepBack(index))
        },
      })
      return { kind: 'writer', reader }
    } catch (error) {
      if (error instanceof IndexError && error.code === 'locked_database' && error.index !== undefined)
        return { kind: 'locked', index: error.index }
      throw error
    }
  }

  #standBy(shared: SharedChain) {
    this.#options.log?.('Another process writes this index: standing by, and serving what it writes.')
    this.#role = { kind: 'standing by', reader: shared }
    this.#wait()
  }

  /** Another process has the lock that this one had: whoever has it writes. */
  async #stepBack(index: string) {
    const { reader, kind } = this.#role ?? {}
    if (kind !== 'writer') return
    try {
      const shared = await openOnceBegun(this.#options, index)
      if (shared === null) return
      this.#standBy(shared)
      await reader?.close()
    } catch (error) {
      this.#logFailure(error)
    }
  }

  async #takeOver(shared: SharedChain) {
    try {
      const role = (await shared.isWritten()) ? null : await this.#follow()
      if (role?.kind === 'writer') {
        this.#role = role
        await shared.close()
        this.#loggedFailure = ''
        this.#options.log?.('The other process has ended: this one writes the index now.')
        return
      }
    } catch (error) {
      // The database or the node failed; either may be back at the next attempt.
      this.#logFailure(error)
    }
    this.#wait()
  }

  #logFailure(error: unknown) {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== this.#loggedFailure) this.#options.log?.((this.#loggedFailure = message))
  }

  #wait() {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      const role = this.#role
      if (role?.kind === 'standing by') this.#change(() => this.#takeOver(role.reader))
    }, TAKE_OVER_MS)
  }

  /** One after another, and not any more once it is closed. */
  #change(work: () => Promise<void>) {
    this.#changing = this.#changing.then(() => (this.#isClosed ? undefined : work()))
  }

  #createReader(): ChainReader {
    const current = () => {
      if (this.#role === null) throw new Unavailable('The index is not open yet.')
      return this.#role.reader
    }
    return createCurrentReader({
      current,
      close: async () => {
        this.#isClosed = true
        clearTimeout(this.#timer)
        await this.#changing
        await this.#role?.reader.close()
      },
    })
  }
}

/** Null while the process that has the lock has not made the tables. */
async function openOnceBegun(options: Options, index: string): Promise<SharedChain | null> {
  try {
    return await openSharedChain({ database: options.database, index, filter: filterOf(options) })
  } catch (error) {
    if (error instanceof IndexError && error.code === 'not_begun') return null
    throw error
  }
}
