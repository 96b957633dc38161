/** Metrics of the process: what it uses, how late its event loop is, and what it asked of nodes. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type ConnectionPool, connectionPools } from '#platform/connection-pools.ts'
import { sentCalls } from '#platform/json-rpc/node-connection.ts'

const RESOLUTION_MS = 20
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/** The usual names where there are usual ones. Delays are those since they were last written. */
export function* processLines(): Generator<string> {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  yield* one('process_cpu_seconds_total', 'counter', 'CPU time.', (user + system) / MICROSECONDS)
  yield* one('process_resident_memory_bytes', 'gauge', 'Memory that the process has.', rss)
  yield* one('nodejs_heap_size_used_bytes', 'gauge', 'Memory of JavaScript objects.', heapUsed)
  yield* one(
    'process_start_time_seconds',
    'gauge',
    'When it began, in unix seconds.',
    Math.round(Date.now() / 1000 - process.uptime()),
  )
  // Nobody measures before somebody reads.
  delays.enable()
  yield '# HELP nodejs_eventloop_lag_seconds How late the event loop was.'
  yield '# TYPE nodejs_eventloop_lag_seconds summary'
  for (const [quantile, percentile] of [
    ['0.5', 50],
    ['0.99', 99],
  ] as const) {
    const seconds = delays.count === 0 ? 0 : lagOf(delays.percentile(percentile))
    yield `nodejs_eventloop_lag_seconds{quantile="${quantile}"} ${String(seconds)}`
  }
  delays.reset()
  yield '# HELP chainglass_node_requests_total Calls sent to nodes, by method.'
  yield '# TYPE chainglass_node_requests_total counter'
  for (const [method, count] of sentCalls)
    yield `chainglass_node_requests_total{method="${method}"} ${String(count)}`
  yield* poolLines()
  yield '# HELP chainglass_build_info What runs here.'
  yield '# TYPE chainglass_build_info gauge'
  yield `chainglass_build_info{node="${process.versions.node}"} 1`
}

/** Nothing where no database is read. */
function* poolLines(): Generator<string> {
  if (connectionPools.size === 0) return
  const pools = [...connectionPools]
  const sum = (name: keyof ConnectionPool) => pools.reduce((all, pool) => all + pool[name], 0)
  const name = 'chainglass_database'
  yield* one(`${name}_connections`, 'gauge', 'Connections that pages are read with.', sum('totalCount'))
  yield* one(`${name}_idle_connections`, 'gauge', 'Those that nobody uses now.', sum('idleCount'))
  yield* one(`${name}_waiting`, 'gauge', 'Reads that wait for a connection.', sum('waitingCount'))
}

/** In seconds. What is measured in ns is how long a timer took, of which its own time is not late. */
const lagOf = (nanoseconds: number): number => Math.max(0, nanoseconds - RESOLUTION_MS * 1e6) / NANOSECONDS

const one = (name: string, type: string, help: string, value: number) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  `${name} ${String(value)}`,
]
