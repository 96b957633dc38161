/**
 * The calls and events `everywhere.*`: one address is requested from many sources at once, and each answer is emitted
 * as it comes.
 */
import type { AddressOnChain, everywhereCalls, everywhereEvents } from '#shared/rpc/contract/everywhere.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { formatSourceHost, type Source } from '#shared/source.ts'
import { delay } from '#platform/delay.ts'
import { RequestQueue } from '#platform/rate-limiter/request-queue.ts'
import { createRows, type AddressRows } from './address-rows.ts'
import { everywhereSources } from './everywhere-sources.ts'
import {
  checkChain,
  createChainComparison,
  findWrongSource,
  type ChainCheck,
  type Compared,
} from './other-chains.ts'
import { askAddress, readKept, type ReadAddressDeps } from './read-address.ts'

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
