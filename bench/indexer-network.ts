/** One reader of an index whose database is away: pages with some ms of network each way, and its health while it stands still. */
import { spawn } from 'node:child_process'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openPostgres } from '#server/postgres/postgres-database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { findPostgres, type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { longChain } from '#service/indexer/testing/long-chain.ts'
import { until } from '#service/indexer/testing/until.ts'
import { delayedNetwork } from './delayed-network.ts'
import { above, below, type Figure } from './figure.ts'
import { askAt, cpuSecondsOf, percentile, type Ask } from './indexer-load.ts'

const TRANSFERS = 50_000
const CLIENTS = 20
const SECONDS = 5
const DELAYS_MS = [0, 1, 5]
const STOPPED_SECONDS = 20

interface Load {
  readonly pagesPerSecond: number
  readonly p50: number
  readonly cpuMs: number
  readonly failures: number
}

export async function run(): Promise<Figure[]> {
  if (findPostgres() === null) return []
  const server = await startPostgres()
  try {
    const { busiest, close } = longChain(openPostgresIndex(server.url, 'chain_1_bench'), TRANSFERS)
    close()
    const admin = openPostgres(server.url)
    admin.exec('VACUUM ANALYZE')
    admin.close()
    const figures: Figure[] = []
    let near = 0
    for (const delayMs of DELAYS_MS) {
      const { pagesPerSecond, p50, cpuMs, failures } = await through(server.url, delayMs, busiest)
      if (delayMs === 0) near = pagesPerSecond
      figures.push(
        {
          name: `${String(CLIENTS)} clients, ${String(delayMs)} ms each way: pages`,
          value: pagesPerSecond,
          unit: 'a second',
        },
        { name: '  a page, p50', value: p50, unit: 'ms' },
        { name: '  the reader’s own work', value: cpuMs, unit: 'ms a page' },
        { name: '  failures', value: failures, unit: '' },
      )
      if (delayMs === 5) figures.push(above('  against none', pagesPerSecond / near, 0.67, 'x'))
    }
    return [...figures, ...(await stopped(server, busiest))]
  } finally {
    server.stop()
  }
}

async function through(database: string, delayMs: number, busiest: string): Promise<Load> {
  return withReader(database, delayMs, async (ask, pid) => {
    await load(ask, busiest, 1)
    const before = cpuSecondsOf(pid)
    const { times, failures } = await load(ask, busiest, SECONDS)
    return {
      pagesPerSecond: times.length / SECONDS,
      p50: percentile(times, 0.5),
      cpuMs: ((cpuSecondsOf(pid) - before) / times.length) * 1_000,
      failures,
    }
  })
}

/** The database stands still, with all that ask for pages: whoever watches the reader is told so at once, each time. */
async function stopped(server: PostgresServer, busiest: string): Promise<Figure[]> {
  return withReader(server.url, 0, async (ask, _, origin) => {
    await load(ask, busiest, 1)
    server.pause()
    const times: number[] = []
    let saidAt = Infinity
    const from = performance.now()
    const pages = load(ask, busiest, STOPPED_SECONDS)
    try {
      while (performance.now() - from < STOPPED_SECONDS * 1_000) {
        const asked = performance.now()
        const text = await (await fetch(`${origin}/health`)).text()
        times.push(performance.now() - asked)
        // The first time at which `/health` reports the database. It is never well here, as nobody writes.
        if (text.includes('does not answer')) saidAt = Math.min(saidAt, performance.now() - from)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    } finally {
      server.resume()
      await pages
    }
    const { failures } = await load(ask, busiest, 1)
    return [
      below('database stopped: /health, the slowest', Math.max(...times), 100, 'ms'),
      below('  says so after', saidAt / 1_000, 5, 's'),
      { name: '  answers', value: times.length, unit: '' },
      below('  failures once it goes on', failures, 1, ''),
    ]
  })
}

async function withReader<T>(
  database: string,
  delayMs: number,
  work: (ask: Ask, pid: number, origin: string) => Promise<T>,
): Promise<T> {
  const url = new URL(database)
  const network = await delayedNetwork(Number(url.port), delayMs)
  url.port = String(network.port)
  const port = await freePort()
  const api = join(import.meta.dirname, '../src/server/api.ts')
  const options = ['--role', 'reader', '--database', url.href, '--port', String(port)]
  const service = spawn(process.execPath, ['--max-semi-space-size=8', api, ...options], { stdio: 'ignore' })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const agent = new Agent({ keepAlive: true })
  const origin = `http://127.0.0.1:${String(port)}`
  try {
    const ask = askAt(`${origin}/api/v2`, agent)
    await until('the reader serves', async () => (await ask('/blocks')) !== null)
    return await work(ask, service.pid ?? 0, origin)
  } finally {
    agent.destroy()
    service.kill('SIGINT')
    await ended
    network.close()
  }
}

async function load(ask: Ask, busiest: string, seconds: number) {
  const paths = [
    `/addresses/${busiest}/transactions`,
    `/addresses/${busiest}/token-transfers`,
    '/token-transfers',
    '/blocks',
    '/transactions',
  ]
  const end = performance.now() + seconds * 1_000
  const times: number[] = []
  let failures = 0
  const client = async (start: number) => {
    for (let nth = start; performance.now() < end; nth++) {
      const from = performance.now()
      if ((await ask(paths[nth % paths.length] ?? '')) === null) failures++
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, nth) => client(nth)))
  return { times, failures }
}
