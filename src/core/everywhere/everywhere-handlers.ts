/** The call and the events `everywhere.*`: one address, asked of many sources at once, each answer told as it comes. */
import type {
  AddressOnChain,
  everywhereCalls,
  everywhereEvents,
  OtherChain,
} from '#shared/rpc/contract/everywhere.ts'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { formatSourceHost, type Source } from '#shared/source.ts'
import { delay } from '#platform/delay.ts'
import { RequestQueue } from '#platform/rate-limiter/request-queue.ts'
import { factsOf, NO_ANSWERS, type AddressAnswers } from './address-facts.ts'
import { everywhereSources } from './everywhere-sources.ts'
import { createChainComparison, readOtherChain } from './other-chains.ts'
import { askAddress, readKept, type ReadAddressDeps } from './read-address.ts'

export interface EverywhereDeps extends ReadAddressDeps {
  /** As a window is told of it; a fault of ours goes to the log. */
  readonly toError: (name: string, error: unknown) => ChainglassError
  /** A source that has not said everything by then is asked no longer. */
  readonly maxAskedMs?: number
}

/** Counting over a large address takes instances up to half a minute. */
const MAX_ASKED_MS = 45_000
/** Sources asked at the same time; chains of one account share its limit of requests, so fewer of these. */
const MAX_SOURCES_AT_ONCE = 16
const MAX_CHAINS_OF_ACCOUNT = 3
/** One that takes longer than this does not hold up the next. */
const SLOW_MS = 3_000

export const everywhereHandlers = ({
  sources,
}: Pick<EverywhereDeps, 'sources'>): Pick<Handlers, keyof typeof everywhereCalls> => ({
  'everywhere.sources': () => everywhereSources(sources),
})

export const everywhereStreams = (deps: EverywhereDeps): Pick<Streams, keyof typeof everywhereEvents> => ({
  'everywhere.answers': ({ address, sources: ids, asks }, emit) => {
    const ended = new AbortController()
    const rows = createRows(emit)
    const known = [...new Set(ids)].flatMap((id) => find(deps.sources, id) ?? [])
    emit(known.map(({ id }) => rows.start(id, readKept(deps, { source: id, address }), asks)))
    if (asks) askAll(deps, address, known, rows, ended.signal)
    return () => {
      ended.abort()
    }
  },
})

type Rows = ReturnType<typeof createRows>

/** What stands in the row of each source now. */
function createRows(emit: (rows: readonly AddressOnChain[]) => void) {
  const rows = new Map<string, AddressOnChain>()
  const kept = new Map<string, ReturnType<typeof readKept>>()
  return {
    start(source: string, held: ReturnType<typeof readKept>, asks: boolean): AddressOnChain {
      kept.set(source, held)
      const row: AddressOnChain = {
        source,
        state: asks ? 'waiting' : 'unasked',
        error: null,
        facts: factsOf(held.answers),
        keptAt: held.keptAt,
        missing: [],
        otherChain: null,
      }
      rows.set(source, row)
      return row
    },
    change(source: string, change: Partial<AddressOnChain>) {
      const before = rows.get(source)
      if (!before) return
      const row = { ...before, ...change }
      rows.set(source, row)
      emit([row])
    },
    /** What was answered, over what is kept. */
    factsWith(source: string, answers: AddressAnswers): Pick<AddressOnChain, 'facts' | 'keptAt'> {
      const { answers: held, keptAt } = kept.get(source) ?? { answers: NO_ANSWERS, keptAt: null }
      const joined = { ...held, ...answers, pages: { ...held.pages, ...answers.pages } }
      const hasAll =
        answers.detail !== undefined &&
        (answers.counters !== undefined || held.counters === undefined) &&
        Object.keys(held.pages).every((list) => list in answers.pages)
      return { facts: factsOf(joined), keptAt: hasAll ? null : keptAt }
    },
  }
}

function askAll(
  deps: EverywhereDeps,
  address: string,
  known: readonly Source[],
  rows: Rows,
  signal: AbortSignal,
) {
  const all = new RequestQueue({ maxRunning: MAX_SOURCES_AT_ONCE })
  const accounts = new Map<string, RequestQueue>()
  const compare = createChainComparison()
  for (const source of known) {
    const ask = () => askOne({ ...deps, compare }, { source, address }, rows, signal)
    const run = () => all.run({ signal }, () => withinMs(SLOW_MS, ask, signal))
    // A turn that was given up is told nowhere: nobody waits for it.
    void queueOf(accounts, source)
      .run({ signal }, run)
      .catch(() => undefined)
  }
}

/** Until it is done, or so long. It goes on behind then. */
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

type AskingDeps = EverywhereDeps & { readonly compare: ReturnType<typeof createChainComparison> }

/** Never rejects: what goes wrong stands in the row. */
async function askOne(
  deps: AskingDeps,
  { source, address }: { readonly source: Source; readonly address: string },
  rows: Rows,
  signal: AbortSignal,
): Promise<void> {
  const { maxAskedMs = MAX_ASKED_MS } = deps
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
  }, maxAskedMs)
  const asking = AbortSignal.any([signal, late.signal])
  const timeout: ChainglassError = { code: 'timeout', afterMs: maxAskedMs, host: formatSourceHost(source) }
  const errorOf = (error: unknown): ChainglassError => {
    if (late.signal.aborted) return timeout
    if (asking.aborted) return { code: 'cancelled' }
    return deps.toError('everywhere.answers', error)
  }
  let isDone = false
  const change = (next: Partial<AddressOnChain>) => {
    if (!isDone && !signal.aborted) rows.change(source.id, next)
  }
  const markOther = (otherChain: OtherChain) => {
    change({ otherChain })
  }
  change({ state: 'asking' })
  try {
    const checking = readOtherChain(deps.sources, source.id, asking).then(
      (says) => {
        if (says !== undefined) markOther({ says })
      },
      // Who it is is not needed to read it; its own answer tells what is wrong.
      () => undefined,
    )
    await askAddress(deps, { source: source.id, address }, asking, {
      errorOf,
      onAnswer({ answers, missing }) {
        const page = answers.pages['address-transactions']
        const same = page && deps.compare(source, page)
        if (same) markOther({ sameAs: same.id })
        if (same) rows.change(same.id, { otherChain: { sameAs: source.id } })
        change({ ...rows.factsWith(source.id, answers), missing })
      },
    })
    await checking
    change({ state: 'answered' })
  } catch (error) {
    change({ state: 'failed', error: errorOf(error) })
  } finally {
    isDone = true
    clearTimeout(timer)
  }
}

function find(sources: EverywhereDeps['sources'], id: string): Source | undefined {
  try {
    return sources.get(id)
  } catch {
    return undefined
  }
}
