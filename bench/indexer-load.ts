/** A followed node under load: 50 readers walk lists without a pause while 200 transactions a second arrive. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'
import { anvilPath, startAnvil } from '#service/indexer/testing/anvil.ts'
import type { Anvil } from '#service/indexer/testing/anvil.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { below, type Figure } from './figure.ts'

const READERS = 50
const SECONDS = 10
const BLOCKS_A_SECOND = 4
const TRANSACTIONS_A_BLOCK = 50
const LISTS = ['transactions', 'token-transfers', 'internal-transactions', 'tokens', 'logs', 'nft']
const MAX_PAGES = 20

export async function run(): Promise<Figure[]> {
  if (anvilPath() === null) return []
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const anvil = await startAnvil()
  try {
    return await underLoad(anvil, folder)
  } finally {
    await anvil.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function underLoad(anvil: Anvil, folder: string): Promise<Figure[]> {
  const workload = await Workload.deploy(anvil.url)
  await workload.make(3_000, 100)
  const port = await freePort()
  const api = join(import.meta.dirname, '../src/server/api.ts')
  const options = ['--rpc', anvil.url, '--port', String(port), '--data-dir', folder]
  const service = spawn(process.execPath, ['--max-semi-space-size=8', api, ...options], { stdio: 'ignore' })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const agent = new Agent({ keepAlive: true })
  try {
    const ask = askAt(`http://127.0.0.1:${String(port)}/api/v2`, agent)
    await until('the index is at the head', async () => (await heightOf(ask)) >= (await headOf(anvil)))
    return await measure(ask, anvil, workload, service.pid ?? 0)
  } finally {
    agent.destroy()
    service.kill('SIGINT')
    await ended
  }
}

/** Gives null for what is no answer. */
export type Ask = (path: string) => Promise<string | null>

export const askAt =
  (base: string, agent: Agent): Ask =>
  (path) =>
    new Promise((resolve) => {
      get(base + path, { agent }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => {
          resolve(response.statusCode === 200 ? Buffer.concat(pieces).toString('utf8') : null)
        })
      }).on('error', () => {
        resolve(null)
      })
    })

async function heightOf(ask: Ask): Promise<number> {
  const blocks = JSON.parse((await ask('/main-page/blocks')) ?? '[]') as { height: number }[]
  return blocks[0]?.height ?? -1
}

const headOf = async (anvil: Anvil) => Number(await anvil.request('eth_blockNumber'))

async function measure(ask: Ask, anvil: Anvil, workload: Workload, pid: number): Promise<Figure[]> {
  const end = performance.now() + SECONDS * 1000
  const isOver = () => performance.now() >= end
  const pages: number[] = []
  /** For each page: how many others were answered while it was waited for. The same on a slow machine. */
  const meanwhile: number[] = []
  let failures = 0
  const timedAsk: Ask = async (path) => {
    const [from, before] = [performance.now(), pages.length]
    const text = await ask(path)
    meanwhile.push(pages.length - before)
    pages.push(performance.now() - from)
    if (text === null) failures += 1
    return text
  }
  const [cpu, from] = [cpuSecondsOf(pid), performance.now()]
  const readers = Array.from({ length: READERS }, (_, nth) =>
    readLists(timedAsk, workload.accounts, nth, isOver),
  )
  const [lags] = await Promise.all([makeBlocks(ask, anvil, workload, isOver), ...readers])
  const seconds = (performance.now() - from) / 1000
  const used = cpuSecondsOf(pid) - cpu
  return [
    { name: 'pages', value: pages.length / seconds, unit: 'a second' },
    { name: 'a page, p50', value: percentile(pages, 0.5), unit: 'ms' },
    below('a page, p99', percentile(pages, 0.99), 100, 'ms'),
    { name: '  others answered meanwhile, p99 (49 at best)', value: percentile(meanwhile, 0.99), unit: '' },
    below('behind the node, p95', percentile(lags, 0.95), 1000, 'ms'),
    below('failures', failures, 1, ''),
    { name: 'share of a core that the service got', value: (used / seconds) * 100, unit: '%' },
    { name: 'its own work, sync included', value: (used / pages.length) * 1000, unit: 'ms a page' },
  ]
}

/** One list after another, of one account after another. */
async function readLists(ask: Ask, accounts: readonly string[], start: number, isOver: () => boolean) {
  for (let nth = start; !isOver(); nth++) {
    const path = `/addresses/${accounts[nth % accounts.length] ?? ''}/${LISTS[nth % LISTS.length] ?? ''}`
    let cursor = ''
    for (let page = 0; page < MAX_PAGES && !isOver(); page++) {
      const text = await ask(`${path}?${cursor}`)
      // The whole page is not read: that would take the time of what is measured.
      const next = /"next_page_params":(\{[^}]*\})/.exec(text ?? '')?.[1]
      if (next === undefined) break
      const keys = Object.entries(JSON.parse(next) as Record<string, unknown>)
      cursor = new URLSearchParams(keys.map(([key, value]) => [key, String(value)])).toString()
    }
  }
}

/** Gives for each block how long the index was without it, in ms. */
async function makeBlocks(ask: Ask, anvil: Anvil, workload: Workload, isOver: () => boolean) {
  const lags: Promise<number>[] = []
  while (!isOver()) {
    const started = performance.now()
    await workload.make(TRANSACTIONS_A_BLOCK, TRANSACTIONS_A_BLOCK)
    const [height, made] = [await headOf(anvil), performance.now()]
    lags.push(
      until('the block is in the index', async () => (await heightOf(ask)) >= height).then(
        () => performance.now() - made,
      ),
    )
    await setTimeout(Math.max(0, 1000 / BLOCKS_A_SECOND - (performance.now() - started)))
  }
  return Promise.all(lags)
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

const TICKS_A_SECOND = 100

/** CPU time of a process, user and system, from /proc; 0 where the system has none. */
export function cpuSecondsOf(pid: number): number {
  try {
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
  } catch {
    return 0
  }
}
