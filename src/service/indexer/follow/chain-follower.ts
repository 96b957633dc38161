import { existsSync } from 'node:fs'
import type { ChainInfo, ChainReader } from '../../chain-reader.ts'
import { AbiBook } from '../decode/abi-registry.ts'
import { ArtifactFolder } from '../decode/artifact.ts'
import { upgradedIn } from '../decode/proxies.ts'
import { FrameSource } from '../node/frames/frame-source.ts'
import { rememberFile, rememberedFile } from './chain-files.ts'
import type { FollowOptions } from '../follow-chain.ts'
import { IndexError } from '../model/index-error.ts'
import type { IndexState, NodeStatus, Reorganisation } from '#shared/node-status.ts'
import { identifyChain } from '../node/chain-identity.ts'
import { CONNECTION_LIMITS, connectNode } from '../node/node-connection.ts'
import { NodeFailure, NodeRefusal } from '../node/node-failure.ts'
import { IndexReader } from '../read/index-reader.ts'
import { IndexDatabase, asIndexError, removeIndexFiles } from '../store/index-database.ts'
import { IndexStore } from '../store/index-store.ts'
import type { FetchMetadata } from '../sync/facts/nft-metadata.ts'
import { syncBlocks } from '../sync/sync-blocks.ts'
import { followHeads } from '../sync/head-watcher.ts'
import type { Heads } from '../sync/head-watcher.ts'
import type { Lane } from '../sync/background-loop.ts'
import { startLanes } from '../sync/background-work.ts'
import { openStoreFor, setAside } from './open-store.ts'
import { ChainChanged } from '../sync/sync-context.ts'
import type { Session } from '../sync/sync-context.ts'
import { StatusBoard } from './status-reporter.ts'

const RETRY_MS = [250, 500, 1_000, 2_000, 4_000]
const DISK_RETRY_MS = 5_000
const ARTIFACTS_MS = 3_000

