import { randomBytes } from 'node:crypto'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainInfo, Landmark, ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import type { AbiRegistry } from '../decode/abi-registry.ts'
import type { MissingData } from '../model/missing-data.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import type { IndexStore } from '../store/index-store.ts'
import { DETAIL_READERS } from './details.ts'
import { landmarks } from './landmarks.ts'
import { LIST_READERS, type ListSources } from './list-readers.ts'
import { ReadContext } from './read-context.ts'

interface IndexReaderOptions {
  readonly store: IndexStore
  readonly chain: ChainInfo
  readonly abis: AbiRegistry
  readonly onDemand: OnDemandData
}

/** How long a page waits for data from the node; longer where call traces or other servers are read. */
const TIMEOUT_MS = { page: 400, slowPage: 1_500 }
/** Data that could not be fetched is not requested again before. */
const RETRY_MS = 5_000
/** What was before the index begins does not change: only tokens that it does not know yet are news. */
const EARLIER_RETRY_MS = 60_000
const MAX_CACHED = 50_000

/** Reads the lists of the API from the index of one chain. */
export class IndexReader {
  readonly chain: ChainInfo
  readonly #options: IndexReaderOptions
  /** Part of the version: two chains followed one after the other can have the same number of changes. */
  readonly #instanceId = randomBytes(6).toString('base64url')
  readonly #checksummed = new Map<number, string>()
  /** When data was last requested, by kind and id. */
  readonly #requestedAt = new Map<string, number>()
  /** Hash of the head at which a balance (by its id) was verified. */
  readonly #verifiedAt = new Map<number, string>()
  readonly #sources: ListSources

  constructor(options: IndexReaderOptions) {
    this.#options = options
    this.chain = options.chain
    this.#sources = {
      newContext: () => this.#newContext(),
      readWithFetch: (read) => this.#readWithFetch(read),
      onDemand: options.onDemand,
    }
  }

  list(id: ListId, request: ListRequest): Promise<ListPage | null> {
    return LIST_READERS[id](this.#sources, request)
  }

  async detail(id: DetailId, params: Readonly<Record<string, string>>): Promise<WireItem | null> {
    const item = await this.#readWithFetch((context) => DETAIL_READERS[id](context, params))
    if (id !== 'address' || !item) return item
    const balance = await this.#options.onDemand.fetchCoinBalance(params.address_hash ?? '', TIMEOUT_MS.page)
    return { ...item, coin_balance: balance }
  }

  /** Changes with every write to the index: blocks, frames, names, balances. */
  version(): string {
    const { store, abis, onDemand } = this.#options
    if (!store.database.isOpen) return ''
    const frames = onDemand.isConnected ? (onDemand.frameMethod ?? 'unknown') : 'none'
    return [this.#instanceId, store.database.changes, abis.revision, frames].join('.')
  }

  landmarks(): readonly Landmark[] {
    return landmarks(this.#newContext())
  }

  #newContext(): ReadContext {
    return new ReadContext(this.#options.store, this.#options.abis, this.#checksummed)
  }

  /** Reads; where data is missing, fetches it from the node and reads once more. */
  async #readWithFetch<Result>(read: (context: ReadContext) => Result): Promise<Result> {
    const { store, onDemand } = this.#options
    const context = this.#newContext()
    const result = read(context)
    const { missing } = context
    if (!onDemand.isConnected) return result
    this.#removeRequested(missing)
    if (missing.isEmpty) return result
    const isSlow = missing.frames.size > 0 || missing.nfts.size > 0
    await onDemand.fetchMissing(missing, isSlow ? TIMEOUT_MS.slowPage : TIMEOUT_MS.page)
    return store.database.isOpen ? read(this.#newContext()) : result
  }

  /** Removes what was requested or verified a short time ago. */
  #removeRequested(missing: MissingData) {
    const { abis, store } = this.#options
    const now = performance.now()
    if (this.#requestedAt.size > MAX_CACHED) this.#requestedAt.clear()
    const keepNew = <Id>(
      kind: string,
      ids: { keys(): Iterable<Id>; delete(id: Id): boolean },
      retryMs = RETRY_MS,
    ) => {
      for (const id of ids.keys()) {
        const key = `${kind}:${String(id)}`
        if (now - (this.#requestedAt.get(key) ?? -retryMs) < retryMs) ids.delete(id)
        else this.#requestedAt.set(key, now)
      }
    }
    keepNew('contract', missing.contractFlags)
    keepNew(`code:${String(abis.resets)}`, missing.codes)
    keepNew('token', missing.tokens)
    keepNew('frames', missing.frames)
    keepNew('nft', missing.nfts)
    keepNew('earlier contract', missing.earlierContracts)
    keepNew('earlier holder', missing.earlierHolders, EARLIER_RETRY_MS)
    keepNew('earlier nft', missing.earlierNfts)
    const head = store.head()?.hash ?? ''
    missing.balances = missing.balances.filter(({ id }) => this.#verifiedAt.get(id) !== head)
    if (this.#verifiedAt.size > MAX_CACHED) this.#verifiedAt.clear()
    for (const { id } of missing.balances) this.#verifiedAt.set(id, head)
  }
}
