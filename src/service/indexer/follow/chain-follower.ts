import type { NodeStatus } from '#shared/node-status.ts'
import type { ChainReader } from '../../chain-reader.ts'
import { AbiRegistry } from '../decode/abi-registry.ts'
import { findUpgradedProxies } from '../decode/proxies.ts'
import type { VerifyReport } from '../model/verify-report.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'
import { FrameReader } from '../node/frames/frame-reader.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { IndexReader } from '../read/index-reader.ts'
import { asIndexError } from '../store/sqlite-index.ts'
import type { IndexStore } from '../store/index-store.ts'
import { Backfill } from '../sync/backfill/backfill.ts'
import type { BackgroundLoop } from '../sync/background-loop.ts'
import { startBackgroundWork } from '../sync/background-work.ts'
import { type HeadWatcher, watchHeads } from '../sync/head-watcher.ts'
import { EarlierBlocks } from '../sync/repairs.ts'
import { createOnDemandData } from '../sync/on-demand.ts'
import { syncBlocks } from '../sync/sync-blocks.ts'
import { ChainChanged, type SyncContext } from '../sync/sync-context.ts'
import { ArtifactFolder } from './artifact-folder.ts'
import { type ConnectedNodes, connectNodes } from './connect-nodes.ts'
import { createFileStorage } from './chain-files.ts'
import { completeIndex } from './complete-index.ts'
import { type FollowOptions, urlsOf } from './follow-options.ts'
import type { IndexKind, IndexStorage } from './index-storage.ts'
import { openFromOldest } from './open-from-oldest.ts'
import { openLastStore } from './open-store.ts'
import { progressOf } from './chain-progress.ts'
import { createOpenReader } from './open-reader.ts'
import { describeChain } from './describe-chain.ts'
import { filterOf } from './require-filter.ts'
import { saveSharedState } from './shared-state.ts'
import { asStartError, isNodeError, stalledText } from './stall.ts'
import { StatusReporter } from './status-reporter.ts'
import { verifyFollowed } from './verify-followed.ts'

const RETRY_MS = [250, 500, 1_000, 2_000, 4_000]
const DISK_RETRY_MS = 5_000
/** Whoever is the first to have the lock of a database writes it. */
const DATABASE_RETRY_MS = 1_000
/** How often those who only read the index are told how it is. */
const TELL_MS = 1_000
const ARTIFACTS_INTERVAL_MS = 3_000

/** Connects to a node, keeps the index of its chain up to date, and recovers from every failure. */
export class ChainFollower {
  readonly reader: ChainReader
  readonly #options: FollowOptions
  readonly #kind: IndexKind
  readonly #setAside: () => boolean
  #hasRecent = false
  readonly #storage: IndexStorage
  readonly #status: StatusReporter
  readonly #abis = new AbiRegistry()
  readonly #artifacts: ArtifactFolder | null
  #store: IndexStore | null = null
  #index: IndexReader | null = null
  #context: SyncContext | null = null
  #heads: HeadWatcher | null = null
  #background: BackgroundLoop | null = null
  #caughtUp = false
  /** An error of the background or of a reader; the main loop handles it. */
  #pendingError: Error | null = null
  #artifactsReadAt = -ARTIFACTS_INTERVAL_MS
  #paused = false
  #closed = false
  #failures = 0
  #endSleep: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()
  #teller: NodeJS.Timeout | undefined

  /** `setAside`: whether the index may become that of the newest blocks now, and a new one take its place. */
  constructor(options: FollowOptions, kind: IndexKind = 'whole', setAside: () => boolean = () => false) {
    this.#options = options
    this.#kind = kind
    this.#setAside = setAside
    this.#storage = options.storage?.(kind) ?? createFileStorage(options.dataDir, kind, options.maxBytes)
    this.#artifacts = options.abiDir === undefined ? null : new ArtifactFolder(options.abiDir)
    this.#status = new StatusReporter(urlsOf(options), () => this.#store, options.log)
    this.reader = createOpenReader({
      index: () => this.#index,
      place: () => this.#store?.database.path ?? '',
      progress: () => progressOf(this.status()),
      onDamaged: (error) => {
        this.#pendingError = error
        this.#wake()
      },
      close: () => this.close(),
    })
    if (options.onStatus) this.#status.addListener(options.onStatus)
  }

