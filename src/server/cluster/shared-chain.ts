/** The chain of an index that another process writes: read only, from the database or a replica of it. */
import { PostgresError } from '../postgres/postgres-database.ts'
import type { ChainProgress, ChainReader } from '#service/chain-reader.ts'
import type { AddressFilter } from '#service/indexer/decode/address-filter.ts'
import { AbiRegistry } from '#service/indexer/decode/abi-registry.ts'
import { IndexError } from '#service/indexer/model/index-error.ts'
import { IndexReader } from '#service/indexer/read/index-reader.ts'
import { IndexStore } from '#service/indexer/store/index-store.ts'
import type { IndexDatabase } from '#service/indexer/store/index-database.ts'
import { progressOf } from '#service/indexer/store/prepared-indexes.ts'
import { describeDatabase, isLocked, openPostgresReader } from '../store/postgres-index.ts'
import { createOnDemandData } from '#service/indexer/sync/on-demand.ts'
import { describeChain } from '#service/indexer/follow/describe-chain.ts'
import { asUnavailable, describeUnreadable, DOES_NOT_ANSWER } from '#service/indexer/follow/open-reader.ts'
import { createCurrentReader } from '#service/indexer/follow/current-reader.ts'
import { chainInName, listSchemas, partsOf } from '../store/postgres-storage.ts'
import { secondsBehindPrimary, waitForCursor } from './replica.ts'
import { requireFilter } from '#service/indexer/follow/require-filter.ts'
import { readSharedState, type SharedState } from '#service/indexer/follow/shared-state.ts'

export interface SharedChainOptions {
  /** `postgres://USER@HOST/DATABASE`. */
  readonly database: string
  /** Decimal chain id, where the database has the indexes of several chains. */
  readonly chainId?: string
  /**
   * The addresses that the index must be limited to; null for an index of the whole chain. Without it, any index is
   * taken.
   */
  readonly filter?: AddressFilter | null
  /** The name of the index, where it is known. */
  readonly index?: string
}

/** The writer says something every second; what is older than this was not said by a writer that is well. */
const MAX_SILENT_MS = 10_000
const MAX_STATE_AGE_MS = 250

export interface SharedChain extends ChainReader {
  /** Whether a process writes the index now. Rejects with IndexError. */
  readonly isWritten: () => Promise<boolean>
}

/** How often it is looked at how the index is, and which one is to be read, while nobody asks. */
const LOOK_MS = 1_000
/** A database that takes longer for that does not answer. */
const MAX_LOOK_MS = 2_000

/** One index that is read. */
interface SharedIndex {
  readonly reader: ChainReader
  readonly store: IndexStore
  /** Whether the database was a replica when it was looked at last. */
  isReplica: boolean
}

interface Seen {
  readonly progress: ChainProgress
  /** When the writer said it. */
  readonly saidAt: number | null
}

/** Rejects with IndexError: newer_database, older_database, not_begun, no_database, also where there are several chains. */
export async function openSharedChain(options: SharedChainOptions): Promise<SharedChain> {
  const schema = options.index ?? chooseSchema(options)
  const shared = new WholeAndRecent(options, schema, await openIndex(options, schema))
  await shared.look()
  const reader = createCurrentReader({
    current: () => shared.current.reader,
    progress: () => shared.progress(),
    close: () => {
      shared.close()
    },
  })
  shared.settled = (left) => reader.settled(left)
  return {
    ...reader,
    get chain() {
      return reader.chain
    },
    version: () => shared.orWhole(async () => (await reader.version?.()) ?? ''),
    suggestedAddresses: () => shared.orWhole(async () => reader.suggestedAddresses()),
    list: (id, request) => shared.orWhole(async () => reader.list(id, request)),
    detail: (id, params) => shared.orWhole(async () => reader.detail(id, params)),
    isWritten: () => shared.isWritten(),
  }
}

/** The index of the whole chain, that of its newest blocks while it is ahead, and how they are. */
class WholeAndRecent {
  settled: (reader: ChainReader) => Promise<void> = () => Promise.resolve()
  readonly #options: SharedChainOptions
  readonly #schema: string
  readonly #whole: SharedIndex
  #recent: SharedIndex | null = null
  #seen: Seen = { progress: { state: 'connecting', head: null, lag: 0, repairs: [] }, saidAt: null }
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity
  readonly #timer: NodeJS.Timeout

