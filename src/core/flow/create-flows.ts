/** The movements of addresses for graphs: read when they are first asked for, and remembered while nothing came. */
import { LruCache } from '#shared/lru-cache.ts'
import { MAX_FLOW_MOVEMENTS } from '#shared/rpc/contract/flow.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { wellKnownTokens } from '../tokens/well-known-tokens.ts'
import { archiveOf, isOfArchive, type FlowDeps } from './flow-deps.ts'
import { inMemory, type FlowLedger } from './movements-in-memory.ts'
import type { MovementsRequest } from './movements-request.ts'
import { FLOW_LISTS, readMovements } from './read-movements.ts'

export interface Flows {
  /** Rejects with `ChainglassFailure`. */
  get(request: MovementsRequest, options: { signal: AbortSignal; refresh?: boolean }): Promise<FlowLedger>
}

interface Remembered {
  readonly ledger: FlowLedger
  readonly version: string
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
  const read = async (request: MovementsRequest, signal: AbortSignal) =>
    inMemory(
      await readMovements(deps, request, signal),
      request.address,
      new Set(
        wellKnownTokens(deps.sources.get(request.source).chainId ?? '').map(({ address }) =>
          address.toLowerCase(),
        ),
      ),
    )

  return {
    get: ({ source, ...rest }, { signal, refresh = false }) =>
      turns(signal, async () => {
        const request = { source, address: rest.address.toLowerCase() }
        const key = `${source} ${request.address}`
        const { contract = '', wrapped } = deps.sources.get(source).coin
        const version = [versionOf(deps, request), contract, wrapped?.address].join(' ')
        const known = refresh ? undefined : remembered.get(key)
        if (known?.version === version) return known.ledger
        const ledger = await read(request, signal)
        remembered.set(key, { ledger, version })
        return ledger
      }),
  }
}

/** Of kept lists: another text once anything of them is another. */
function versionOf(deps: FlowDeps, { source, address }: MovementsRequest): string {
  if (!isOfArchive(deps, source)) return ''
  const archive = archiveOf(deps, source)
  return JSON.stringify(
    FLOW_LISTS.map((list) => {
      const held = archive?.list({ source, list, params: { address_hash: address }, filters: {} })
      const { rows, readAt, isComplete, bytes } = held?.coverage() ?? {}
      return [rows, readAt, isComplete, bytes]
    }),
  )
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