/** The one who follows: a connection, the index of the chain behind it, and the work between them. */
export class ChainFollower {
  readonly #options: FollowOptions
  readonly #board: StatusBoard
  readonly #abis = new AbiBook()
  readonly #artifacts: ArtifactFolder | null
  readonly #fetchMetadata: FetchMetadata
  #store: IndexStore | null = null
  #index: IndexReader | null = null
  #session: Session | null = null
  #heads: Heads | null = null
  #lanes: Lane | null = null
  #caughtUp = false
  /** What the background ran into: the work in front deals with it. */
  #fault: unknown = null
  #artifactsRead = -ARTIFACTS_MS
  #paused = false
  #closed = false
  #failures = 0
  #wakeUp: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(options: FollowOptions) {
    this.#options = options
    this.#artifacts = options.abiDir === undefined ? null : new ArtifactFolder(options.abiDir)
    this.#fetchMetadata = options.fetchMetadata ?? (() => Promise.resolve(null))
    this.#board = new StatusBoard(options.rpcUrl, () => this.#store, options.log)
    if (options.onStatus) this.#board.listen(options.onStatus)
  }

  /** Resolves when there is something to serve. */
  async start() {
    await this.#readArtifacts()
    try {
      await this.#connect()
    } catch (error) {
      await this.#endSession()
      if (!(error instanceof NodeFailure) && !(error instanceof NodeRefusal)) {
        this.#store?.database.close()
        throw asIndexError(error, this.#options.dataDir) ?? error
      }
      if (!this.#openRemembered()) throw asStartError(error)
      this.#stall(error)
    }
    this.#running = this.#run()
  }

  get reader(): ChainReader {
    return this.#reader
  }

  readonly #reader: ChainReader = ((follower: ChainFollower) => ({
    get chain() {
      return follower.#index?.chain ?? NO_CHAIN
    },
    version: () => follower.#index?.version() ?? '',
    landmarks: () => follower.#index?.landmarks() ?? [],
    list: (id, request) => follower.#read((index) => index.list(id, request)),
    detail: (id, params) => follower.#read((index) => index.detail(id, params)),
    close: () => follower.close(),
  }))(this)

  /** Damage shows where somebody reads as well: then the file is put aside as if it had shown while writing. */
  async #read<Answer>(read: (index: IndexReader) => Promise<Answer | null>): Promise<Answer | null> {
    const index = this.#index
    if (!index) return null
    try {
      return await read(index)
    } catch (error) {
      const known = asIndexError(error, this.#store?.database.path ?? '')
      if (known?.code === 'damaged_database' && this.#index === index) {
        this.#fault = known
        this.#wake()
      }
      throw known ?? error
    }
  }

  status(): NodeStatus {
    return this.#board.status()
  }

  onStatus(listener: (status: NodeStatus) => void): () => void {
    return this.#board.listen(listener)
  }

  pause() {
    this.#paused = true
    this.#board.set('paused', 'Paused. What is indexed can be read.')
    this.#wake()
  }

  resume() {
    this.#paused = false
    this.#board.set('connecting', 'Going on.')
    this.#wake()
  }

  async close() {
    if (this.#closed) return
    this.#closed = true
    this.#session?.connection.close()
    this.#wake()
    await this.#running
    await this.#endSession()
    this.#index = null
    this.#store?.database.close()
    this.#store = null
  }

  async forget() {
    const path = this.#store?.database.path
    await this.close()
    if (path !== undefined) removeIndexFiles(path)
    rememberFile(this.#options.dataDir, this.#options.rpcUrl, null)
  }

  async #run() {
    while (!this.#closed) {
      if (this.#paused) {
        await this.#sleep(null)
        continue
      }
      try {
        const session = this.#session ?? (await this.#connect())
        await this.#sync(session)
        this.#throwFault()
        await this.#readArtifacts()
        if (this.#goesOn()) await this.#heads?.next()
      } catch (error) {
        if (!this.#closed) await this.#recover(error)
      }
    }
  }

  async #sync(session: Session) {
    await syncBlocks(session, {
      goOn: () => this.#goesOn(),
      onTarget: (height) => {
        this.#board.target(height)
      },
      onBlocks: (blocks) => {
        this.#failures = 0
        for (const proxy of upgradedIn(blocks)) this.#abis.forget(proxy)
        this.#board.blocks(blocks)
      },
      onReorganised: (what) => {
        this.#abis.forgetContracts()
        this.#board.reorganised({ ...what, at: new Date().toISOString() } satisfies Reorganisation)
      },
    })
    if (this.#goesOn()) {
      this.#failures = 0
      this.#caughtUp = true
      this.#lanes?.wake()
      this.#board.following()
    }
  }

  #throwFault() {
    const fault = this.#fault
    this.#fault = null
    if (fault !== null) throw fault
  }

  /** A person's own contracts are compiled again and again while they work. */
  async #readArtifacts() {
    if (!this.#artifacts || performance.now() - this.#artifactsRead < ARTIFACTS_MS) return
    this.#artifactsRead = performance.now()
    this.#abis.use(await this.#artifacts.read())
  }

  readonly #goesOn = () => !this.#paused && !this.#closed

  async #connect(): Promise<Session> {
    const { rpcUrl, dataDir, requestTimeoutMs, maxBytes, fromBlock } = this.#options
    const connection = connectNode(rpcUrl, {
      ...CONNECTION_LIMITS,
      timeoutMs: requestTimeoutMs ?? CONNECTION_LIMITS.timeoutMs,
    })
    try {
      const found = await identifyChain(connection)
      const identity =
        fromBlock === undefined ? found : { ...found, oldest: Math.max(found.oldest, fromBlock) }
      const store = await openStoreFor(identity, connection, {
        dataDir,
        maxBytes,
        current: this.#store,
        onNotice: (words) => {
          this.#board.notice(words)
        },
      })
      this.#serve(store, identity.client)
      rememberFile(dataDir, rpcUrl, store.database.path)
      const session: Session = {
        connection,
        identity,
        store,
        receipts: { byBlock: null },
        frames: new FrameSource(connection),
        balanceChanges: null,
      }
      this.#session = session
      this.#caughtUp = false
      this.#lanes = startLanes(session, {
        mayWork: () => this.#caughtUp && this.#goesOn(),
        onProgress: () => {
          this.#board.progress()
        },
        onError: (error) => {
          this.#fault = error
          this.#heads?.wake()
        },
      })
      this.#heads = await followHeads(connection, identity.genesis)
      this.#board.connected(session, () => this.#heads?.way ?? 'poll')
      return session
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** From now on lists are read from this index. */
  #serve(store: IndexStore, client: string) {
    if (this.#store === store && this.#index) return
    const previous = this.#store
    this.#store = store
    this.#abis.forgetContracts()
    this.#index = new IndexReader({
      store,
      chain: chainInfo(store, client),
      abis: this.#abis,
      fetchMetadata: this.#fetchMetadata,
      session: () => (this.#session?.store === store && this.#goesOn() ? this.#session : null),
    })
    if (previous !== store) previous?.database.close()
  }

  /** No node answers, but what it once said is there. */
  #openRemembered(): boolean {
    const path = rememberedFile(this.#options.dataDir, this.#options.rpcUrl)
    if (path === null || !existsSync(path)) return false
    const store = new IndexStore(new IndexDatabase(path, { maxBytes: this.#options.maxBytes }))
    this.#serve(store, store.database.meta('client') ?? '')
    return true
  }

  async #recover(error: unknown) {
    const known = asIndexError(error, this.#store?.database.path ?? this.#options.dataDir)
    if (known?.code === 'damaged_database' && this.#store) {
      const { path } = this.#store.database
      await this.#endSession()
      this.#index = null
      this.#store.database.close()
      this.#store = null
      this.#board.notice(setAside(path))
    } else if (known) {
      this.#board.set('failed', known.message)
      await this.#sleep(DISK_RETRY_MS)
    } else if (error instanceof ChainChanged) {
      await this.#endSession()
      this.#board.notice(
        'Another chain answers at this URL now. It has an index of its own; the old one is kept.',
      )
    } else {
      this.#stall(error)
      // A socket that broke, a node that came back another: who it is gets asked again.
      await this.#endSession()
      await this.#sleep(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 0)
    }
  }

  #stall(error: unknown) {
    const why = error instanceof Error ? error.message : String(error)
    this.#board.set(
      'stalled' satisfies IndexState,
      `${sentence(why)} Asking again; what is indexed can be read.`,
    )
    if (!(error instanceof NodeFailure) && !(error instanceof NodeRefusal)) {
      this.#options.log?.(error instanceof Error ? (error.stack ?? why) : why)
    }
  }

  async #endSession() {
    this.#heads?.close()
    this.#session?.connection.close()
    this.#heads = null
    this.#session = null
    const lanes = this.#lanes
    this.#lanes = null
    await lanes?.stop()
    this.#fault = null
  }

  async #sleep(ms: number | null) {
    if (this.#closed) return
    await new Promise<void>((done) => {
      const timer = ms === null ? null : setTimeout(done, ms)
      this.#wakeUp = () => {
        if (timer) clearTimeout(timer)
        done()
      }
    })
    this.#wakeUp = null
  }

  #wake() {
    this.#wakeUp?.()
    this.#heads?.wake()
  }
}

const NO_CHAIN: ChainInfo = { chainId: '0', name: 'no chain', coin: { symbol: 'ETH', decimals: 18 } }

function chainInfo(store: IndexStore, client: string): ChainInfo {
  const chainId = store.database.meta('chain_id') ?? '0'
  const kind = /^[A-Za-z]+/.exec(client)?.[0]
  return {
    chainId,
    name: kind ? `${kind}, chain ${chainId}` : `Chain ${chainId}`,
    coin: { symbol: 'ETH', decimals: 18 },
  }
}

const sentence = (words: string) =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`

function asStartError(error: NodeFailure | NodeRefusal): IndexError {
  const garbage = error instanceof NodeRefusal || error.kind === 'garbage'
  return new IndexError(garbage ? 'not_ethereum' : 'no_node', sentence(error.message), error)
}
