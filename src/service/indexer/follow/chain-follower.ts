import type { NodeStatus } from '#shared/node-status.ts'
import type { NodeText } from '#shared/node-texts.ts'
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
import { startBackgroundWork } from '../sync/background-work.ts'
import { watchHeads } from '../sync/head-watcher.ts'
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
import { progressOf, type FollowEvent, type FollowState, type Link, nextState } from './follow-state.ts'
import { createOpenReader } from './open-reader.ts'
import { describeChain } from './describe-chain.ts'
import { filterOf } from './require-filter.ts'
import { saveSharedState } from './shared-state.ts'
import { asStartError, isNodeError, stalledText } from './stall.ts'
import { StatusReporter } from './status-reporter.ts'
import { verifyFollowed } from './verify-followed.ts'
import { Sleep } from '#platform/delay.ts'

const RETRY_MS = [250, 500, 1_000, 2_000, 4_000]
const DISK_RETRY_MS = 5_000
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
  #state: FollowState = { is: 'apart', link: null }
  #artifactsReadAt = -ARTIFACTS_INTERVAL_MS
  #failures = 0
  /** Ended when the state changes. */
  readonly #sleep = new Sleep()
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
      onDamaged: this.#onFailure,
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
      if (asIndexError(error, '')?.code === 'damaged_database' && this.#store) {
        this.#moveDamaged(this.#store)
        await this.start()
        return
      }
      if (!isNodeError(error)) {
        this.#store?.database.close()
        throw asIndexError(error, this.#storage.place) ?? error
      }
      if (!this.#openLastStore()) throw asStartError(error)
      this.#sayStalled(error)
    }
    this.#running = this.#run()
    if (this.#storage.isShared) this.#teller = setInterval(this.#tell, TELL_MS)
  }

  readonly #tell = () => {
    const store = this.#store
    if (!store?.database.isOpen) return
    try {
      const backfill = this.#state.link?.context.backfill?.counts()
      const { state, blocks } = this.status()
      saveSharedState(store.database, { state, of: blocks.of, at: Date.now(), ...(backfill && { backfill }) })
    } catch (error) {
      this.#onFailure(error)
    }
  }

  status(): NodeStatus {
    return this.#status.status()
  }

  /** The height of the node's newest block, as far as is known; null while no node responds. */
  get target(): number | null {
    return this.#state.link && this.#status.target
  }

  onStatus(listener: (status: NodeStatus) => void): () => void {
    return this.#status.addListener(listener)
  }

  verify(): Promise<VerifyReport> {
    return verifyFollowed({
      context: () => this.#state.link?.context ?? null,
      status: () => this.status(),
      isClosed: () => this.#state.is === 'closed',
      wake: () => this.#state.link?.heads.wake(),
    })
  }

  pause() {
    if (this.#send({ is: 'pause' })) this.#status.setState('paused', { id: 'paused' })
  }

  resume() {
    if (this.#send({ is: 'resume' })) this.#status.setState('connecting', { id: 'resumed' })
  }

  async close() {
    if (!this.#send({ is: 'close' })) return
    clearInterval(this.#teller)
    this.#state.link?.context.connection.close()
    await this.#running
    await closeLink(this.#state.link)
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
    if (this.#state.link) this.#storage.removeRecent(this.#state.link.context.identity)
  }

  /** Saves the name of the whole index, which is opened while no node responds. */
  #saveLast(name: string | null) {
    if (this.#kind === 'recent') return
    for (const url of urlsOf(this.#options)) this.#storage.saveLast(url, name)
  }

  /** False where the event changes nothing. */
  #send(event: FollowEvent): boolean {
    const before = this.#state
    this.#state = nextState(before, event)
    if (this.#state === before) return false
    this.#sleep.end()
    if (before.is === 'following') before.link.heads.wake()
    return true
  }

  readonly #onFailure = (error: unknown) => {
    this.#send({ is: 'failed', error })
  }

  /** All that takes time is done here, one thing after the other; events come meanwhile. */
  async #run() {
    for (let state = this.#state; state.is !== 'closed'; state = this.#state) {
      if ('error' in state && state.error) await this.#recover(state.link, state.error)
      else if (state.is === 'paused') await this.#sleep.start(null)
      else if (state.is === 'waiting')
        await this.#sleep.start(state.ms).then(() => this.#send({ is: 'waited' }))
      else await this.#follow(state.link).catch(this.#onFailure)
    }
  }

  async #follow(link: Link | null) {
    if (!link) {
      await this.#connect()
      return
    }
    await this.#sync(link)
    await this.#readArtifacts()
    if (this.#isActive()) await link.heads.next()
  }

  // Methods, because the state can change while a promise is awaited.
  readonly #isActive = () => this.#state.is === 'syncing' || this.#state.is === 'following'
  readonly #isFollowing = () => this.#state.is === 'following'

  async #sync({ context, background }: Link) {
    await syncBlocks(context, {
      shouldContinue: this.#isActive,
      onTarget: (height) => {
        this.#status.onTarget(height)
      },
      onBlocks: (blocks) => {
        this.#failures = 0
        if (!this.#isFollowing()) background.wake()
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
    this.#send({ is: 'caughtUp' })
    background.wake()
    this.#status.onFollowing()
  }

  /** Reads the artifacts again every few seconds, because people compile their contracts often. */
  async #readArtifacts() {
    if (!this.#artifacts || performance.now() - this.#artifactsReadAt < ARTIFACTS_INTERVAL_MS) return
    this.#artifactsReadAt = performance.now()
    this.#abis.setArtifacts(await this.#artifacts.read())
  }

  async #connect() {
    const connected = await connectNodes(this.#options, () => {
      this.#status.emitThrottled()
    })
    try {
      const context = await this.#createContext(connected)
      const heads = await watchHeads(connected.connection, context.identity.genesis)
      this.#status.onConnected(context, () => heads.mode)
      const link = { context, heads, background: this.#startBackground(context) }
      if (!this.#send({ is: 'connected', link })) await closeLink(link)
      if (this.#isActive()) this.#status.onCatchingUp()
    } catch (error) {
      connected.connection.close()
      throw error
    }
  }

  #startBackground(context: SyncContext) {
    return startBackgroundWork(context, {
      abis: this.#abis,
      verifyStepMs: this.#options.verifyStepMs,
      log: (line) => this.#options.log?.(line),
      mayWork: this.#isFollowing,
      isActive: this.#isActive,
      onProgress: () => {
        this.#status.emitThrottled()
      },
      onError: this.#onFailure,
    })
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
      backfill: this.#storage.openBackfill(store.database, (line) => this.#options.log?.(line)),
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
        context: () => {
          const { is, link } = this.#state
          return is !== 'paused' && is !== 'closed' && link?.context.store === store ? link.context : null
        },
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

  async #recover(link: Link | null, error: Error) {
    const known = asIndexError(error, this.#store?.database.path ?? this.#storage.place)
    const isDamaged = known?.code === 'damaged_database' && this.#store !== null
    if (known && !isDamaged) {
      this.#say('failed', known.text)
      if (known.index !== undefined) this.#options.onLockLost?.(known.index)
      const ms = known.code === 'disk_full' ? DISK_RETRY_MS : DATABASE_RETRY_MS
      this.#send({ is: 'recovered', link: await this.#withNewBackground(link), ms })
      return
    }
    const isMoved = isDamaged || error instanceof EarlierBlocks || error instanceof ChainChanged
    if (!isMoved) this.#sayStalled(error)
    // The next connection identifies the chain again: another node may respond then.
    await closeLink(link)
    if (isDamaged && this.#store) this.#moveDamaged(this.#store)
    if (error instanceof ChainChanged) this.#status.setNotice({ id: 'other_chain' })
    const ms = isMoved ? 0 : (RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 0)
    this.#send({ is: 'recovered', link: null, ms })
  }

  /** An error has ended one of its loops. */
  async #withNewBackground(link: Link | null): Promise<Link | null> {
    await link?.background.stop()
    return link && { ...link, background: this.#startBackground(link.context) }
  }

  #moveDamaged({ database: { path } }: IndexStore) {
    this.#closeStore()
    this.#status.setNotice(this.#storage.moveDamaged(path))
  }

  /** While the follower is paused, its status stays so, whatever fails. */
  #say(state: 'failed' | 'stalled', ...texts: readonly NodeText[]) {
    if (this.#state.is !== 'paused') this.#status.setState(state, ...texts)
  }

  #sayStalled(error: unknown) {
    const message = error instanceof Error ? error.message : String(error)
    this.#say('stalled', stalledText(error, urlsOf(this.#options)), { id: 'retrying' })
    if (!isNodeError(error)) this.#options.log?.(error instanceof Error ? (error.stack ?? message) : message)
  }

  #closeStore() {
    this.#index = null
    this.#store?.database.close()
    this.#store = null
  }
}

async function closeLink(link: Link | null) {
  link?.heads.close()
  link?.context.connection.close()
  await link?.background.stop()
}
