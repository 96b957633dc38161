/** Ledgers of addresses: made when they are first asked for, and remembered until they are made anew. */
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
  /** Addresses that are one with it. */
  readonly others?: readonly string[] | undefined
}

/** A ledger, or only what can be said of lists that are not whole. */
export type Made = Ledger | { readonly proof: LedgerProof; readonly size: number }

export interface Ledgers {
  /** Rejects with `ChainglassFailure`. What is being made is shared; it ends with the last who waits. */
  get(name: LedgerName, options: { readonly signal: AbortSignal; readonly refresh?: boolean }): Promise<Made>
  onProgress(name: LedgerName, listener: (progress: LedgerProgress | null) => void): () => void
  /** As `get`; `work` is done again where the ledger is made again meanwhile. */
  use<T>(
    name: LedgerName,
    options: { readonly signal: AbortSignal },
    work: (made: Made) => Promise<T>,
  ): Promise<T>
  /** What was made, and what is being made. Of a source, or of an address; of everything where neither is said. */
  forget(source?: string | null, address?: string | null): Promise<void>
  /** Of sources for which this is false. */
  keepSources(isKnown: (source: string) => boolean): void
  close(): void
}

/** Movements that are remembered, of all ledgers. */
const MAX_REMEMBERED = 2 * MAX_LEDGER_ROWS
/** What one counts for at least: its proof and its assets stay in memory, wherever its movements lie. */
const MIN_SIZE = MAX_REMEMBERED / 40
/** Requests for finding gaps: at our own services, and at a source that counts them. */
const MAX_ASKED = { here: 2_000, elsewhere: 60 } as const
/** Of one ledger: a filter asks for that of each movement. */
const MAX_ASSETS_IN_MEMORY = 10_000
/** A list that moved on meanwhile is read on, so often. */
const MAX_TRIES = 5

export function createLedgers(deps: LedgerDeps & { readonly now?: () => number }): Ledgers {
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

/** Ledgers that are being made: each once, for all who wait for it, until the last of them goes away. */
function createWorkshop(
  deps: LedgerDeps & { readonly now?: () => number },
  { onMade, onFound }: { readonly onMade: (key: string, made: Made) => void; readonly onFound: () => void },
) {
  const { now = Date.now } = deps
  const making = createSharedTasks((): { progress: LedgerProgress } => ({
    progress: { step: 'reading', rows: 0 },
  }))
  const told = createEmitter<{ readonly key: string; readonly progress: LedgerProgress | null }>()
  let revision = 0

  return {
    onProgress: (listener: Parameters<typeof told.on>[0]) => told.on(listener),
    /** Null where it is not being made. */
    progress: (key: string) => making.get(key)?.progress ?? null,
    make: (key: string, name: LedgerName, signal: AbortSignal): Promise<Made> =>
      making.run(key, { signal }, async (signal, state) => {
        const end = () => {
          told.emit({ key, progress: null })
        }
        // At once: whoever asks from then on has another one made.
        signal.addEventListener('abort', end, { once: true })
        try {
          const made = await makeLedger(deps, name, {
            signal,
            revision: (revision += 1),
            readAt: now(),
            onFound,
            onProgress: (progress) => {
              state.progress = progress
              told.emit({ key, progress })
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

/** With what is known of the coin: a ledger that was made without it is another. */
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
  /** Something about the source: ledgers that were made of it before are others now. */
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
    const { history, hidden, unsettled } = place.store().state(ledger)
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
      unsettled,
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
      // What its rows say of it; else what the list of what the address holds does.
      assetOf: (id) =>
        assets.getOrMake(
          id,
          () => place.store().asset(ledger, id) ?? reported.assets.get(id) ?? { ...COIN_ASSET, id },
        ),
      asked: questions.asked,
    })
    // Where it differs, that may be because something came meanwhile.
    if (view.proof.state === 'adds_up' || tries === MAX_TRIES || !(await maker.hasMovedOn())) return view
  }
}

const proofWithout = (
  state: 'too_many' | 'incomplete',
  facts: Pick<LedgerProof, 'revision' | 'readAt' | 'lists'>,
): LedgerProof => ({ ...facts, state, movements: 0, block: null, assets: [], assetCount: 0, asked: 0 })
