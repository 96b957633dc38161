import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem/utils'
import type { ListId } from '#shared/lists/list-table.ts'
import type {
  ChainDetailId,
  ChainInfo,
  SuggestedAddress,
  ListPage,
  ListRequest,
  WireItem,
} from '../../chain-reader.ts'
import type { AbiRegistry } from '../decode/abi-registry.ts'
import type { AddressFilter } from '../decode/address-filter.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import type { BalanceRow, MissingData } from '../model/missing-data.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import type { IndexStore } from '../store/index-store.ts'
import { callsOfTransaction } from './lists/calls-of-transaction.ts'
import { indexingStatus } from './chain/chain-statistics.ts'
import { coinBalancesByDay } from './lists/coin-balances-by-day.ts'
import { DETAIL_READERS } from './details.ts'
import { LIST_READERS } from './list-readers.ts'
import type { ListSources } from './lists/list-sources.ts'
import { PageCaches } from './page-caches.ts'
import { ReadContext } from './read-context.ts'
import { addNotice } from './notices.ts'
import { ReorgNotices } from './reorg-notices.ts'

interface IndexReaderOptions {
  readonly store: IndexStore
  readonly chain: ChainInfo
  readonly abis: AbiRegistry
  readonly onDemand: OnDemandData
  /** How many blocks the index has, of those that the node has. */
  readonly blocks: () => { readonly done: number; readonly of: number }
  /** Another process writes the index. */
  readonly isShared?: boolean
}

/** How long a page waits for data from the node; longer where call traces or other servers are read. */
const TIMEOUT_MS = { page: 400, slowPage: 1_500, underLoad: 40 }
/** Data that could not be fetched is not requested again before. */
const RETRY_MS = 5_000
/**
 * Pages that wait for the node at a time. With more it is under load: a page does without verifying what has been verified
 * this short time ago, and waits less for the rest.
 */
const MAX_WAITING = 4
const VERIFIED_MS = 2_000
/** Facts from before the first block do not change: only new tokens are read again. */
const EARLIER_RETRY_MS = 60_000
const MAX_CACHED = 50_000

/** The type of transactions with authorizations (EIP-7702). */
const SET_CODE = 4

/** Reads the lists of the API from the index of one chain. */
export class IndexReader {
  readonly chain: ChainInfo
  readonly #options: IndexReaderOptions
  /** Part of the version: two chains followed one after the other can have the same number of changes. */
  readonly #instanceId = randomBytes(6).toString('base64url')
  readonly #caches = new PageCaches()
  /** When data was last requested, by kind and id. */
  readonly #requestedAt = new Map<string, number>()
  /** The head at which a balance was verified, and the work while it is under way. */
  readonly #verified = new Map<
    string,
    { readonly head: string; readonly at: number; work: Promise<void> | null }
  >()
  #waiting = 0
  /** Height of the newest block when a page was read last. */
  #head = 0
  readonly #reorgNotices: ReorgNotices

  constructor(options: IndexReaderOptions) {
    this.#options = options
    this.chain = options.chain
    this.#reorgNotices = new ReorgNotices(options.store)
  }

