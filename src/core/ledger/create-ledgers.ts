/** Ledgers of addresses: made when they are first asked for, and remembered until they are made anew. */
import { createEmitter } from '#shared/emitter.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { MAX_LEDGER_ROWS, type LedgerList, type LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { createRowCollector, LEDGER_LISTS, type LedgerListId, type RowCollector } from './collect-rows.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { wrappedCoinOf } from './rules/wrapped-coin.ts'
import { createQuestions } from './proof/ask-source.ts'
import { prove } from './proof/prove.ts'
import { isCounted, readList, type ReadDeps } from './read-lists.ts'
import { askingAbout, readReported } from './read-reported.ts'

export interface LedgerName {
  readonly source: string
  readonly address: string
}

/** A ledger, or only what can be said of lists that are not whole. */
export type Made = Ledger | { readonly proof: LedgerProof; readonly size: number }

export interface Ledgers {
  /** Rejects with `ChainglassFailure`. What is being made is shared; it ends with the last who waits. */
  get(name: LedgerName, options: { readonly signal: AbortSignal; readonly refresh?: boolean }): Promise<Made>
  onProgress(name: LedgerName, listener: (progress: { readonly rows: number } | null) => void): () => void
  /** Everything that is remembered, and what is being made. */
  forget(): void
}

/** Movements that are remembered, of all ledgers. */
const MAX_REMEMBERED = 2 * MAX_LEDGER_ROWS
/** Requests for finding gaps: at our own services, and at a source that counts them. */
const MAX_ASKED = { here: 2_000, elsewhere: 60 } as const
/** A list that moved on meanwhile is read on, so often. */
const MAX_TRIES = 5

interface Making {
  readonly made: Promise<Made>
  readonly controller: AbortController
  waiting: number
  rows: number
}

export function createLedgers(deps: ReadDeps & { readonly now?: () => number }): Ledgers {
  const { now = Date.now } = deps
  const remembered = new LruCache<string, Made>({ maxSize: MAX_REMEMBERED, sizeOf: ({ size }) => size })
  const making = new Map<string, Making>()
  const progress = createEmitter<{ readonly key: string; readonly rows: number | null }>()
  let revision = 0

  function start(key: string, name: LedgerName): Making {
    const controller = new AbortController()
    const { signal } = controller
    const one: Making = {
      controller,
      waiting: 0,
      rows: 0,
      made: makeLedger(deps, name, {
        signal,
        revision: (revision += 1),
        readAt: now(),
        onRows: (rows) => {
          one.rows = rows
          progress.emit({ key, rows })
        },
      })
        .then((ledger) => {
          if (making.get(key) === one) remembered.set(key, ledger)
          return ledger
        })
        .finally(() => {
          end(key, one)
        }),
    }
    making.set(key, one)
    return one
  }

  /** Whoever asks from now on has another one made. */
  function end(key: string, one: Making) {
    if (making.get(key) !== one) return
    making.delete(key)
    progress.emit({ key, rows: null })
  }

  return {
    async get(name, { signal, refresh = false }) {
      const key = keyOf(name)
      const known = refresh || making.has(key) ? undefined : remembered.get(key)
      if (known) return known
      signal.throwIfAborted()
      const one = making.get(key) ?? start(key, name)
      one.waiting += 1
      const { promise, reject } = Promise.withResolvers<never>()
      const cancel = () => {
        one.waiting -= 1
        if (one.waiting === 0) {
          end(key, one)
          one.controller.abort()
        }
        reject(new ChainglassFailure({ code: 'cancelled' }))
      }
      signal.addEventListener('abort', cancel, { once: true })
      return Promise.race([one.made, promise]).finally(() => {
        signal.removeEventListener('abort', cancel)
      })
    },
    onProgress(name, listener) {
      const key = keyOf(name)
      const one = making.get(key)
      listener(one ? { rows: one.rows } : null)
      return progress.on((said) => {
        if (said.key === key) listener(said.rows === null ? null : { rows: said.rows })
      })
    },
    forget() {
      remembered.clear()
      for (const [key, one] of making) {
        end(key, one)
        one.controller.abort()
      }
    },
  }
}