  /** Resolves when there is something to serve. Rejects with IndexError. */
  async start() {
    await this.#readArtifacts()
    try {
      await this.#connect()
    } catch (error) {
      await this.#disconnect()
      if (asIndexError(error, '')?.code === 'damaged_database' && this.#store) {
        await this.#recover(error)
        await this.start()
        return
      }
      if (!isNodeError(error)) {
        this.#store?.database.close()
        throw asIndexError(error, this.#storage.place) ?? error
      }
      if (!this.#openLastStore()) throw asStartError(error)
      this.#setStalled(error)
    }
    this.#running = this.#run()
    if (this.#storage.isShared) this.#teller = setInterval(this.#tell, TELL_MS)
  }

  readonly #tell = () => {
    const store = this.#store
    if (!store?.database.isOpen) return
    try {
      const backfill = this.#context?.backfill?.counts()
      const { state, blocks } = this.status()
      saveSharedState(store.database, { state, of: blocks.of, at: Date.now(), ...(backfill && { backfill }) })
    } catch (error) {
      this.#pendingError = error instanceof Error ? error : new Error(String(error))
      this.#wake()
    }
  }

  status(): NodeStatus {
    return this.#status.status()
  }

  /** The height of the node's newest block, as far as is known; null while no node responds. */
  get target(): number | null {
    return this.#context && this.#status.target
  }

  onStatus(listener: (status: NodeStatus) => void): () => void {
    return this.#status.addListener(listener)
  }

  verify(): Promise<VerifyReport> {
    return verifyFollowed({
      context: () => this.#context,
      status: () => this.status(),
      isClosed: this.#isClosed,
      wake: () => {
        this.#wake()
      },
    })
  }

  pause() {
    this.#paused = true
    this.#status.setState('paused', { id: 'paused' })
    this.#wake()
  }

  resume() {
    this.#paused = false
    this.#status.setState('connecting', { id: 'resumed' })
    this.#wake()
  }

  async close() {
    if (this.#closed) return
    this.#closed = true
    clearInterval(this.#teller)
    this.#context?.connection.close()
    this.#wake()
    await this.#running
    await this.#disconnect()
    this.#status.close()
    this.#closeStore()
  }

  async forget() {
    const path = this.#store?.database.path
    await this.close()
    if (path !== undefined) this.#storage.remove(path)
    this.#saveLast(null)
  }

  /** Whether there is one of this chain, set aside or from an earlier run that served the newest blocks first. */
  get hasRecent(): boolean {
    return this.#hasRecent
  }

  removeRecent() {
    this.#hasRecent = false
    if (this.#context) this.#storage.removeRecent(this.#context.identity)
  }

  /** What is opened while no node responds is the whole index. */
  #saveLast(name: string | null) {
    if (this.#kind === 'recent') return
    for (const url of urlsOf(this.#options)) this.#storage.saveLast(url, name)
  }

  async #run() {
    while (!this.#closed) {
      if (this.#paused) {
        await this.#sleep(null)
        continue
      }
      try {
        await this.#sync(this.#context ?? (await this.#connect()))
        this.#throwPendingError()
        await this.#readArtifacts()
        if (this.#isActive()) await this.#heads?.next()
      } catch (error) {
        if (!this.#isClosed()) await this.#recover(error)
      }
    }
  }

  // Methods, because both can change while a promise is awaited.
  readonly #isClosed = () => this.#closed
  readonly #isActive = () => !this.#paused && !this.#closed

  async #sync(context: SyncContext) {
    await syncBlocks(context, {
      shouldContinue: this.#isActive,
      onTarget: (height) => {
        this.#status.onTarget(height)
      },
      onBlocks: (blocks) => {
        this.#failures = 0
        if (!this.#caughtUp) this.#background?.wake()
        for (const proxy of findUpgradedProxies(blocks)) this.#abis.forget(proxy)
        this.#status.onBlocks(blocks)
      },
      onReorg: (reorg) => {
        this.#abis.forgetAll()
        this.#status.onReorg(reorg)
      },
    })
    if (!this.#isActive()) return
    this.#failures = 0
    this.#caughtUp = true
    this.#background?.wake()
    this.#status.onFollowing()
  }

  #throwPendingError() {
    const error = this.#pendingError
    this.#pendingError = null
    if (error !== null) throw error
  }

  /** Reads the artifacts again every few seconds, because people compile their contracts often. */
  async #readArtifacts() {
    if (!this.#artifacts || performance.now() - this.#artifactsReadAt < ARTIFACTS_INTERVAL_MS) return
    this.#artifactsReadAt = performance.now()
    this.#abis.setArtifacts(await this.#artifacts.read())
  }

  async #connect(): Promise<SyncContext> {
    const connected = await connectNodes(this.#options, () => {
      this.#status.emitThrottled()
    })
    const { connection } = connected
    try {
      const context = await this.#createContext(connected)
      this.#context = context
      this.#caughtUp = false
      this.#background = this.#startBackground(context)
      this.#heads = await watchHeads(connection, context.identity.genesis)
      this.#status.onConnected(context, () => this.#heads?.mode ?? 'poll')
      return context
    } catch (error) {
      connection.close()
      throw error
    }
  }

  #startBackground(context: SyncContext): BackgroundLoop {
    return startBackgroundWork(context, {
      abis: this.#abis,
      verifyStepMs: this.#options.verifyStepMs,
      log: (line) => this.#options.log?.(line),
      mayWork: () => this.#caughtUp && this.#isActive(),
      isActive: this.#isActive,
      onProgress: () => {
        this.#status.emitThrottled()
      },
      onError: (error) => {
        this.#pendingError = error instanceof Error ? error : new Error(String(error))
        this.#heads?.wake()
      },
    })
  }

  /** An error has ended one of its loops. */
  async #restartBackground() {
    if (!this.#context) return
    await this.#background?.stop()
    this.#pendingError = null
    this.#background = this.#startBackground(this.#context)
  }

  async #createContext({ connection, nodes, identity: found }: ConnectedNodes): Promise<SyncContext> {
    const { fromBlock = 0 } = this.#options
    const asked =
      fromBlock > found.oldest ? { ...found, oldest: fromBlock, oldestBecause: 'asked' as const } : found
    const store = await this.#openStore(asked, connection)
    this.#serve(store, asked.client)
    if (this.#options.repairs) store.repairs.setDelays(this.#options.repairs)
    completeIndex(store, asked, this.#options)
    this.#saveLast(store.database.path)
    const identity = { ...asked, oldest: store.firstBlock() ?? asked.oldest }
    return {
      connection,
      nodes,
      identity,
      store,
      receipts: { byBlock: null },
      frames: new FrameReader(connection, { isOff: this.#options.withoutTraces === true }),
      backfill: this.#openBackfill(store),
      balanceChanges: null,
    }
  }

  async #openStore(chain: ChainIdentity, connection: NodeConnection): Promise<IndexStore> {
    if (this.#kind === 'whole') this.#hasRecent = this.#storage.hasRecent(chain)
    return openFromOldest(chain, connection, {
      storage: this.#storage,
      current: () => this.#store,
      filter: filterOf(this.#options),
      onNotice: (notice) => {
        this.#status.setNotice(notice)
      },
      log: this.#options.log,
      setAside: this.#setAside,
      onAside: () => {
        this.#hasRecent = true
        this.#index = null
        this.#store = null
      },
    })
  }

  #openBackfill({ database }: IndexStore): Backfill | null {
    if (!this.#storage.isShared || this.#kind === 'recent') return null
    return new Backfill(database, (line) => this.#options.log?.(line))
  }

  /** From now on the reader reads from this store. */
  #serve(store: IndexStore, client: string) {
    if (this.#store === store && this.#index) return
    const previous = this.#store
    this.#store = store
    this.#abis.forgetAll()
    if (store.names.hasContracts)
      store.write(() => {
        store.names.clearContracts()
      })
    this.#index = new IndexReader({
      store,
      chain: describeChain(store, client),
      abis: this.#abis,
      blocks: () => this.#status.status().blocks,
      onDemand: createOnDemandData({
        store,
        abis: this.#abis,
        asksForTraces: this.#options.withoutTraces !== true,
        fetchMetadata: this.#options.fetchMetadata ?? (() => Promise.resolve(null)),
        context: () => (this.#context?.store === store && this.#isActive() ? this.#context : null),
      }),
    })
    if (previous !== store) previous?.database.close()
  }

  /** Serves the chain that responded at this URL last. False where there is none. */
  #openLastStore(): boolean {
    if (this.#kind === 'recent') return false
    const store = openLastStore(this.#storage, this.#options.rpcUrl, filterOf(this.#options))
    if (store === null) return false
    this.#serve(store, store.database.meta('client') ?? '')
    return true
  }

  async #recover(error: unknown) {
    const known = asIndexError(error, this.#store?.database.path ?? this.#storage.place)
    if (known?.code === 'damaged_database' && this.#store) {
      const { path } = this.#store.database
      await this.#disconnect()
      this.#closeStore()
      this.#status.setNotice(this.#storage.moveDamaged(path))
    } else if (known) {
      this.#status.setState('failed', known.text)
      if (known.index !== undefined) this.#options.onLockLost?.(known.index)
      await this.#sleep(known.code === 'disk_full' ? DISK_RETRY_MS : DATABASE_RETRY_MS)
      await this.#restartBackground()
    } else if (error instanceof EarlierBlocks) {
      await this.#disconnect()
    } else if (error instanceof ChainChanged) {
      await this.#disconnect()
      this.#status.setNotice({ id: 'other_chain' })
    } else {
      this.#setStalled(error)
      // The next connection identifies the chain again: another node may respond then.
      await this.#disconnect()
      await this.#sleep(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 0)
    }
  }

  #setStalled(error: unknown) {
    const message = error instanceof Error ? error.message : String(error)
    this.#status.setState('stalled', stalledText(error, urlsOf(this.#options)), { id: 'retrying' })
    if (!isNodeError(error)) this.#options.log?.(error instanceof Error ? (error.stack ?? message) : message)
  }

  async #disconnect() {
    this.#heads?.close()
    this.#context?.connection.close()
    this.#heads = null
    this.#context = null
    const background = this.#background
    this.#background = null
    await background?.stop()
    this.#pendingError = null
  }

  #closeStore() {
    this.#index = null
    this.#store?.database.close()
    this.#store = null
  }

  /** Until `#wake` is called, or for `ms`. */
  async #sleep(ms: number | null) {
    if (this.#closed) return
    await new Promise<void>((resolve) => {
      const timer = ms === null ? null : setTimeout(resolve, ms)
      this.#endSleep = () => {
        if (timer) clearTimeout(timer)
        resolve()
      }
    })
    this.#endSleep = null
  }

  #wake() {
    this.#endSleep?.()
    this.#heads?.wake()
  }
}
