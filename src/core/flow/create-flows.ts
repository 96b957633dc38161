/** Provides the movements of addresses for flow graphs: read at first use, and cached while nothing changes. */
import { createSharedTasks } from '#platform/shared-tasks.ts'
import { createEmitter } from '#shared/emitter.ts'
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { MAX_FLOW_MOVEMENTS } from '#shared/rpc/contract/flow.ts'
import { throwIfCancelled } from '#shared/errors/failure.ts'
import { wellKnownTokens } from '../tokens/well-known-tokens.ts'
import { archiveOf, isOfArchive, type FlowDeps, type MovementsRequest } from './flow-deps.ts'
import { inMemory, type FlowLedger } from './movements-in-memory.ts'
import { FLOW_LISTS, readMovements, type AddressMovements } from './read-movements.ts'

export interface Flows {
  /**
   * Rejects with `ChainglassFailure`. Callers share a running read, which ends with the last of them. `soFar`:
   * returns the movements read so far.
   */
  get(
    request: MovementsRequest,
    options: { readonly signal: AbortSignal; readonly refresh?: boolean; readonly soFar?: boolean },
  ): Promise<FlowLedger>
  /** Emits the number of rows of a running read; null if there is none. */
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

/** The number of cached movements of all addresses together. */
const MAX_REMEMBERED = 2 * MAX_FLOW_MOVEMENTS
/** The number of addresses that are read at a time: running reads are not in the limit above. */
const MAX_AT_ONCE = 2

export function createFlows(deps: FlowDeps): Flows {
  const remembered = new LruCache<string, Remembered>({
    maxSize: MAX_REMEMBERED,
    sizeOf: ({ ledger }) => 1 + ledger.movements.length,
  })
  const limit = limitConcurrency(MAX_AT_ONCE)
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
  /** Lists are read once, whichever movements the callers need. */
  const read = (key: string, request: MovementsRequest, asked: AbortSignal) =>
    reading.run(key, { signal: asked }, async (signal, state) => {
      try {
        return await limit.run(async () => {
          // A cancelled caller loses its turn.
          throwIfCancelled(signal)
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

/** A new text after a change of stored lists, or of the coin. */
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
