/** The index in PostgreSQL against the one in a file: catching up, pages, and how many of them one reader serves. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { openPostgres } from '#server/postgres/postgres-database.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { openSharedChain } from '#server/cluster/shared-chain.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { anvilPath, startAnvil } from '#service/indexer/testing/anvil.ts'
import { longChain } from '#service/indexer/testing/long-chain.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { below, median, type Figure } from './figure.ts'
import type { CatchUp } from './indexer-follow.ts'
import { askAt, type Ask } from './indexer-load.ts'
import { pageFigures } from './indexer-pages.ts'

const TRANSACTIONS = 10_000
const PER_BLOCK = 100
const ROUNDS = 3
const SHORT = 10_000
const LONG = 1_000_000
const CLIENTS = 50
const SECONDS = 5

export async function run(): Promise<Figure[]> {
  if (findPostgres() === null) return []
  const server = await startPostgres({ isDurable: true })
  try {
    return [
      ...(anvilPath() === null ? [] : await catchUpFigures(server.url)),
      ...(await readFigures(server.url)),
    ]
  } finally {
    server.stop()
  }
}

/** Both in turns, so that a noisy moment of the machine falls on both. */
async function catchUpFigures(url: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const anvil = await startAnvil({ threads: 0 })
  try {
    await (await Workload.deploy(anvil.url)).make(TRANSACTIONS, PER_BLOCK)
    const [files, databases]: [CatchUp[], CatchUp[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      files.push(await catchUp(anvil.url, join(folder, `file-${String(round)}`)))
      databases.push(await catchUp(anvil.url, join(folder, `database-${String(round)}`), url))
    }
    const of = (found: readonly CatchUp[], value: (one: CatchUp) => number) => median(found.map(value))
    const rate = ({ transactions, seconds }: CatchUp) => transactions / seconds
    const cpu = ({ cpuSeconds, transactions }: CatchUp) => (cpuSeconds / transactions) * 1e6
    return [
      { name: 'transactions caught up, SQLite', value: of(files, rate), unit: 'a second' },
      { name: 'transactions caught up, PostgreSQL', value: of(databases, rate), unit: 'a second' },
      below('  time against SQLite', of(files, rate) / of(databases, rate), 1.43, 'x'),
      { name: 'our own work, SQLite', value: of(files, cpu), unit: 'µs a transaction' },
      { name: 'our own work, PostgreSQL', value: of(databases, cpu), unit: 'µs a transaction' },
    ]
  } finally {
    await anvil.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In a file of the folder, or in a database of the server. */
async function catchUp(rpcUrl: string, dataDir: string, server?: string): Promise<CatchUp> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=8', join(import.meta.dirname, 'indexer-follow.ts'), rpcUrl, dataDir],
    { env: { ...process.env, ...(server !== undefined && { CHAINGLASS_TEST_DATABASE: server }) } },
  )
  return JSON.parse(stdout) as CatchUp
}

async function readFigures(server: string): Promise<Figure[]> {
  const [short, long] = [createDatabase(server, 'short'), createDatabase(server, 'long')]
  longChain(openPostgresIndex(short, SCHEMA), SHORT).close()
  const from = performance.now()
  const { rowsPerSecond, busiest, token, database, close } = longChain(openPostgresIndex(long, SCHEMA), LONG)
  const seconds = (performance.now() - from) / 1000
  const { signal } = new AbortController()
  while ((await database.prepareNextIndex(signal)) !== false);
  const { bytes } = database
  close()
  openPostgres(long).exec('VACUUM ANALYZE')
  openPostgres(short).exec('VACUUM ANALYZE')
  return [
    { name: 'rows written, in the end 1,000,000 transfers', value: rowsPerSecond, unit: 'a second' },
    { name: '  transfers', value: LONG / seconds, unit: 'a second' },
    { name: 'on disk, with all indexes', value: bytes / LONG, unit: 'bytes a transfer' },
    ...(await pagesOf(short, long, { busiest, token })),
    ...(await loadFigures(long, busiest)),
  ]
}

async function pagesOf(short: string, long: string, of: { busiest: string; token: string }) {
  const [few, many] = [await openSharedChain({ database: short }), await openSharedChain({ database: long })]
  try {
    return await pageFigures(few, many, of)
  } finally {
    await few.close()
    await many.close()
  }
}

/** As a mainnet's is called; its content is made here. */
const SCHEMA = 'chain_1_bench'

function createDatabase(server: string, name: string): string {
  openPostgres(server).exec(`CREATE DATABASE ${name}`)
  return new URL(`/${name}`, server).href
}

/** A process of its own that only reads. */
async function loadFigures(database: string, busiest: string): Promise<Figure[]> {
  const port = await freePort()
  const api = join(import.meta.dirname, '../src/server/api.ts')
  const options = ['--role', 'reader', '--database', database, '--port', String(port)]
  const service = spawn(process.execPath, ['--max-semi-space-size=8', api, ...options], { stdio: 'ignore' })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const agent = new Agent({ keepAlive: true })
  try {
    const ask = askAt(`http://127.0.0.1:${String(port)}/api/v2`, agent)
    await until('the reader serves', async () => (await ask('/blocks')) !== null)
    return await load(ask, busiest)
  } finally {
    agent.destroy()
    service.kill('SIGINT')
    await ended
  }
}

async function load(ask: Ask, busiest: string): Promise<Figure[]> {
  const paths = [
    `/addresses/${busiest}/transactions`,
    `/addresses/${busiest}/token-transfers`,
    '/token-transfers',
    '/blocks',
    '/transactions',
  ]
  const end = performance.now() + SECONDS * 1000
  let [pages, failures] = [0, 0]
  const client = async (start: number) => {
    for (let nth = start; performance.now() < end; nth++) {
      if ((await ask(paths[nth % paths.length] ?? '')) === null) failures++
      pages++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, nth) => client(nth)))
  return [
    { name: `one reader, ${String(CLIENTS)} clients: pages`, value: pages / SECONDS, unit: 'a second' },
    below('  time for one', (SECONDS * 1000) / pages, 2, 'ms'),
    below('  failures', failures, 1, ''),
  ]
}