  async list(id: ListId, request: ListRequest): Promise<ListPage | null> {
    const { sources, version } = this.#newSources()
    const read = await LIST_READERS[id](sources, request)
    if (!read) return null
    const { isUnanswered = false, ...page } = read
    const noticed = addNotice(page, filterNotice(this.#options.store, id, request))
    const known = version()
    return {
      ...this.#reorgNotices.follow(id, request, noticed, this.#head),
      ...(known !== null && !isUnanswered && { version: known }),
    }
  }

  async detail(id: ChainDetailId, params: Readonly<Record<string, string>>): Promise<WireItem | null> {
    if (id === 'address-coin-balances-by-day')
      return coinBalancesByDay(this.#newSources().sources, params.address_hash ?? '')
    if (id === 'transaction-calls')
      return callsOfTransaction(this.#newSources().sources, params.transaction_hash ?? '')
    if (id === 'indexing-status')
      return this.#read((context) => indexingStatus(context, this.#options.blocks()))
    const item = await this.#readWithFetch((context) => DETAIL_READERS[id](context, params))
    const { store, onDemand } = this.#options
    if (id === 'smart-contract' && item) {
      const code = await onDemand.fetchCode(params.address_hash ?? '', TIMEOUT_MS.page)
      return { ...item, deployed_bytecode: code }
    }
    if (id === 'transaction' && item) return this.#withAuthorizations(item)
    if (id !== 'address' || !item) return item
    const head = store.head()
    const [balance = null] = head
      ? await onDemand.fetchCoinBalances(params.address_hash ?? '', [head], TIMEOUT_MS.page)
      : []
    return { ...item, coin_balance: balance }
  }

  /** The index has only who signed them; what they signed stands in the node's block. */
  async #withAuthorizations(item: WireItem): Promise<WireItem> {
    if (item.type !== SET_CODE) return { ...item, authorization_list: [] }
    const number = item.block_number as number
    const blockHash = await this.#read(({ store }) => store.hashAt(number))
    if (blockHash === null) return { ...item, authorization_list: null }
    const transaction = { hash: item.hash as string, block: { number, hash: blockHash } }
    const list = await this.#options.onDemand.fetchAuthorizations(transaction, TIMEOUT_MS.page)
    return { ...item, authorization_list: list }
  }

  /** Changes with every write to the index: blocks, frames, names, balances. */
  async version(): Promise<string> {
    const { database } = this.#options.store
    return database.isOpen ? this.#versionOf(await database.snapshot(() => database.changes)) : ''
  }

  /** `changes`: of the database. */
  #versionOf(changes: number): string {
    const { abis, onDemand } = this.#options
    const frames = onDemand.isConnected ? (onDemand.frameMethod ?? 'unknown') : 'none'
    return [this.#instanceId, changes, abis.revision, frames].join('.')
  }

  /** For one page: its version is that of the first of its readings. */
  #newSources(): { readonly sources: ListSources; readonly version: () => string | null } {
    let version: string | null = null
    const noting =
      <Result>(read: (context: ReadContext) => Result) =>
      (context: ReadContext) => {
        const result = read(context)
        version ??= this.#versionOf(context.changes)
        return result
      }
    return {
      sources: {
        read: (read) => this.#read(noting(read)),
        readWithFetch: (read) => this.#readWithFetch(noting(read)),
        onDemand: this.#options.onDemand,
      },
      version: () => version,
    }
  }

  suggestedAddresses(): Promise<readonly SuggestedAddress[]> {
    return this.#read(suggestedAddresses)
  }

  #newContext(): ReadContext {
    const { store, abis, isShared, onDemand } = this.#options
    const changes = isShared ? store.refresh() : store.database.changes
    this.#caches.follow(changes)
    const context = new ReadContext(store, abis, {
      caches: this.#caches,
      changes,
      canAsk: onDemand.isConnected,
    })
    this.#head = context.head
    return context
  }

  /** Reads; where data is missing, fetches it from the node and reads once more. */
  async #readWithFetch<Result>(read: (context: ReadContext) => Result): Promise<Result> {
    const { store, onDemand } = this.#options
    const { result, missing } = await this.#readOnce(read)
    if (!onDemand.isConnected) return result
    this.#removeRequested(missing)
    const limitMs = this.#limitUnderLoad(missing)
    const others = this.#removeVerified(missing)
    if (missing.isEmpty && others.length === 0) return result
    const isSlow = missing.frames.size > 0 || missing.nfts.size > 0
    const work = missing.isEmpty
      ? Promise.resolve()
      : onDemand.fetchMissing(missing, isSlow ? TIMEOUT_MS.slowPage : TIMEOUT_MS.page)
    this.#keepVerified(missing, work)
    await this.#wait(Promise.all([work, ...others]), limitMs)
    return store.database.isOpen ? this.#read(read) : result
  }

  async #read<Result>(read: (context: ReadContext) => Result): Promise<Result> {
    return (await this.#readOnce(read)).result
  }

  /** All that a page shows is of one moment. */
  #readOnce<Result>(read: (context: ReadContext) => Result) {
    return this.#options.store.database.snapshot(() => {
      const context = this.#newContext()
      return { result: read(context), missing: context.missing }
    })
  }

  /**
   * Removes balances that are verified at this head, or are being verified for another page. Gives what to wait for: a
   * page that shows only some of them as verified would show two states.
   */
  #removeVerified(missing: MissingData): readonly Promise<void>[] {
    const head = this.#options.store.head()?.hash ?? ''
    const others = new Set<Promise<void>>()
    const doubtful = this.#doubtfulTokens(missing)
    missing.balances = missing.balances.filter((row) => {
      const known = this.#verified.get(balanceKey(row))
      if (known?.head !== head) return doubtful.has(row.token)
      if (known.work) others.add(known.work)
      return false
    })
    return [...others]
  }

  /**
   * Tokens whose balances on the page must be verified at this head. Under load those are left out whose balances have all
   * just agreed with their transfers: what transfers have changed since is in the index.
   */
  #doubtfulTokens({ balances }: MissingData): ReadonlySet<number> {
    const { tokens } = this.#options.store
    const isBusy = this.#waiting >= MAX_WAITING
    const since = performance.now() - VERIFIED_MS
    return new Set(
      balances
        .filter(
          (row) =>
            !isBusy ||
            (this.#verified.get(balanceKey(row))?.at ?? -Infinity) < since ||
            tokens.isRebasing(row.token),
        )
        .map(({ token }) => token),
    )
  }

  #keepVerified(missing: MissingData, work: Promise<void>) {
    const head = this.#options.store.head()?.hash ?? ''
    if (this.#verified.size > MAX_CACHED) this.#verified.clear()
    const entry = { head, at: performance.now(), work: work as Promise<void> | null }
    for (const row of missing.balances) this.#verified.set(balanceKey(row), entry)
    const end = () => {
      entry.work = null
    }
    work.then(end, end)
  }

  /**
   * How long a page waits for the node under load: what comes later is there for the next page. A token that is asked for
   * its balances has no others to show. Null without load.
   */
  #limitUnderLoad({ balances }: MissingData): number | null {
    if (this.#waiting < MAX_WAITING) return null
    const { tokens } = this.#options.store
    return balances.some(({ token }) => tokens.isRebasing(token)) ? TIMEOUT_MS.page : TIMEOUT_MS.underLoad
  }

  async #wait(work: Promise<unknown>, limitMs: number | null) {
    this.#waiting += 1
    const late = Promise.withResolvers<undefined>()
    const timer =
      limitMs === null
        ? undefined
        : setTimeout(() => {
            late.resolve(undefined)
          }, limitMs)
    try {
      await Promise.race([work, late.promise])
    } finally {
      clearTimeout(timer)
      this.#waiting -= 1
      work.catch(() => undefined)
    }
  }

  /** Removes what was requested a short time ago. */
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
    keepNew(`changing token:${store.head()?.hash ?? ''}`, missing.changingTokens)
    keepNew('frames', missing.frames)
    keepNew('nft', missing.nfts)
    keepNew('earlier contract', missing.earlierContracts)
    keepNew('earlier holder', missing.earlierHolders, EARLIER_RETRY_MS)
    keepNew('earlier nft', missing.earlierNfts)
  }
}

