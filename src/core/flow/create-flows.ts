/** The movements of addresses for graphs: read when they are first asked for, and remembered while nothing came. */
import { createSharedTasks } from '#platform/shared-tasks.ts'
import { createEmitter } from '#shared/emitter.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { MAX_FLOW_MOVEMENTS } from '#shared/rpc/contract/flow.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { wellKnownTokens } from '../tokens/well-known-tokens.ts'
import { archiveOf, isOfArchive, type FlowDeps } from './flow-deps.ts'
import { inMemory, type FlowLedger } from './movements-in-memory.ts'
import type { MovementsRequest } from './movements-request.ts'
import { FLOW_LISTS, readMovements, type AddressMovements } from './read-movements.ts'

export interface Flows {
  /**
   * Rejects with `ChainglassFailure`. What is being read is shared; it ends with the last who waits. `soFar`: what was
   * read by now of what is being read.
   */
  get(
    request: MovementsRequest,
    options: { readonly signal: AbortSignal; readonly refresh?: boolean; readonly soFar?: boolean },
  ): Promise<FlowLedger>
  /** Rows that were read of what is being read; null where nothing is. */
  onProgress(
    request: MovementsRequest,
    listener: (progress: { readonly rows: number } | null) => void,
  ): () => void
}

interface Remembered {
  readonly ledger: FlowLedger
  readonly version: string
}

interface Reading {
  rows: number
  soFar?: () => AddressMovements
}

/** Of all addresses together. */
const MAX_REMEMBERED = 2 * MAX_FLOW_MOVEMENTS
/** Addresses that are read at a time: what is not done yet is not in the bound above. */
const MAX_AT_ONCE = 2

export function createFlows(deps: FlowDeps): Flows {
  const remembered = new LruCache<string, Remembered>({
    maxSize: MAX_REMEMBERED,
    sizeOf: ({ ledger }) => 1 + ledger.movements.length,
  })
  const turns = createTurns(MAX_AT_ONCE)
  const reading = createSharedTasks((): Reading => ({ rows: 0 }))
  const progress = createEmitter<{ readonly key: string; readonly rows: number | null }>()
  const toLedger = ({ source, address }: MovementsRequest, found: AddressMovements) =>
    inMemory(
      found,
      address,
      new Set(
        wellKnownTokens(deps.sources.get(source).chainId ?? '').map(({ address }) => address.toLowerCase()),
      ),
    )
  /** The same lists are read once, whoever asks for which of their movements. */
  const read = (key: string, request: MovementsRequest, asked: AbortSignal) =>
    reading.run(key, { signal: asked }, async (signal, state) => {
      try {
        return await turns(signal, async () => {
          const version = versionOf(deps, request)
          const found = await readMovements(deps, request, {
            signal,
            onRows(rows, soFar) {
              Object.assign(state, { rows, soFar })
              progress.emit({ key, rows })
            },
          })
          const ledger = await toLedger(request, found)
          remembered.set(key, { ledger, version })
          return ledger
        })
      } finally {
        progress.emit({ key, rows: null })
      }
    })

  return {
    async get({ source, ...rest }, { signal, refresh = false, soFar = false }) {
      const request = { source, address: rest.address.toLowerCase() }
      const key = keyOf(request)
      const found = soFar ? reading.get(key)?.soFar?.() : undefined
      if (found) return toLedger(request, found)
      const known = refresh ? undefined : remembered.get(key)
      return known?.version === versionOf(deps, request) ? known.ledger : read(key, request, signal)
    },
    onProgress(request, listener) {
      const key = keyOf(request)
      const rows = reading.get(key)?.rows
      listener(rows === undefined ? null : { rows })
      return progress.on((said) => {
        if (said.key === key) listener(said.rows === null ? null : { rows: said.rows })
      })
    },
  }
}

const keyOf = ({ source, address }: MovementsRequest) => `${source} ${address.toLowerCase()}`

/** Another text once anything of kept lists, or of the coin, is another. */
function versionOf(deps: FlowDeps, { source, address }: MovementsRequest): string {
  const { contract, wrapped } = deps.sources.get(source).coin
  const archive = isOfArchive(deps, source) ? archiveOf(deps, source) : undefined
  return JSON.stringify([
    contract,
    wrapped?.address,
    FLOW_LISTS.map((list) => {
      const archived = archive?.list({ source, list, params: { address_hash: address }, filters: {} })
      const { rows, readAt, isComplete, bytes } = archived?.coverage() ?? {}
      return [rows, readAt, isComplete, bytes]
    }),
  ])
}

/** So many at a time; whoever is cancelled goes without a turn. */
function createTurns(max: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (running >= max)
      await new Promise<void>((go) => {
        waiting.push(go)
      })
    else running += 1
    try {
      if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
