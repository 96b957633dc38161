import { spawn, type ChildProcess } from 'node:child_process'
import { Agent, request } from 'node:http'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { freePort } from '#platform/testing/free-port.ts'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { until } from './until.ts'
import type { Hex } from 'viem'

export interface Anvil {
  readonly url: string
  readonly port: number
  request<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>
  /** Sends a transaction and waits until it is mined, which is some time after the node has answered. */
  send(transaction: object): Promise<MinedReceipt>
  /** Stops the process, at once or (SIGTERM) so that it can write its state down. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

interface MinedReceipt {
  readonly transactionHash: Hex
  readonly contractAddress: Hex | null
}

const PACKAGED = join(import.meta.dirname, '../../../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')

/** Where anvil is: from npm, else on the PATH; null where there is none. */
export function anvilPath(): string | null {
  if (existsSync(PACKAGED)) return PACKAGED
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'anvil'))
  return onPath.find((path) => existsSync(path)) ?? null
}

/** A chain of its own on a free port; its temporary files go with it. `threads`: 0 for as many as there are cores. */
export async function startAnvil(
  options: { args?: readonly string[]; port?: number; threads?: number } = {},
): Promise<Anvil> {
  const binary = anvilPath()
  if (binary === null) throw new Error('anvil is not installed')
  const port = options.port ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'anvil-'))
  // anvil 1.7.1 locks up for good where a block is traced while it mines, sooner with more threads. 1.5.1 was not seen to.
  const threads = String(options.threads ?? 1)
  const args = ['--port', String(port), '--silent', '--threads', threads, ...(options.args ?? [])]
  const child = spawn(binary, args, {
    env: { ...process.env, TMPDIR: folder, HOME: folder },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${String(port)}`
  await ready(child, url)
  return {
    url,
    port,
    request: (method, params = []) => rpc(url, method, params),
    async send(transaction) {
      const hash = await rpc<Hex>(url, 'eth_sendTransaction', [transaction])
      const receipt = () => rpc<MinedReceipt | null>(url, 'eth_getTransactionReceipt', [hash])
      return until(`transaction ${hash}`, receipt)
    },
    async stop(signal) {
      await ended(child, signal)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Asks directly, past everything of ours: what the node itself says. */
export async function rpc<T>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const { result, error } = (await post(url, { jsonrpc: '2.0', id: 1, method, params })) as Reply<T>
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Several calls in one request: a reply for each, in order. */
export async function rpcs(
  url: string,
  calls: readonly { readonly method: string; readonly params: readonly unknown[] }[],
): Promise<Reply<unknown>[]> {
  const replies = (await post(
    url,
    calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })),
  )) as (Reply<unknown> & { id: number })[]
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  return calls.map(
    ({ method }, id) => byId.get(id) ?? { result: null, error: { message: `${method} was not answered` } },
  )
}

interface Reply<T> {
  readonly result: T
  readonly error?: { readonly message: string }
}

/** Connections stay: to make one costs more than a call. A chain is made of thousands. */
const agent = new Agent({ keepAlive: true })
/** Less than any test may take, so that a node that no longer answers is named. */
const ANSWER_WITHIN_MS = 120_000

function post(url: string, body: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const timeout = ANSWER_WITHIN_MS
    const sent = request(url, { method: 'POST', headers, agent, timeout }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString('utf8')))
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The node closed a connection that was idle, at the moment at which it was used again: a new one is made.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, body))
      else reject(error)
    })
    sent.on('timeout', () => {
      const { method } = body as { readonly method?: string }
      sent.destroy(new Error(`${url} did not answer ${method ?? 'a batch'} in ${String(timeout)} ms`))
    })
    sent.end(JSON.stringify(body))
  })
}

async function ready(child: ChildProcess, url: string) {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${String(child.exitCode)}`)
    const answered = await rpc(url, 'eth_chainId').then(
      () => true,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('anvil did not become ready')
}

export function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => {
      done()
    })
    child.kill(signal)
  })
}
