/** Reads blocks for an index that another process writes: ranges that it leases from the database. It serves nothing. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { openPostgres, PostgresError, type PostgresDatabase } from '../postgres/postgres-database.ts'
import type { ChainBlock } from '#service/indexer/model/chain-block.ts'
import { IndexError } from '#service/indexer/model/index-error.ts'
import type { ChainIdentity } from '#service/indexer/node/chain-identity.ts'
import { isBlockProven } from '#platform/json-rpc/proof/block-proof.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { packBlocks } from '../backfill/packed-blocks.ts'
import { readBlocks, readHeadAt, type ReceiptMethod } from '#service/indexer/node/read-chain.ts'
import { BackfillLeases, type Lease } from '../backfill/backfill-table.ts'
import { asPostgresIndexError } from '../store/postgres-index.ts'
import { type ConnectedNodes, connectNodes } from '#service/indexer/follow/connect-nodes.ts'
import type { FollowOptions } from '#service/indexer/follow/follow-options.ts'
import { createPostgresStorage, listSchemas } from '../store/postgres-storage.ts'
import { delay, Sleep } from '#platform/delay.ts'

export interface WorkerOptions extends Pick<
  FollowOptions,
  'rpcUrl' | 'moreRpcUrls' | 'requestTimeoutMs' | 'methodTimeoutsMs'
> {
  /** The URL of the PostgreSQL database that holds the index. */
  readonly database: string
  readonly log: (line: string) => void
}

/** Ranges that are read at the same time. */
const LANES = 4
/** Three times before a lease ends. */
const RENEW_MS = 2_000
/** While there is nothing to read. */
const [MIN_IDLE_MS, MAX_IDLE_MS] = [25, 200]
/** After a failure; twice as long after each that follows without a block in between. */
const [RETRY_MS, MAX_RETRY_MS] = [1_000, 30_000]
const LOG_MS = 10_000

/** A node and a database that work, until one of them fails. */
interface Session {
  readonly nodes: ConnectedNodes
  readonly receipts: ReceiptMethod
  readonly database: PostgresDatabase
  readonly leases: BackfillLeases
  readonly held: Set<Lease>
  isOver: boolean
}

export class BackfillWorker {
  /** The name of this worker in the writer's log. */
  readonly name = `Worker ${String(process.pid)} at ${hostname()} (${randomBytes(3).toString('hex')})`
  readonly #options: WorkerOptions
  #session: Session | null = null
  #closed = false
  readonly #sleep = new Sleep()
  #running: Promise<void> = Promise.resolve()
  #logged = ''
  #isLeftOut = false
  #failures = 0
  #blocks = 0
  #blocksLoggedAt = performance.now()

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Rejects with IndexError where it has nothing to read from, and where the database is of another chain. */
  async start() {
    const session = await this.#open().catch((error: unknown) => {
      if (error instanceof NodeFailure || error instanceof NodeRefusal)
        throw new IndexError('no_node', `The node can not be read: ${error.message}.`, error)
      throw error
    })
    this.#running = this.#run(session)
  }

  async close() {
    if (this.#closed) return
    this.#closed = true
    if (this.#session) this.#session.isOver = true
    this.#session?.nodes.connection.close()
    this.#sleep.end()
    await this.#running
  }

  /** Null where there is no index for it yet. */
  async #open(): Promise<Session | null> {
    const { database: url, log } = this.#options
    const nodes = await connectNodes(this.#options, () => undefined)
    try {
      const schema = await findIndex(url, nodes)
      if (schema !== null) {
        const toError = (error: unknown) => asPostgresIndexError(error, url)
        const database = openPostgres(url, { setUp: [`SET search_path = ${schema}`], toError })
        const leases = new BackfillLeases(database, this.name)
        if (leases.isPlanned) {
          log(`${this.name} reads blocks for the index ${schema}.`)
          this.#logged = ''
          return { nodes, receipts: { byBlock: null }, database, leases, held: new Set(), isOver: false }
        }
        database.close()
      }
      this.#logOnce('There is no index of this chain in the database yet: waiting for the writer.')
      nodes.connection.close()
      return null
    } catch (error) {
      nodes.connection.close()
      throw error
    }
  }

  async #run(first: Session | null) {
    let session = first
    while (!this.#isClosed()) {
      try {
        session ??= await this.#open()
        if (session) await this.#work(session)
      } catch (error) {
        this.#failed(error)
      }
      session = null
      if (!this.#isClosed()) await this.#sleep.start(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#failures))
    }
  }

  #failed(error: unknown) {
    if (this.#isClosed()) return
    this.#logOnce(describe(error))
    // Only another attempt tells whether a lost database is back.
    this.#failures = error instanceof IndexError ? 0 : Math.min(10, this.#failures + 1)
  }

  // A method, because it can change while a promise is awaited.
  readonly #isClosed = () => this.#closed

  /** Until something fails, or the worker is closed. */
  async #work(session: Session) {
    this.#session = session
    if (this.#isClosed()) session.isOver = true
    const renewing = setInterval(() => {
      this.#renew(session)
    }, RENEW_MS)
    try {
      this.#renew(session)
      await this.#readRanges(session)
    } finally {
      session.isOver = true
      this.#session = null
      clearInterval(renewing)
      end(session)
    }
  }

  #renew(session: Session) {
    if (session.isOver) return
    try {
      const isLeftOut = session.leases.renew([...session.held])
      if (isLeftOut && !this.#isLeftOut)
        this.#options.log(
          'The writer has left this worker out for a while: the node gave it blocks that are not what their hashes say, or not those of the writer’s node.',
        )
      this.#isLeftOut = isLeftOut
    } catch (error) {
      session.isOver = true
      this.#failed(error)
    }
  }

  /** Reads one range in each lane; rejects with the first failure. */
  async #readRanges(session: Session) {
    const running = new Set<Promise<void>>()
    const failures: unknown[] = []
    let idleMs = MIN_IDLE_MS
    while (!session.isOver) {
      const lease = session.leases.take()
      if (lease) {
        idleMs = MIN_IDLE_MS
        const reading = this.#readRange(session, lease)
          .catch((error: unknown) => {
            // Requests of a session that is closing fail too, and say nothing.
            if (!session.isOver) failures.push(error)
            session.isOver = true
          })
          .finally(() => running.delete(reading))
        running.add(reading)
        if (running.size >= LANES) await Promise.race(running)
      } else {
        await Promise.race([...running, delay(idleMs)])
        idleMs = Math.min(MAX_IDLE_MS, idleMs * 2)
      }
    }
    session.nodes.connection.close()
    await Promise.all(running)
    if (failures.length > 0) throw failures[0]
  }

  async #readRange(session: Session, lease: Lease) {
    const { leases, held } = session
    held.add(lease)
    try {
      const heights = Array.from({ length: lease.last - lease.first + 1 }, (_, index) => lease.first + index)
      const { blocks, unproven, bytes } = await read(session, heights)
      if (blocks.length < heights.length)
        throw new NodeFailure('garbage', `the node has no block ${String(lease.first + blocks.length)} yet`)
      leases.stage(lease, { packed: await packBlocks(blocks), unproven, bytes })
      this.#blocks += blocks.length
      this.#failures = 0
      this.#logProgress(lease.last)
    } finally {
      held.delete(lease)
    }
  }

  #logProgress(height: number) {
    const now = performance.now()
    if (now - this.#blocksLoggedAt < LOG_MS) return
    this.#blocksLoggedAt = now
    this.#options.log(`${this.#blocks.toLocaleString('en')} blocks read, up to block ${String(height)}.`)
  }

  #logOnce(line: string) {
    if (line !== this.#logged) this.#options.log((this.#logged = line))
  }
}

