/** Ledgers of addresses: made at the first request, and kept in memory until they are made again. */
import { createSharedTasks } from '#platform/shared-tasks.ts'
import { createEmitter } from '#shared/emitter.ts'
import { LruCache } from '#shared/lru-cache.ts'
import {
  MAX_LEDGER_ROWS,
  type LedgerAsset,
  type LedgerProgress,
  type LedgerProof,
} from '#shared/rpc/contract/ledger.ts'
import type { LedgerListId } from './collect-rows.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { LedgerChanged } from './movements.ts'
import { createMaker, type LedgerDeps } from './make-from-lists.ts'
import { COIN_ASSET } from './movement.ts'
import { createQuestions } from './proof/ask-source.ts'
import { findWrapped } from './find-wrapped.ts'
import { prove } from './proof/prove.ts'
import { isCounted } from './read-lists.ts'
import { askingAbout, readReported } from './read-reported.ts'

export interface LedgerName {
  readonly source: string
  readonly address: string
  /** Addresses counted together with `address`. */
  readonly others?: readonly string[] | undefined
}

/** A ledger, or only its proof if its lists are incomplete. */
export type Made = Ledger | { readonly proof: LedgerProof; readonly size: number }

export interface Ledgers {
  /**
   * Gets a ledger, or makes it. Rejects with `ChainglassFailure`. Concurrent callers share one run, which is cancelled when
   * the last of them aborts.
   */
  get(name: LedgerName, options: { readonly signal: AbortSignal; readonly refresh?: boolean }): Promise<Made>
  onProgress(name: LedgerName, listener: (progress: LedgerProgress | null) => void): () => void
  /** Gets a ledger and runs `work` with it; runs `work` again if the ledger was made again meanwhile. */
  use<T>(
    name: LedgerName,
    options: { readonly signal: AbortSignal },
    work: (made: Made) => Promise<T>,
  ): Promise<T>
  /** Forgets ledgers and cancels those being made: of a source, of an address, or all if neither is given. */
  forget(source?: string | null, address?: string | null): Promise<void>
  /** Forgets the ledgers of sources for which `isKnown` is false. */
  keepSources(isKnown: (source: string) => boolean): void
  close(): void
}

/** Maximum number of movements kept in memory, over all ledgers. */
const MAX_REMEMBERED = 2 * MAX_LEDGER_ROWS
/** Minimum size that a ledger counts for, because its proof and assets stay in memory wherever its movements are. */
const MIN_SIZE = MAX_REMEMBERED / 40
/** Maximum number of requests to locate gaps: at our own services, and at sources that count requests. */
const MAX_ASKED = { here: 2_000, elsewhere: 60 } as const
/** Maximum number of assets cached for one ledger; a filter asks for the asset of each movement. */
const MAX_ASSETS_IN_MEMORY = 10_000
/** Maximum number of runs when a list grows while its ledger is made. */
const MAX_TRIES = 5

export function createLedgers(deps: LedgerDeps): Ledgers {
  const remembered = new LruCache<string, Made>({
    maxSize: MAX_REMEMBERED,
    sizeOf: ({ size }) => Math.max(MIN_SIZE, size),
  })
  const workshop = createWorkshop(deps, {
    onMade(key, made) {
      remembered.set(key, made)
    },
    onFound() {
      remembered.clear()
    },
  })
  const keyOf = createKeyOf(deps)
  function forgetMade() {
    remembered.clear()
    workshop.endAll()
  }
  deps.kept.onGone(forgetMade)

  async function get(
    name: LedgerName,
    { signal, refresh = false }: { readonly signal: AbortSignal; readonly refresh?: boolean },
  ): Promise<Made> {
    const key = keyOf(name)
    const known = refresh || workshop.progress(key) !== null ? undefined : remembered.get(key)
    return known ?? workshop.make(key, name, signal)
  }

  return {
    get,
    async use(name, { signal }, work) {
      try {
        return await work(await get(name, { signal }))
      } catch (error) {
        if (!(error instanceof LedgerChanged)) throw error
        remembered.delete(keyOf(name))
        return work(await get(name, { signal }))
      }
    },
    onProgress(name, listener) {
      const key = keyOf(name)
      listener(workshop.progress(key))
      return workshop.onProgress((said) => {
        if (said.key === key) listener(said.progress)
      })
    },
    forget(source = null, address = null) {
      forgetMade()
      return deps.kept.forget(source, address?.toLowerCase() ?? null)
    },
    keepSources(isKnown) {
      deps.kept.keepSources(isKnown)
    },
    close() {
      forgetMade()
      deps.kept.close()
    },
  }
}

