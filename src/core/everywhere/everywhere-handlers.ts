/**
 * The calls and events `everywhere.*`: one address is requested from many sources at once, and each answer is emitted
 * as it comes.
 */
import type {
  AddressOnChain,
  everywhereCalls,
  everywhereEvents,
  EverywhereSource,
  OtherChain,
} from '#shared/rpc/contract/everywhere.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { formatSourceHost, type Source, type Coin } from '#shared/source.ts'
import { keepCoinContract, readOwnService } from '../sources/check/own-service.ts'
import { listProChains } from '../sources/pro-chains.ts'
import type { Sources } from '../sources/sources.ts'
import {
  factsOf,
  NO_ANSWERS,
  type AddressAnswers,
  REQUESTED_DETAILS,
  REQUESTED_LISTS,
} from './address-facts.ts'
import { delay } from '#platform/delay.ts'
import { RequestQueue } from '#platform/rate-limiter/request-queue.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { findChain } from '#shared/chains.ts'
import { askAddress, readKept, type ReadAddressDeps, type KeptAnswers } from './read-address.ts'

export interface EverywhereDeps extends ReadAddressDeps {
  /** Converts an error for a window; a bug of ours goes to the log. */
  readonly toError: (name: string, error: unknown) => ChainglassError
}

/** A source without an answer in this time is given up. */
const MAX_SILENT_MS = 15_000
/** Concurrent sources. The chains of one account share its rate limit, so fewer of them run at once. */
const MAX_SOURCES_AT_ONCE = 16
const MAX_CHAINS_OF_ACCOUNT = 3
/** A slower source does not delay the next one. */
const SLOW_MS = 3_000

export const everywhereHandlers = ({
  sources,
}: Pick<EverywhereDeps, 'sources'>): Pick<Handlers, keyof typeof everywhereCalls> => ({
  'everywhere.sources': () => everywhereSources(sources),
})

export const everywhereStreams = (deps: EverywhereDeps): Pick<Streams, keyof typeof everywhereEvents> => ({
  'everywhere.answers': ({ address, sources: ids, asks }, emit) => {
    const ended = new AbortController()
    const rows = createRows(
      (source) => deps.sources.get(source).coin,
      (changed) => {
        if (!ended.signal.aborted) emit(changed)
      },
    )
    const known = [...new Set(ids)].flatMap((id) => deps.sources.find(id) ?? [])
    emit(known.map(({ id }) => rows.start(id, readKept(deps, { source: id, address }), asks)))
    if (asks) askAll(deps, address, known, rows, ended.signal)
    return () => {
      ended.abort()
    }
  },
})

function askAll(
  deps: EverywhereDeps,
  address: string,
  known: readonly Source[],
  rows: AddressRows,
  signal: AbortSignal,
) {
  const all = new RequestQueue({ maxRunning: MAX_SOURCES_AT_ONCE })
  const accounts = new Map<string, RequestQueue>()
  const compare = createChainComparison()
  for (const source of known) {
    const run = async () => {
      let asking: Promise<void> | undefined
      await all.run({ signal }, () =>
        withinMs(SLOW_MS, () => (asking = askOne(deps, { source, address, compare }, rows, signal)), signal),
      )
      // The chains of an account share one rate limit: more of them would only wait for each other.
      await asking
    }
    // Nobody waits for a cancelled turn.
    void queueOf(accounts, source)
      .run({ signal }, run)
      .catch(() => undefined)
  }
}

/** Resolves when the work is done, or after `ms`; the work then continues in the background. */
async function withinMs(ms: number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  const working = work().finally(() => {
    done.abort()
  })
  const waiting = delay(ms, AbortSignal.any([signal, done.signal])).catch(() => undefined)
  await Promise.race([working, waiting])
}

function queueOf(accounts: Map<string, RequestQueue>, source: Source): RequestQueue {
  const id = source.kind === 'pro' ? source.account : source.id
  const queue = accounts.get(id) ?? new RequestQueue({ maxRunning: MAX_CHAINS_OF_ACCOUNT })
  accounts.set(id, queue)
  return queue
}

interface SourceRequest {
  readonly source: Source
  readonly address: string
  readonly compare: ReturnType<typeof createChainComparison>
}