/** Ends a session. Others can take its ranges at once. */
function end({ nodes, database, leases }: Session) {
  nodes.connection.close()
  try {
    leases.end()
  } catch {
    // The leases run out by themselves in some seconds.
  }
  database.close()
}

interface Read {
  readonly blocks: readonly ChainBlock[]
  readonly unproven: number | null
  readonly bytes: number
}

/** With one block by chance of those that are not what their hashes say. */
async function read(
  { nodes: { connection, nodes }, receipts }: Session,
  heights: readonly number[],
): Promise<Read> {
  let bytes = 0
  const onBytes = (more: number) => {
    bytes += more
  }
  const unproven: number[] = []
  if (nodes) {
    const blocks = await nodes.read(heights, { onBytes })
    if (!nodes.provesBlocks)
      unproven.push(...blocks.filter((block) => block.transactions.length > 0).map(({ number }) => number))
    return { blocks, bytes, unproven: pick(unproven) }
  }
  const blocks = await readBlocks(connection, receipts, heights, {
    onBytes,
    onRaw: (block, receipts) => {
      if (!isBlockProven(block, receipts)) unproven.push(Number((block as { number: string }).number))
    },
  })
  return { blocks, bytes, unproven: pick(unproven) }
}

const pick = (heights: readonly number[]): number | null =>
  heights[Math.floor(Math.random() * heights.length)] ?? null

/** The schema of the index of this chain; null where the database has none at all. */
async function findIndex(url: string, { connection, identity }: ConnectedNodes): Promise<string | null> {
  const found = createPostgresStorage(url)('whole').find(identity)
  for (const schema of found.toReversed())
    if (await isOfThisRun(url, schema, { connection, identity })) return schema
  if (found.length > 0) return null
  const others = listSchemas(url)
  if (others.length === 0) return null
  throw new IndexError(
    'different_chains',
    `The node is of chain ${describeChain(identity)}, and the database holds the index of another one (${others.join(', ')}): a worker reads for a writer of the same chain.`,
  )
}

const describeChain = ({ chainId, genesis }: ChainIdentity) =>
  `${chainId}${genesis === null ? '' : ` with the first block ${genesis.slice(0, 14)}…`}`

/** Each run of a development chain has an index of its own. */
async function isOfThisRun(
  url: string,
  schema: string,
  { connection, identity }: Pick<ConnectedNodes, 'connection' | 'identity'>,
): Promise<boolean> {
  const toError = (error: unknown) => asPostgresIndexError(error, url)
  const database = openPostgres(url, { setUp: [`SET search_path = ${schema}`], toError })
  try {
    const instance = database.get<{ value: string | null }>(`SELECT value FROM meta WHERE name = 'instance'`)
    if ((instance?.value ?? null) === identity.instance) return true
    const head = database.get<{ number: number; hash: string }>(
      `SELECT number, '0x' || encode(hash, 'hex') AS hash FROM block ORDER BY number DESC LIMIT 1`,
    )
    return !head || (await readHeadAt(connection, head.number))?.hash === head.hash
  } finally {
    database.close()
  }
}

function describe(error: unknown): string {
  // The tables are gone: the index was removed, or is being made anew.
  if (error instanceof PostgresError && /^(?:42P01|3F000)$/.test(error.code))
    return 'The index is not in the database any more: waiting for the writer.'
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof IndexError ? `${message} Trying again.` : `${message}: trying again.`
}
