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
import { listSchemas } from './postgres-storage.ts'
import { openRequired } from './open-store.ts'
import { readSharedState } from './shared-state.ts'

export interface SharedChainOptions {
  /** `postgres://USER@HOST/DATABASE`. */
  readonly database: string
  /** Decimal chain id, where the database has the indexes of several chains. */
  readonly chainId?: string
  /** What the index must be kept for; null for all of its chain. Whatever it is, where this is not given. */
  readonly filter?: AddressFilter | null
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

/** Throws IndexError: newer_database, no_database, also where there is no index, or more than one. */
export function openSharedChain(options: SharedChainOptions): SharedChain {
  const schema = chooseSchema(options)
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
      list: (id, request) => orUnavailableLater(() => index.list(id, request)),
      detail: (id, params) => orUnavailableLater(() => index.detail(id, params)),
      close: () => {
        database.close()
      },
    },
  }
}

function chooseSchema({ database, chainId }: SharedChainOptions): string {
  const all = listSchemas(database)
  const found = chainId === undefined ? all : all.filter((name) => name.split('_')[1] === chainId)
  // Of several runs of a development chain the last one.
  const chains = new Set(found.map((name) => name.split('_').slice(0, 3).join('_')))
  const last = found.at(-1)
  if (last === undefined)
    throw new IndexError('no_database', 'The database has no index of a chain yet: start a writer first.')
  if (chains.size > 1)
    throw new IndexError(
      'no_database',
      `The database has the indexes of several chains (${[...chains].join(', ')}): --chain ID names one.`,
    )
  return last
}

export function describeChain(store: IndexStore, client = store.database.meta('client') ?? ''): ChainInfo {
  const chainId = store.database.meta('chain_id') ?? '0'
  const clientName = /^[A-Za-z]+/.exec(client)?.[0]
  return {
    chainId,
    name: clientName ? `${clientName}, chain ${chainId}` : `Chain ${chainId}`,
    coin: { symbol: 'ETH', decimals: 18 },
  }
}

function blocksOf(store: IndexStore) {
  const done = store.totals.blocks
  return { done, of: Math.max(done, readSharedState(store.database)?.of ?? 0) }
}

/** Never throws: a database that is gone is a state. */
function createProgress(store: IndexStore): () => ChainProgress {
  let known: ChainProgress = { state: 'connecting', head: null, lag: 0, repairs: [] }
  let readAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - readAt < MAX_STATE_AGE_MS) return known
    readAt = now
    try {
      known = store.database.snapshot(() => readProgress(store))
    } catch (error) {
      if (!(error instanceof IndexError)) throw error
      known = { ...known, state: 'failed' }
    }
    return known
  }
}

function readProgress(store: IndexStore): ChainProgress {
  store.refresh()
  const said = readSharedState(store.database)
  const behindMs = said === null ? 0 : Math.max(0, Date.now() - said.at)
  const { done, of } = blocksOf(store)
  return {
    state: said === null || behindMs > MAX_SILENT_MS ? 'stalled' : said.state,
    head: store.head()?.number ?? null,
    lag: of - done,
    secondsBehind: Math.round(behindMs / 1_000),
    repairs: store.repairCounts(),
    ...(said?.backfill && { backfill: said.backfill }),
  }
}

function orUnavailable<T>(read: () => T): T {
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

/** The database may be back soon: whoever asked is told to ask again. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof IndexError && error.code === 'no_database'
    ? new Unavailable('The index can not be read now: its database does not answer.', { cause: error })
    : error