/** Never rejects: an error is shown in the row. */
async function askOne(
  deps: EverywhereDeps,
  { source, address, compare }: SourceRequest,
  rows: AddressRows,
  signal: AbortSignal,
): Promise<void> {
  const late = createLateSignal(MAX_SILENT_MS)
  const asking = AbortSignal.any([signal, late.signal])
  const timeout: ChainglassError = { code: 'timeout', afterMs: MAX_SILENT_MS, host: formatSourceHost(source) }
  const errorOf = (error: unknown): ChainglassError => {
    if (late.signal.aborted) return timeout
    if (asking.aborted) return { code: 'cancelled' }
    return deps.toError('everywhere.answers', error)
  }
  const change = (next: Partial<AddressOnChain>) => {
    rows.change(source.id, next)
  }
  change({ state: 'asking' })
  // Reading does not depend on the chain check; the source's own answer shows an error.
  const checking = checkChain(deps.sources, source.id, asking).catch((): ChainCheck => ({ isSure: false }))
  const compared: Compared = { ...source, isSure: checking.then(({ isSure }) => isSure) }
  let comparing: Promise<void> | undefined
  const judged = async () => {
    const { says } = await checking
    if (says !== undefined) rows.refuse(source, { says })
    await comparing
    return !rows.isRefused(source.id)
  }
  try {
    await askAddress(deps, { source: source.id, address }, asking, {
      errorOf,
      mayKeep: judged,
      onAnswer({ answers, missing }) {
        late.restart()
        const page = answers.pages['address-transactions']
        if (page) comparing ??= refuseWrong(compared, compare(compared, page), { ...deps, rows })
        change({ ...rows.factsWith(source.id, answers), missing })
      },
    })
    if (await judged()) change({ state: 'answered' })
  } catch (error) {
    change({ state: 'failed', error: errorOf(error), missing: [] })
  } finally {
    late.end()
  }
}

/** Refuses the wrong one of two sources that have the same rows on different chains. */
async function refuseWrong(
  one: Compared,
  other: Compared | undefined,
  { sources, rows }: Pick<EverywhereDeps, 'sources'> & { readonly rows: AddressRows },
): Promise<void> {
  if (!other) return
  const wrong = await findWrongSource(one, other)
  if (wrong.one) rows.refuse(sources.get(one.id), { sameAs: other.id })
  if (wrong.other) rows.refuse(sources.get(other.id), { sameAs: one.id })
}

/** A signal that aborts after `ms` without a restart. */
function createLateSignal(ms: number) {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
  }, ms)
  return {
    signal: late.signal,
    restart() {
      timer.refresh()
    },
    end() {
      clearTimeout(timer)
    },
  }
}

type Known = Pick<Sources, 'visible' | 'all' | 'accounts' | 'view' | 'get'>

/**
 * Lists the sources that can be asked for an address. The person's sources in their order, then the chains of each
 * account that are not among them.
 */
function everywhereSources(sources: Known): EverywhereSource[] {
  const accounts = new Map(
    sources.view().accounts.map(({ id, name, key }) => [id, { id, name, hasKey: key.state === 'set' }]),
  )
  const listed = new Set(sources.all().map(({ id }) => id))
  const others = sources
    .accounts()
    .flatMap(({ id, chains }) => listProChains(id, chains, []))
    .filter(({ source }) => !listed.has(source))
    .map(({ source }) => sources.get(source))
  return [...sources.visible(), ...others].map((source) => describe(source, accounts))
}

