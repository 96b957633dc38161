/** Estimates the cost of keeping lists: the rows that are stored, and the number that the source counts. */
import { MAX_TAB_COUNT } from '#shared/lists/list-endpoint.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { KeepEstimate, KeptList } from '#shared/rpc/contract/keep.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { Sources } from '../sources/sources.ts'
import { creditsOf } from './keep-budgets.ts'

export interface EstimateDeps {
  readonly client: Pick<ApiClient, 'readDetail'>
  readonly archive: Archive
  readonly sources: Sources
}

export interface EstimateRequest {
  readonly source: string
  readonly lists: readonly KeptList[]
  /** Whether counters that are not stored are requested. */
  readonly asksSource: boolean
  readonly signal: AbortSignal
}

type Counters = Readonly<Record<string, unknown>> | undefined
type ReadCounters = (detail: DetailId, list: KeptList) => Promise<Counters>

export async function estimateLists(deps: EstimateDeps, request: EstimateRequest): Promise<KeepEstimate[]> {
  const { archive, sources } = deps
  const of = sources.get(request.source)
  const readCounters = createCounterReader(deps, request)
  const estimates: KeepEstimate[] = []
  for (const list of request.lists) {
    const archived = archive.list({ ...list, source: request.source })
    const counted = Object.keys(list.filters).length === 0 ? await countRows(list, readCounters) : undefined
    const covered = archived?.coverage()
    estimates.push({
      list: list.list,
      params: list.params,
      filters: list.filters,
      loaded: covered?.rows ?? 0,
      isComplete: covered?.isComplete === true,
      total: counted?.total ?? null,
      isAtLeast: counted?.isAtLeast ?? false,
      creditsEach: creditsOf(of, list.list),
    })
  }
  return estimates
}

/** One request reads the counters of several lists of a thing. */
function createCounterReader(
  { client, archive, sources }: EstimateDeps,
  { source, asksSource, signal }: EstimateRequest,
): ReadCounters {
  const known = new Map<string, Promise<Counters>>()

  async function read(detail: DetailId, params: Readonly<Record<string, string>>): Promise<Counters> {
    const request = { source, detail, params }
    const archived = archive.detail(request)?.item as Counters
    if (archived || !asksSource) return archived
    try {
      const item = await client.readDetail(await sources.ready(source), detail, params, { signal })
      archive.writeDetail(request, item)
      return item as Counters
    } catch (error) {
      // A source need not count: then the number is unknown.
      if (error instanceof ChainglassFailure) return undefined
      throw error
    }
  }
  return (detail, { params }) => {
    const name = `${detail} ${JSON.stringify(params)}`
    const reading = known.get(name) ?? read(detail, params)
    known.set(name, reading)
    return reading
  }
}

/** Uses the counter of the list, else that of its tab, which is exact up to 50. */
async function countRows(list: KeptList, read: ReadCounters) {
  const { counter, tabCounter } = listEndpoint(list.list)
  const counted = counter && parseCount((await read(counter.detail, list))?.[counter.field])
  if (counted !== undefined) return { total: counted, isAtLeast: false }
  const inTab = tabCounter && parseCount((await read('address-tab-counters', list))?.[tabCounter])
  if (inTab === undefined) return undefined
  return inTab > MAX_TAB_COUNT
    ? { total: MAX_TAB_COUNT, isAtLeast: true }
    : { total: inTab, isAtLeast: false }
}

function parseCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