const keyOf = ({ source, address }: LedgerName) => `${source} ${address.toLowerCase()}`

interface MakeOptions {
  readonly signal: AbortSignal
  readonly revision: number
  readonly readAt: number
  readonly onRows: (rows: number) => void
}

async function makeLedger(deps: ReadDeps, name: LedgerName, options: MakeOptions): Promise<Made> {
  const { source } = name
  const address = name.address.toLowerCase()
  const { signal, revision, readAt } = options
  const collector = createRowCollector({ address }, wrappedCoinOf(deps.sources.get(source).chainId))
  const lists = createListReader(deps, { source, address }, collector, options)
  await lists.read(false)
  for (let tries = 1; ; tries += 1) {
    const early = lists.unusable()
    if (early) return { size: 1, proof: proofWithout(early, { revision, readAt, lists: lists.states() }) }
    const hasHistory = lists.stateOf('address-coin-balances') === 'whole'
    const collected = collector.collected({ hasHistory })
    const reported = await readReported(deps, source, address, signal)
    const maxAsked = isCounted(deps.sources, source) ? MAX_ASKED.elsewhere : MAX_ASKED.here
    const questions = createQuestions(askingAbout(deps, source, signal), address, maxAsked)
    const proven = await prove({
      address,
      collected,
      reported,
      hasHistory,
      hasInternals: lists.stateOf('address-internal-transactions') !== 'absent',
      isNoticed: lists.states().some(({ state }) => state === 'noticed'),
      questions,
    })
    const assets = new Map([...reported.assets, ...collected.assets])
    const ledger = createLedger(proven, {
      revision,
      readAt,
      lists: lists.states(),
      assets,
      asked: questions.asked,
    })
    // Where it differs, that may be because something came meanwhile.
    if (ledger.proof.state === 'adds_up' || tries === MAX_TRIES || (await lists.read(true)) === 0)
      return ledger
  }
}

function createListReader(
  deps: ReadDeps,
  { source, address }: LedgerName,
  collector: RowCollector,
  { signal, onRows }: MakeOptions,
) {
  const states = new Map<LedgerListId, LedgerList>()
  return {
    /** Returns how many rows came. `onlyHead`: of lists that were read before. */
    async read(onlyHead: boolean): Promise<number> {
      const before = collector.rows
      for (const list of LEDGER_LISTS) {
        const known = states.get(list)
        if (onlyHead && known?.state === 'absent') continue
        let unread = known?.unread ?? 0
        const request = { source, list, params: { address_hash: address } }
        const state = await readList(deps, request, {
          signal,
          onlyHead,
          onPage(page) {
            const added = collector.add(list, page)
            unread += page.unread.length
            onRows(collector.rows)
            return collector.rows > MAX_LEDGER_ROWS ? 'end' : added
          },
        })
        const rows = collector.rowsOf(list)
        states.set(list, { list, rows, unread, ...(onlyHead && known ? { ...known, rows, unread } : state) })
        if (collector.rows > MAX_LEDGER_ROWS) break
      }
      return collector.rows - before
    },
    stateOf: (list: LedgerListId) => states.get(list)?.state,
    states: (): readonly LedgerList[] => [...states.values()],
    /** Why nothing can be proven. The history of the balance is only what rows are held against. */
    unusable(): 'too_many' | 'incomplete' | undefined {
      if (collector.rows > MAX_LEDGER_ROWS) return 'too_many'
      const isIncomplete = [...states.values()].some(
        ({ list, state }) => list !== 'address-coin-balances' && state === 'incomplete',
      )
      return isIncomplete ? 'incomplete' : undefined
    },
  }
}

const proofWithout = (
  state: 'too_many' | 'incomplete',
  facts: Pick<LedgerProof, 'revision' | 'readAt' | 'lists'>,
): LedgerProof => ({ ...facts, state, movements: 0, block: null, assets: [], assetCount: 0, asked: 0 })