function describe(
  source: Source,
  accounts: ReadonlyMap<string, NonNullable<EverywhereSource['account']>>,
): EverywhereSource {
  const chain = source.chainId === undefined ? undefined : findChain(source.chainId)
  return {
    source: source.id,
    name: source.name,
    host: formatSourceHost(source),
    kind: source.kind,
    coin: source.coin,
    chainId: source.chainId ?? null,
    isTest: source.kind === 'sample' || source.kind === 'node' || chain?.test === true,
    account: source.kind === 'pro' ? (accounts.get(source.account) ?? null) : null,
    credits: source.kind === 'pro' ? CREDITS : null,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const OF_DETAILS = sum(REQUESTED_DETAILS.map((id) => detailEndpoint(id).credits))
/** For an address without rows no list is requested. */
const CREDITS = {
  least: OF_DETAILS,
  most: OF_DETAILS + sum(REQUESTED_LISTS.map((id) => listEndpoint(id).credits)),
}

type AddressRows = ReturnType<typeof createRows>

/** The row of each source, updated by its answers. */
function createRows(coinOf: (source: string) => Coin, emit: (rows: readonly AddressOnChain[]) => void) {
  const rows = new Map<string, AddressOnChain>()
  const kept = new Map<string, KeptAnswers>()
  const refused = new Set<string>()
  return {
    start(source: string, before: KeptAnswers, asks: boolean): AddressOnChain {
      kept.set(source, before)
      const row: AddressOnChain = {
        source,
        state: asks ? 'waiting' : 'unasked',
        error: null,
        facts: factsOf(before.answers, coinOf(source)),
        keptAt: before.keptAt,
        missing: [],
        otherChain: null,
      }
      rows.set(source, row)
      return row
    },
    /** The row of a refused source no longer changes. */
    change(source: string, change: Partial<AddressOnChain>) {
      const before = rows.get(source)
      if (!before || refused.has(source)) return
      const row = { ...before, ...change }
      rows.set(source, row)
      emit([row])
    },
    /** Marks an answer as being from another chain: neither it nor stored data of the source is shown. */
    refuse(source: Source, otherChain: OtherChain) {
      this.change(source.id, {
        state: 'failed',
        error: { code: 'bad_response', kind: 'other_chain', host: formatSourceHost(source) },
        facts: factsOf(NO_ANSWERS, source.coin),
        keptAt: null,
        missing: [],
        otherChain,
      })
      refused.add(source.id)
    },
    isRefused: (source: string) => refused.has(source),
    /** The facts from the answers, and from stored data where there is no answer. */
    factsWith(source: string, answers: AddressAnswers): Pick<AddressOnChain, 'facts' | 'keptAt'> {
      const { answers: before, keptAt } = kept.get(source) ?? { answers: NO_ANSWERS, keptAt: null }
      const joined = { ...before, ...answers, pages: { ...before.pages, ...answers.pages } }
      const hasAll =
        answers.detail !== undefined &&
        (answers.counters !== undefined || before.counters === undefined) &&
        Object.keys(before.pages).every((list) => list in answers.pages)
      return { facts: factsOf(joined, coinOf(source)), keptAt: hasAll ? null : keptAt }
    },
  }
}

/** Facts about a source's chain besides its listing. */
interface ChainCheck {
  /**
   * Whether the chain is certain, because the service named it or the source came with the program: of two sources
   * with the same rows, the certain one is right.
   */
  readonly isSure: boolean
  /** The chain that our own service names, if it differs from the listed one. */
  readonly says?: string
}

/**
 * Finds sources that answer for another chain than they are listed for. Instances do not name their chain, but our
 * own services do; and a transaction in the same block at the same time exists on one chain only. Rejects if the
 * source does not answer.
 */
async function checkChain(
  sources: Pick<Sources, 'get' | 'ready' | 'reportCoin'>,
  id: string,
  signal: AbortSignal,
): Promise<ChainCheck> {
  const source = sources.get(id)
  if (source.kind !== 'instance' || source.ownService !== true || source.chainId === undefined)
    return { isSure: source.builtIn || source.kind !== 'instance' }
  const { baseUrl, secretBaseUrl = baseUrl } = await sources.ready(id)
  const service = await readOwnService(secretBaseUrl, signal)
  const says = service?.chain?.chainId
  if (says === undefined) return { isSure: false }
  if (says !== source.chainId) return { isSure: false, says }
  keepCoinContract(sources, id, service)
  return { isSure: true }
}

interface Compared extends Pick<Source, 'id' | 'chainId'> {
  readonly isSure: Promise<boolean>
}

/** Stores the transactions of each source that answers, and finds two that have the same ones on different chains. */
function createChainComparison() {
  const seen = new Map<string, Compared>()
  return (source: Compared, transactions: Page): Compared | undefined => {
    if (source.chainId === undefined) return undefined
    let other: Compared | undefined
    for (const item of transactions.items as readonly Transaction[]) {
      if (item.block_number == null || item.timestamp == null) continue
      const name = [item.hash.toLowerCase(), item.block_number, item.timestamp].join(' ')
      const first = seen.get(name)
      if (!first) seen.set(name, source)
      else if (first.chainId !== source.chainId) other ??= first
    }
    return other
  }
}

/** Decides which of two sources with the same rows is refused: both, if neither is certain. */
async function findWrongSource(one: Compared, other: Compared): Promise<{ one: boolean; other: boolean }> {
  const [isOneSure, isOtherSure] = await Promise.all([one.isSure, other.isSure])
  const isOpen = isOneSure === isOtherSure
  return { one: isOpen || isOtherSure, other: isOpen || isOneSure }
}