/** The ledgers being made. Callers share one run for each key; it is cancelled when the last of them aborts. */
function createWorkshop(
  deps: LedgerDeps,
  { onMade, onFound }: { readonly onMade: (key: string, made: Made) => void; readonly onFound: () => void },
) {
  const making = createSharedTasks((): { progress: LedgerProgress } => ({
    progress: { step: 'reading', rows: 0 },
  }))
  const progressed = createEmitter<{ readonly key: string; readonly progress: LedgerProgress | null }>()
  let revision = 0

  return {
    onProgress: (listener: Parameters<typeof progressed.on>[0]) => progressed.on(listener),
    /** Null if the ledger is not being made. */
    progress: (key: string) => making.get(key)?.progress ?? null,
    make: (key: string, name: LedgerName, signal: AbortSignal): Promise<Made> =>
      making.run(key, { signal }, async (signal, state) => {
        const end = () => {
          progressed.emit({ key, progress: null })
        }
        // Ends at once on abort, so that the next caller starts a new run.
        signal.addEventListener('abort', end, { once: true })
        try {
          const made = await makeLedger(deps, name, {
            signal,
            revision: (revision += 1),
            readAt: Date.now(),
            onFound,
            onProgress: (progress) => {
              state.progress = progress
              progressed.emit({ key, progress })
            },
          })
          if (!signal.aborted) onMade(key, made)
          return made
        } finally {
          signal.removeEventListener('abort', end)
          if (!signal.aborted) end()
        }
      }),
    endAll: making.abortAll,
  }
}

/** The key contains the contract of the coin, because a ledger made without it differs. */
const createKeyOf =
  ({ sources }: Pick<LedgerDeps, 'sources'>) =>
  ({ source, address }: LedgerName) => {
    const known = sources.all().find(({ id }) => id === source)
    return `${source} ${address.toLowerCase()} ${known?.coin.contract ?? ''}`
  }

interface MakeOptions {
  readonly signal: AbortSignal
  readonly revision: number
  readonly readAt: number
  readonly onProgress: (progress: LedgerProgress) => void
  /** Called when a fact about the source was found that changes its other ledgers. */
  readonly onFound: () => void
}

async function makeLedger(deps: LedgerDeps, name: LedgerName, options: MakeOptions): Promise<Made> {
  const { source } = name
  const address = name.address.toLowerCase()
  const { signal, revision, readAt } = options
  const tell = (step: LedgerProgress['step']) => (rows: number) => {
    options.onProgress({ step, rows })
  }
  const job = { signal, onRows: tell('adding_up') }
  const maker = createMaker(deps, { source, address }, { ...job, onRead: tell('reading') })
  for (let tries = 1; ; tries += 1) {
    const made = await maker.make()
    const { lists } = made
    if (made.problem) return { size: 1, proof: proofWithout(made.problem, { revision, readAt, lists }) }
    const { ledger, place } = made
    const { history, hidden, unsettled: incomplete } = place.store().state(ledger)
    const reported = await readReported(deps, source, address, signal)
    const reader = place.store().reader(ledger)
    const wrapped = await findWrapped(deps, { source, address, reader, reported, signal })
    if (wrapped && tries < MAX_TRIES) {
      deps.sources.reportCoin(source, { wrapped })
      options.onFound()
      continue
    }
    const maxAsked = isCounted(deps.sources, source) ? MAX_ASKED.elsewhere : MAX_ASKED.here
    const questions = createQuestions(askingAbout(deps, source, signal), address, maxAsked)
    const stateOf = (id: LedgerListId) => lists.find(({ list }) => list === id)?.state
    const proven = await prove({
      address,
      reader,
      history,
      hidden: new Set(hidden),
      incomplete,
      claimed: deps.sources.get(source).coin.withdrawals?.token,
      reported,
      hasInternals: stateOf('address-internal-transactions') !== 'absent',
      isNoticed: lists.some(({ state }) => state === 'noticed'),
      questions,
      signal,
      async remove(undone) {
        const blocks = undone.map(({ block }) => block)
        const removal = {
          verb: 'remove',
          ledger,
          rows: undone.map(({ row }) => row),
          bottom: Math.min(...blocks),
          top: Math.max(...blocks),
        } as const
        await place.run(removal, job)
        return place.store().reader(ledger)
      },
    })
    const assets = new LruCache<string, LedgerAsset>({ maxSize: MAX_ASSETS_IN_MEMORY })
    const view = createLedger(proven, {
      revision,
      readAt,
      lists,
      // The asset from its movements; else from the list of the address's tokens.
      assetOf: (id) =>
        assets.getOrMake(
          id,
          () => place.store().asset(ledger, id) ?? reported.assets.get(id) ?? { ...COIN_ASSET, id },
        ),
      requests: questions.requestCount,
    })
    // A difference may come from rows that arrived meanwhile, so the ledger is made again if the lists have changed.
    if (view.proof.state === 'adds_up' || tries === MAX_TRIES || !(await maker.hasMovedOn())) return view
  }
}

const proofWithout = (
  state: 'too_many' | 'incomplete',
  facts: Pick<LedgerProof, 'revision' | 'readAt' | 'lists'>,
): LedgerProof => ({ ...facts, state, movements: 0, block: null, assets: [], assetCount: 0, asked: 0 })
