/**
 * Catching up into PostgreSQL with a writer alone, with one worker and with two: where the node answers as fast as it can,
 * and where it takes its time and answers a few requests at a time, each process having a node of its own then.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openPostgres } from '#server/postgres/postgres-database.ts'
import { createPostgresStorage } from '#server/store/postgres-storage.ts'
import { followChain } from '#service/indexer/follow-chain.ts'
import { anvilPath, startAnvil } from '#service/indexer/testing/anvil.ts'
import { findPostgres, type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import type { Figure } from './figure.ts'

const TRANSACTIONS = 3_000
const PER_BLOCK = 2
/** A distant node that is paid by the request. */
const [DELAY_MS, AT_ONCE, CALLS_PER_BATCH] = [120, 2, 10]
/** The blocks that the writer reads by itself: a small part of a long chain. */
const NEAR_HEAD = 300
const AIM = 1.6

/** Gives the URL of a node for one process. */
type NodeFor = () => Promise<string>

export async function run(): Promise<Figure[]> {
  if (anvilPath() === null || findPostgres() === null) return []
  const anvil = await startAnvil({ threads: 0 })
  const server = await startPostgres()
  const closers: (() => void)[] = []
  try {
    const workload = await Workload.deploy(anvil.url)
    await workload.make(TRANSACTIONS, PER_BLOCK)
    const asItIs: NodeFor = () => Promise.resolve(anvil.url)
    const slow: NodeFor = async () => {
      const { url, close } = await startSlowNode(anvil.url)
      closers.push(close)
      return url
    }
    return [
      ...(await compare('anvil as it is', server, asItIs)),
      ...(await compare(`${String(DELAY_MS)} ms a request, ${String(AT_ONCE)} at a time`, server, slow, AIM)),
    ]
  } finally {
    for (const close of closers) close()
    server.stop()
    await anvil.stop()
  }
}

async function compare(
  what: string,
  server: PostgresServer,
  nodeFor: NodeFor,
  aim?: number,
): Promise<Figure[]> {
  const rates: number[] = []
  for (const workers of [0, 1, 2]) rates.push(await catchUp(server, nodeFor, workers))
  const [alone = 0, one = 0, two = 0] = rates
  const factor = two / one
  return [
    { name: `${what}: the writer alone`, value: alone, unit: 'blocks/s' },
    { name: `${what}: with one worker`, value: one, unit: 'blocks/s' },
    { name: `${what}: with two workers`, value: two, unit: 'blocks/s' },
    {
      name: '  two against one',
      value: factor,
      unit: 'x',
      ...(aim !== undefined && { aim: `> ${String(aim)} x`, met: factor > aim }),
    },
  ]
}

let runs = 0

/** Blocks a second, from when the workers are there until the last block that they read is written. */
async function catchUp(server: PostgresServer, nodeFor: NodeFor, workers: number): Promise<number> {
  const url = new URL(server.url)
  url.pathname = `/backfill_${String(++runs)}`
  const admin = openPostgres(server.url)
  admin.exec(`CREATE DATABASE backfill_${String(runs)}`)
  admin.close()
  const rpcUrl = await nodeFor()
  const chain = await followChain({
    rpcUrl,
    dataDir: '',
    storage: createPostgresStorage(url.href),
    withoutTraces: true,
  })
  const children: ChildProcess[] = []
  try {
    // Begun, so that workers find it.
    chain.pause()
    for (let nth = 0; nth < workers; nth++) children.push(startWorker(await nodeFor(), url.href))
    await until('the workers', () => (chain.status().backfill?.workers ?? 0) === workers)
    const before = chain.status().blocks.done
    const from = performance.now()
    chain.resume()
    const { of } = chain.status().blocks
    await until('all blocks', () => chain.status().blocks.done >= of - NEAR_HEAD, { withinMs: 600_000 })
    return ((chain.status().blocks.done - before) / (performance.now() - from)) * 1_000
  } finally {
    await chain.close()
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(ended))
  }
}

function startWorker(rpcUrl: string, database: string): ChildProcess {
  const api = join(import.meta.dirname, '../src/server/api.ts')
  const args = [api, '--role', 'worker', '--rpc', rpcUrl, '--database', database]
  return spawn(process.execPath, args, { stdio: 'ignore' })
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) =>
        child.once('exit', () => {
          resolve()
        }),
      )

/** Each request takes a while, and few are answered at a time; a batch of many calls is refused, as providers do. */
async function startSlowNode(target: string): Promise<{ readonly url: string; readonly close: () => void }> {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = async () => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
  }
  const answer = async (body: string): Promise<Buffer | null> => {
    const calls: unknown = JSON.parse(body)
    if (Array.isArray(calls) && calls.length > CALLS_PER_BATCH) return null
    await turn()
    try {
      const headers = { 'content-type': 'application/json' }
      const [response] = await Promise.all([
        fetch(target, { method: 'POST', headers, body }).then((each) => each.arrayBuffer()),
        new Promise((resolve) => setTimeout(resolve, DELAY_MS)),
      ])
      return Buffer.from(response)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
  const server = createServer((request, response) => {
    read(request)
      .then(answer)
      .then((body) => {
        if (body === null) response.writeHead(413).end()
        else response.setHeader('content-type', 'application/json').end(body)
      })
      // The client has closed the connection.
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
