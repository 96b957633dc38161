/** Pages about the service itself: its OpenAPI document, metrics for Prometheus, and health. */
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ChainReader } from '../../chain-reader.ts'
import { createOpenApiDocument } from '../openapi/openapi-document.ts'
import { type ApiResponse, json } from '../response.ts'
import { SERVICE_PATHS, type ServicePage } from '../routes.ts'
import { processLines } from './process-metrics.ts'

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface ServicePages {
  /** The function that makes the page at this path; null for any other path. */
  find(path: string): (() => ApiResponse) | null
  count(this: void, answered: { readonly route: string; readonly status: number; readonly ms: number }): void
}

export interface ServicePagesOptions {
  readonly reader: ChainReader
  readonly url: string
  readonly needsKey?: boolean
  readonly dialect?: Dialect
}

export function createServicePages(options: ServicePagesOptions): ServicePages {
  const { reader, url, dialect = 'spec', needsKey = false } = options
  const metrics = createMetrics(reader)
  let document: ApiResponse | undefined
  const pages: Readonly<Record<ServicePage, () => ApiResponse>> = {
    // Created at the first request, because most services never need it.
    openapi: () => (document ??= json(200, createOpenApiDocument({ url, dialect, needsKey }))),
    metrics: () => ({ status: 200, type: METRICS_TYPE, body: metrics.write() }),
    health: () => healthOf(reader),
  }
  return {
    find: (path) =>
      Object.hasOwn(SERVICE_PATHS, path) ? pages[SERVICE_PATHS[path as keyof typeof SERVICE_PATHS]] : null,
    count({ route, status, ms }) {
      metrics.add(route, status, ms / 1000)
    },
  }
}

/** In seconds: a page takes a few ms, a response that needs the node takes longer. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Series {
  /** By status. */
  readonly requests: Map<number, number>
  readonly buckets: number[]
  count: number
  seconds: number
}

interface Metrics {
  /** `route`: a name from the tables, so that nobody can create series by inventing paths. */
  add(route: string, status: number, seconds: number): void
  write(): string
}

/** The service's metrics, and its lag behind the node, in Prometheus' text format. */
function createMetrics(reader: ChainReader): Metrics {
  const routes = new Map<string, Series>()
  const seriesOf = (route: string): Series => {
    const known = routes.get(route)
    if (known) return known
    const made: Series = { requests: new Map(), buckets: BUCKETS.map(() => 0), count: 0, seconds: 0 }
    routes.set(route, made)
    return made
  }
  return {
    add(route, status, seconds) {
      const series = seriesOf(route)
      series.requests.set(status, (series.requests.get(status) ?? 0) + 1)
      series.count += 1
      series.seconds += seconds
      const at = BUCKETS.findIndex((bound) => seconds <= bound)
      if (at >= 0) series.buckets[at] = (series.buckets[at] ?? 0) + 1
    },
    write: () =>
      [...requestLines(routes), ...latencyLines(routes), ...processLines(), ...chainLines(reader), ''].join(
        '\n',
      ),
  }
}

function* requestLines(routes: ReadonlyMap<string, Series>): Generator<string> {
  yield* head('chainglass_http_requests_total', 'counter', 'Requests by route and status.')
  for (const [route, { requests }] of routes)
    for (const [status, count] of requests)
      yield `chainglass_http_requests_total{route="${route}",status="${String(status)}"} ${String(count)}`
}

function* latencyLines(routes: ReadonlyMap<string, Series>): Generator<string> {
  const name = 'chainglass_http_request_duration_seconds'
  yield* head(name, 'histogram', 'From a request to its answer, by route.')
  for (const [route, { buckets, count, seconds }] of routes) {
    let below = 0
    for (const [at, bound] of BUCKETS.entries()) {
      below += buckets[at] ?? 0
      yield `${name}_bucket{route="${route}",le="${String(bound)}"} ${String(below)}`
    }
    yield `${name}_bucket{route="${route}",le="+Inf"} ${String(count)}`
    yield `${name}_sum{route="${route}"} ${String(seconds)}`
    yield `${name}_count{route="${route}"} ${String(count)}`
  }
}

/** Metrics of a chain that follows a node. */
function* chainLines({ chain, progress }: ChainReader): Generator<string> {
  const now = progress?.()
  if (!now) return
  const label = `chain_id="${chain.chainId}"`
  const { whole, backfill } = now
  yield* gauge('head_block', 'The newest block of the index.', label, now.head)
  yield* gauge('lag_blocks', 'Blocks of the node that are not in the index yet.', label, now.lag)
  yield* gauge(
    'seconds_behind',
    'Of an index that another process writes: the age of the last word of that process.',
    label,
    now.secondsBehind,
  )
  yield* gauge(
    'replica_lag_seconds',
    'Of an index that is read from a replica: how far that is behind its primary.',
    label,
    now.replicaSecondsBehind,
  )
  yield* gauge(
    'up',
    'Whether the index is as it should be: 1, or 0 where /health is 503.',
    label,
    isWell(now) ? 1 : 0,
  )
  yield* head('chainglass_repairs', 'gauge', 'What the node refused for now, by kind.')
  for (const { kind, count } of now.repairs)
    yield `chainglass_repairs{${label},kind="${kind}"} ${String(count)}`
  yield* gauge(
    'whole_lag_blocks',
    'Blocks that the index of the whole chain lacks, while the newest are served first.',
    label,
    whole && whole.of - whole.done,
  )
  yield* gauge('backfill_workers', 'Processes that read blocks for the index.', label, backfill?.workers)
  yield* gauge(
    'backfill_staged_ranges',
    'Ranges of blocks that they have read, to be written.',
    label,
    backfill?.staged,
  )
}

/** Writes nothing for an unknown value. */
function* gauge(name: string, help: string, label: string, value: number | null | undefined) {
  if (value === undefined || value === null) return
  yield* head(`chainglass_${name}`, 'gauge', help)
  yield `chainglass_${name}{${label}} ${String(value)}`
}

const head = (name: string, type: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

/**
 * The health check of the service, for monitoring and for load balancers. 503 if the chain is no longer read from its
 * node; the index is served all the same.
 */
function healthOf({ chain, progress }: ChainReader): ApiResponse {
  const now = progress?.()
  const state = {
    chain_id: chain.chainId,
    state: now?.state ?? 'complete',
    head: now?.head ?? null,
    lag: now?.lag ?? 0,
    ...(now?.secondsBehind !== undefined && { seconds_behind: now.secondsBehind }),
    // The recent index is served: the progress of the whole chain's index.
    ...(now?.whole && { whole: { blocks: now.whole.done, of: now.whole.of } }),
    // The progress of building the data that rare and sorted lists are read from.
    ...(now?.prepared && { prepared: now.prepared }),
    ...(now?.replicaSecondsBehind !== undefined && { replica_seconds_behind: now.replicaSecondsBehind }),
    ...(now?.message !== undefined && { message: now.message }),
    repairs: now?.repairs.reduce((sum, { count }) => sum + count, 0) ?? 0,
  }
  return isWell(state)
    ? json(200, { status: 'ok', chains: [state] })
    : json(503, { status: 'degraded', chains: [state] })
}

const isWell = ({ state }: { readonly state: string }) => state !== 'stalled' && state !== 'failed'