  constructor(options: SharedChainOptions, schema: string, whole: SharedIndex) {
    this.#options = options
    this.#schema = schema
    this.#whole = whole
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref()
  }

  get current(): SharedIndex {
    this.#lookAgain()
    return this.#recent ?? this.#whole
  }

  /** The progress seen last, without a request: a database that does not answer is a state of it. */
  progress(): ChainProgress {
    const { progress, saidAt } = this.#seen
    const isSlow = this.#looking !== null && performance.now() - this.#lookedAt > MAX_LOOK_MS
    this.#lookAgain()
    return isSlow ? failed(progress, saidAt, DOES_NOT_ANSWER) : progress
  }

  isWritten(): Promise<boolean> {
    const { database } = this.#whole.store
    return database.snapshot(() => isLocked(database, this.#schema))
  }

  /** The recent index may be removed while it is read. */
  async orWhole<T>(read: () => Promise<T>): Promise<T> {
    const before = this.#recent
    try {
      return await read()
    } catch (error) {
      if (before === null) throw error
      // One that is under way chose before the index went.
      await this.#looking
      await this.look()
      if (this.#recent === before) throw error
      return read()
    }
  }

  close() {
    clearInterval(this.#timer)
    this.#recent?.store.database.close()
    this.#whole.store.database.close()
  }

  #lookAgain() {
    if (performance.now() - this.#lookedAt > MAX_STATE_AGE_MS) void this.look()
  }

  /** Never rejects. One at a time. */
  look(): Promise<void> {
    if (!this.#whole.store.database.isOpen) return Promise.resolve()
    if (this.#looking === null) {
      this.#lookedAt = performance.now()
      this.#looking = this.#choose()
        .then(() => this.#see())
        .catch((error: unknown) => {
          const { progress, saidAt } = this.#seen
          this.#seen = { saidAt, progress: failed(progress, saidAt, describeUnreadable(error)) }
        })
        .finally(() => {
          this.#looking = null
        })
    }
    return this.#looking
  }

  async #choose() {
    const name = `recent_${this.#schema}`
    try {
      const { database } = this.#whole.store
      const isAhead = await database.snapshot(() => isRecentAhead(database, name))
      if (isAhead) this.#recent ??= await openIndex(this.#options, name)
      else this.#leave()
    } catch (error) {
      // Removed at this moment. Where the database is away, what was read last is read until it is back.
      if (error instanceof PostgresError) this.#leave()
      else if (!(error instanceof IndexError)) throw error
    }
  }

  #leave() {
    const left = this.#recent
    this.#recent = null
    if (!left) return
    void this.settled(left.reader).then(() => {
      left.store.database.close()
    })
  }

  async #see() {
    const index = this.#recent ?? this.#whole
    const { store } = index
    const seen = await store.database.snapshot(() => readProgress(store))
    index.isReplica = seen.progress.replicaSecondsBehind !== undefined
    const whole =
      this.#recent && (await this.#whole.store.database.snapshot(() => readBlocks(this.#whole.store)))
    this.#seen = { ...seen, progress: { ...seen.progress, ...(whole && { whole }) } }
  }
}

const failed = (progress: ChainProgress, saidAt: number | null, message: string): ChainProgress => ({
  ...progress,
  state: 'failed',
  ...(saidAt !== null && { secondsBehind: secondsSince(saidAt) }),
  message,
})

/**
 * Whether the index of the newest blocks has newer ones than that of the whole chain: one that was left behind by a writer
 * has none. Throws IndexError.
 */
function isRecentAhead(database: IndexDatabase, recent: string): boolean {
  const there = database.get<{ found: string | null }>(`SELECT to_regclass('${recent}.block')::text AS found`)
  if (there?.found == null) return false
  const heads = database.get<{ whole: number | null; recent: number | null }>(
    `SELECT (SELECT max(number) FROM block) AS whole, (SELECT max(number) FROM ${recent}.block) AS recent`,
  )
  return heads?.recent != null && heads.recent > (heads.whole ?? -1)
}

async function openIndex(
  { database: url, filter }: SharedChainOptions,
  schema: string,
): Promise<SharedIndex> {
  const database = await openPostgresReader(url, schema)
  const { store, isReplica } = await openStore(database, filter, describeDatabase(url))
  const abis = new AbiRegistry()
  const pages = new IndexReader({
    store,
    chain: describeChain(store),
    abis,
    isShared: true,
    blocks: () => blocksOf(store),
    // A reader has no node: data that only a node has can't be read here.
    onDemand: createOnDemandData({
      store,
      abis,
      fetchMetadata: () => Promise.resolve(null),
      context: () => null,
    }),
  })
  const index: SharedIndex = {
    store,
    isReplica,
    reader: {
      chain: pages.chain,
      version: () => orUnavailable(() => pages.version()),
      suggestedAddresses: () => orUnavailable(() => pages.suggestedAddresses()),
      list: (id, request) =>
        orUnavailable(async () => {
          if (index.isReplica) await waitForCursor(store, request)
          return pages.list(id, request)
        }),
      detail: (id, params) => orUnavailable(() => pages.detail(id, params)),
      close: () => {
        database.close()
      },
    },
  }
  return index
}

/** Closes the database where it can't be read, or is kept for something else. */
async function openStore(database: IndexDatabase, filter: SharedChainOptions['filter'], place: string) {
  try {
    return await database.snapshot(() => {
      const store = new IndexStore(database)
      if (filter !== undefined) requireFilter(store, filter, place)
      return { store, isReplica: secondsBehindPrimary(store) !== null }
    })
  } catch (error) {
    database.close()
    throw error
  }
}

function chooseSchema({ database, chainId }: SharedChainOptions): string {
  const all = listSchemas(database).map((name) => ({ name, ...partsOf(name) }))
  const found = chainId === undefined ? all : all.filter((each) => each.chainId === chainInName(chainId))
  if (found.length === 0)
    throw new IndexError(
      'not_begun',
      chainId === undefined
        ? `The database ${describeDatabase(database)} has no index of a chain yet: start a writer first.`
        : `The database ${describeDatabase(database)} has no index of chain ${chainId} yet: start a writer of it first.`,
    )
  const chains = new Set(found.map(({ stem }) => stem))
  if (chains.size > 1)
    throw new IndexError(
      'no_database',
      `The database has the indexes of several chains (${[...chains].join(', ')}): --chain ID names one.`,
    )
  // Takes the last of several runs of a development chain.
  return found.reduce((last, each) => (each.run > last.run ? each : last)).name
}

function blocksOf(store: IndexStore) {
  const done = store.totals.blocks
  return { done, of: Math.max(done, readSharedState(store.database)?.of ?? 0) }
}

function readBlocks(store: IndexStore) {
  store.refresh()
  return blocksOf(store)
}

function readProgress(store: IndexStore): Seen {
  store.refresh()
  const said = readSharedState(store.database)
  const { done, of } = blocksOf(store)
  const replica = secondsBehindPrimary(store)
  const message = describeFault(said, replica)
  const prepared = progressOf(store.database)
  return {
    saidAt: said?.at ?? null,
    progress: {
      state: said === null || isSilent(said) ? 'stalled' : said.state,
      head: store.head()?.number ?? null,
      lag: of - done,
      secondsBehind: said === null ? 0 : secondsSince(said.at),
      ...(replica !== null && { replicaSecondsBehind: Math.round(replica) }),
      ...(message !== null && { message }),
      repairs: store.repairCounts(),
      ...(prepared.done < prepared.of && { prepared }),
      ...(said?.backfill && { backfill: said.backfill }),
    },
  }
}

const secondsSince = (at: number) => Math.max(0, Math.round((Date.now() - at) / 1_000))
const isSilent = ({ at }: SharedState) => Date.now() - at > MAX_SILENT_MS

/** Null where all is well. */
function describeFault(said: SharedState | null, replica: number | null): string | null {
  if (said === null) return 'The process that writes the index has not said anything yet.'
  if (isSilent(said))
    return replica !== null && replica * 2_000 > MAX_SILENT_MS
      ? `The replica that is read here is ${String(Math.round(replica))} s behind its primary.`
      : `The process that writes the index has said nothing for ${String(secondsSince(said.at))} s.`
  if (said.state === 'stalled') return 'The process that writes the index gets no blocks from its node.'
  if (said.state === 'failed') return 'The process that writes the index can not write it.'
  return null
}

async function orUnavailable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw asUnavailable(error)
  }
}
