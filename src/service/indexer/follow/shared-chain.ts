/** The chain of an index that another process writes: read only, from the database or a replica of it. */
import { PostgresError } from '#platform/postgres/postgres-database.ts'
import { type ChainInfo, type ChainProgress, type ChainReader, Unavailable } from '../../chain-reader.ts'
import type { AddressFilter } from '../decode/address-filter.ts'
import { AbiRegistry } from '../decode/abi-registry.ts'
import { IndexError } from '../model/index-error.ts'
import { IndexReader } from '../read/index-reader.ts'
import { IndexStore } from '../store/index-store.ts'
import { describeDatabase, isLocked, openPostgresIndex } from '../store/postgres-index.ts'
import { createOnDemandData } from '../sync/on-demand.ts'
import { createCurrentReader } from './current-reader.ts'
import { openRequired } from './open-store.ts'
import { chainInName, listSchemas, partsOf } from './postgres-storage.ts'
import { secondsBehindPrimary, waitForCursor } from './replica.ts'
import { readSharedState, type SharedState } from './shared-state.ts'

export interface SharedChainOptions {
  /** `postgres://USER@HOST/DATABASE`. */
  readonly database: string
  /** Decimal chain id, where the database has the indexes of several chains. */
  readonly chainId?: string
  /** What the index must be kept for; null for all of its chain. Whatever it is, where this is not given. */
  readonly filter?: AddressFilter | null
  /** The name of the index, where it is known. */
  readonly index?: string
}

/** The writer says something every second; what is older than this was not said by a writer that is well. */
const MAX_SILENT_MS = 10_000
const MAX_STATE_AGE_MS = 250

export interface SharedChain extends ChainReader {
  /** Whether a process writes the index now. Throws IndexError. */
  readonly isWritten: () => boolean
}

/** How often it is looked at which index is to be read. */
const CHOOSE_MS = 250

/** One index that is read. */
interface SharedIndex {
  readonly reader: ChainReader
  readonly store: IndexStore
  readonly progress: () => ChainProgress
}

/** Throws IndexError: newer_database, older_database, not_begun, no_database, also where there are several chains. */
export function openSharedChain(options: SharedChainOptions): SharedChain {
  const schema = options.index ?? chooseSchema(options)
  const whole = openIndex(options, schema)
  const { database } = whole.store
  let recent: SharedIndex | null = null
  let chosenAt = -Infinity

  function choose() {
    const now = performance.now()
    if (now - chosenAt < CHOOSE_MS) return
    chosenAt = now
    try {
      const isAhead = isRecentAhead(whole.store, `recent_${schema}`)
      if (isAhead) recent ??= openIndex(options, `recent_${schema}`)
      else leave()
    } catch (error) {
      // Removed at this moment. Where the database is away, what was read last is read until it is back.
      if (error instanceof PostgresError) leave()
      else if (!(error instanceof IndexError)) throw error
    }
  }
  function leave() {
    const left = recent
    recent = null
    if (!left) return
    void reader.settled(left.reader).then(() => {
      left.store.database.close()
    })
  }
  function current(): ChainReader {
    choose()
    return (recent ?? whole).reader
  }
  /** The recent index may be removed while it is read. */
  async function orWhole<T>(read: () => Promise<T>): Promise<T> {
    const before = recent
    try {
      return await read()
    } catch (error) {
      chosenAt = -Infinity
      choose()
      if (before === null || recent === before) throw error
      return read()
    }
  }
  const reader = createCurrentReader({
    current,
    progress() {
      choose()
      return { ...(recent ?? whole).progress(), ...(recent && { whole: blocksOf(whole.store) }) }
    },
    close() {
      recent?.store.database.close()
      database.close()
    },
  })
  return {
    ...reader,
    get chain() {
      return reader.chain
    },
    list: (id, request) => orWhole(async () => reader.list(id, request)),
    detail: (id, params) => orWhole(async () => reader.detail(id, params)),
    isWritten: () => isLocked(database, schema),
  }
}

/**
 * Whether the index of the newest blocks has newer ones than that of the whole chain: one that was left behind by a writer
 * has none. Throws IndexError.
 */