const balanceKey = ({ token, token_id: id, holder }: BalanceRow): string =>
  `${String(token)}:${Buffer.from(id).toString('hex')}:${String(holder)}`

/** Addresses to start exploring from: what the index is kept for, else those of the newest transaction, transfers, contract and block. */
function suggestedAddresses(context: ReadContext): SuggestedAddress[] {
  const { database, filter } = context.store
  const found: SuggestedAddress[] = []
  const add = (id: number | undefined, name: string, description: string) => {
    if (id === undefined) return
    const address = context.addresses.hash(id)
    // Dev nodes name nobody as the validator of their blocks.
    if (address !== ZERO_ADDRESS && !found.some((each) => each.address === address))
      found.push({ address, name, description })
  }
  for (const address of filter?.addresses.slice(0, MAX_SUGGESTED) ?? []) {
    const id = context.addressOf(address)
    const name = id === null ? null : (context.tokens.row(id)?.name ?? null)
    found.push({
      address: getAddress(address),
      name: name ?? 'Kept',
      description: 'what this index is kept for',
    })
  }
  if (filter !== null) return found
  const latest = database.get<{ sender: number; receiver: number | null }>(
    'SELECT sender, receiver FROM tx ORDER BY position DESC LIMIT 1',
  )
  add(latest?.sender, 'Latest sender', 'sent the newest transaction')
  const moved = database.all<{ token: number }>('SELECT token FROM transfer ORDER BY log DESC LIMIT 200')
  context.load(moved)
  for (const { token } of moved) {
    const row = context.tokens.row(token)
    if (row && found.length < MAX_SUGGESTED)
      add(token, row.name ?? 'A token', `${row.type} token that moved lately`)
  }
  const contract = database.get<{ address: number }>('SELECT address FROM contract ORDER BY tx DESC LIMIT 1')
  add(contract?.address, 'Newest contract', 'the contract that was made last')
  const block = database.get<{ miner: number }>('SELECT miner FROM block ORDER BY number DESC LIMIT 1')
  add(block?.miner, 'Validator', 'validated the newest block')
  return found
}

const MAX_SUGGESTED = 6

type Notice = Pick<ListPage, 'meta'>

/** Lists that an index kept for some addresses has whole: of blocks, whose headers are all there, and of a transaction. */
const WHOLE: ReadonlySet<ListId> = new Set<ListId>([
  'latest-blocks',
  'address-blocks-validated',
  'transaction-token-transfers',
  'transaction-logs',
  'transaction-internal-transactions',
  'transaction-state-changes',
])
/** Lists that are made of call frames. */
const OF_FRAMES: ReadonlySet<ListId> = new Set<ListId>([
  'address-internal-transactions',
  'address-coin-balances',
])
/** Addresses that a notice names; of more it says how many they are. */
const MAX_NAMED = 3

/** The notice of a list that an index lacks rows of, because it is kept for some addresses. */
function filterNotice(store: IndexStore, id: ListId, { params, filters }: ListRequest): Notice {
  const { filter } = store
  // Pending transactions come from the node.
  if (filter === null || WHOLE.has(id) || filters.filter === 'pending') return {}
  if (!filter.has(params.address_hash))
    return { meta: { status: 'partial', message: describeFilter(filter) } }
  return OF_FRAMES.has(id) && store.hasTracesOfKept ? TRACES_OF_KEPT : {}
}

const describeFilter = ({ addresses }: AddressFilter): string =>
  addresses.length > MAX_NAMED
    ? `This index is kept for ${addresses.length.toLocaleString('en')} addresses: what names none of them is not in it.`
    : `This index is kept for ${addresses.join(', ')}: what does not name ${addresses.length === 1 ? 'it' : 'one of them'} is not in it.`

const TRACES_OF_KEPT: Notice = {
  meta: {
    status: 'partial',
    message:
      'The node does not trace whole blocks: calls are known only inside transactions that name an address of this index outside their calls as well.',
  },
}