function isRecentAhead({ database }: IndexStore, recent: string): boolean {
  const there = database.get<{ found: string | null }>(`SELECT to_regclass('${recent}.block')::text AS found`)
  if (there?.found == null) return false
  const heads = database.get<{ whole: number | null; recent: number | null }>(
    `SELECT (SELECT max(number) FROM block) AS whole, (SELECT max(number) FROM ${recent}.block) AS recent`,
  )
  return heads?.recent != null && heads.recent > (heads.whole ?? -1)
}

function openIndex({ database: url, filter }: SharedChainOptions, schema: string): SharedIndex {
  const database = openPostgresIndex(url, schema, { readOnly: true })
  const store =
    filter === undefined ? new IndexStore(database) : openRequired(database, filter, describeDatabase(url))
  const abis = new AbiRegistry()
  const index = new IndexReader({
    store,
    chain: describeChain(store),
    abis,
    isShared: true,
    blocks: () => blocksOf(store),
    // What only the node has is asked by the writer or not at all.
    onDemand: createOnDemandData({
      store,
      abis,
      fetchMetadata: () => Promise.resolve(null),
      context: () => null,
    }),
  })
  const progress = createProgress(store)
  return {
    store,
    progress,
    reader: {
      chain: index.chain,
      version: () => orUnavailable(() => index.version()),
      landmarks: () => orUnavailable(() => index.landmarks()),
      progress,
      list: (id, request) =>
        orUnavailableLater(async () => {
          if (progress().replicaSecondsBehind !== undefined) await waitForCursor(store, request)
          return index.list(id, request)
        }),
      detail: (id, params) => orUnavailableLater(() => index.detail(id, params)),
      close: () => {
        database.close()
      },
    },
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
  // Of several runs of a development chain the last one.
  return found.reduce((last, each) => (each.run > last.run ? each : last)).name
}

export function describeChain(store: IndexStore, client = store.database.meta('client') ?? ''): ChainInfo {
  const chainId = store.chainId ?? '0'
  const clientName = /^[A-Za-z]+/.exec(client)?.[0]
  return {
    chainId,
    name: clientName ? `${clientName}, chain ${chainId}` : `Chain ${chainId}`,
    // Found while it is read.
    get coin() {
      const { coinContract } = store
      return { symbol: 'ETH', decimals: 18, ...(coinContract !== null && { contract: coinContract }) }
    },
  }
}

function blocksOf(store: IndexStore) {
  const done = store.totals.blocks
  return { done, of: Math.max(done, readSharedState(store.database)?.of ?? 0) }
}

/** Never throws: a database that is gone is a state. */
function createProgress(store: IndexStore): () => ChainProgress {
  let known: ChainProgress = { state: 'connecting', head: null, lag: 0, repairs: [] }
  let saidAt: number | null = null
  let readAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - readAt < MAX_STATE_AGE_MS) return known
    readAt = now
    try {
      ;({ progress: known, saidAt } = store.database.snapshot(() => readProgress(store)))
    } catch (error) {
      if (!(error instanceof IndexError)) throw error
      known = {
        ...known,
        state: 'failed',
        ...(saidAt !== null && { secondsBehind: secondsSince(saidAt) }),
        message: describeUnreadable(error),
      }
    }
    return known
  }
}

function readProgress(store: IndexStore): { progress: ChainProgress; saidAt: number | null } {
  store.refresh()
  const said = readSharedState(store.database)
  const { done, of } = blocksOf(store)
  const replica = secondsBehindPrimary(store)
  const message = describeFault(said, replica)
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

export function orUnavailable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asUnavailable(error)
  }
}

async function orUnavailableLater<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** It may be readable soon: whoever asked is told to ask again. A damaged file is replaced, and says so itself. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof IndexError && error.code !== 'damaged_database'
    ? new Unavailable(describeUnreadable(error), { cause: error })
    : error

/** Without the name of the host, which is nothing for those who only read. */
function describeUnreadable({ code }: IndexError): string {
  if (code === 'newer_database' || code === 'older_database')
    return `The index can not be read: it was written by ${code === 'newer_database' ? 'a newer' : 'an older'} Chainglass than this one.`
  if (code === 'locked_database') return 'The index can not be read now: another process has taken it over.'
  return 'The index can not be read now: its database does not answer.'
}
