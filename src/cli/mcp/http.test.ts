/** `mcp --http`: the server for language models as a process that programs reach over HTTP, with a key. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { builtProgram } from '#platform/testing/built-program.ts'
import { callTool, type Rows } from './testing/connect-mcp.ts'

const KEY = 'a-key-of-32-characters-----------'
let dataDir: string
let url: string
let close: () => Promise<void>

const start = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  spawn(process.execPath, [builtProgram('cli'), 'mcp', '--http', '0', '--data-dir', dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-mcp-http-'))
  const child = start({ CHAINGLASS_MCP_KEY: KEY })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  url = /http:\S+/.exec(line)![0]
  close = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
afterAll(async () => {
  await close()
  rmSync(dataDir, { recursive: true })
})

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport)
  onTestFinished(() => client.close())
  return client
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
}
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

const callOf = (asked: object) => ({
  method: 'tools/call',
  params: { name: 'list_rows', arguments: { thing: 'blocks', ...asked } },
})
const CALL = callOf({})
const CALL_OF_SAMPLE = callOf({ source: 'sample' })

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
  readonly signal?: AbortSignal | undefined
}
async function send({ method = 'POST', path = url, headers = {}, body, signal }: Sent) {
  const sent = request(path, {
    method,
    signal,
    headers: {
      authorization: `Bearer ${KEY}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
  })
  sent.end(body ?? (method === 'POST' ? JSON.stringify(INITIALIZE) : undefined))
  const [response] = await once(sent, 'response')
  return { status: response.statusCode as number, headers: response.headers, text: await text(response) }
}
const statusOf = async (sent: Sent) => (await send(sent)).status

const begin = async (path: string) => (await send({ path })).headers['mcp-session-id'] as string

/** A server whose source never answers, and a promise that the source was asked. */
async function serveSilentSource() {
  const silent = createServer()
  const { promise: asked, resolve } = Promise.withResolvers<undefined>()
  silent.on('request', () => {
    resolve(undefined)
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const source = `http://127.0.0.1:${String((silent.address() as AddressInfo).port)}`
  const child = start({ CHAINGLASS_MCP_KEY: KEY }, '--source', source, '--data-dir', ':memory:')
  onTestFinished(() => {
    child.kill('SIGKILL')
    silent.closeAllConnections()
    silent.close()
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const path = /http:\S+/.exec(line)![0]
  const post = (session: string, message: object, signal?: AbortSignal) =>
    send({
      path,
      signal,
      headers: { 'mcp-session-id': session },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  return { path, post, asked }
}

it('answers several clients at once', async () => {
  const clients = await Promise.all([connect(), connect()])
  for (const client of clients) {
    const { data } = await callTool<Rows>(client, 'list_rows', { thing: 'blocks', limit: 5 })
    expect(data.rows).toHaveLength(5)
  }
})

describe('whom it answers', () => {
  it('nobody without its key', async () => {
    for (const authorization of ['', 'Bearer wrong', `Bearer ${KEY}x`, `Basic ${KEY}`])
      expect(await statusOf({ headers: { authorization } }), authorization).toBe(401)
    expect(await statusOf({ path: `${url}?apikey=${KEY}`, headers: { authorization: '' } })).toBe(401)
    expect(await statusOf({ headers: { authorization: '', 'x-api-key': KEY } })).toBe(200)
  })

  it('no website', async () => {
    expect(await statusOf({ headers: { origin: 'http://localhost:3000' } })).toBe(403)
    expect(await statusOf({ headers: { origin: new URL(url).origin } })).toBe(403)
  })

  it('no name that resolves to this machine', async () => {
    expect(await statusOf({ headers: { host: 'attacker.example' } })).toBe(403)
    expect(await statusOf({ headers: { host: `localhost:${new URL(url).port}` } })).toBe(200)
  })

  it('only what the protocol asks', async () => {
    expect(await statusOf({ path: new URL('/', url).href })).toBe(404)
    expect(await statusOf({ method: 'GET' })).toBe(405)
    expect(await statusOf({ body: '{' })).toBe(400)
    expect(await statusOf({ body: JSON.stringify(LIST) })).toBe(400)
    expect(await statusOf({ headers: { 'mcp-session-id': 'none' }, body: JSON.stringify(LIST) })).toBe(404)
  })
})

describe('what fills it', () => {
  it('is no long request', async () => {
    const long = JSON.stringify({ ...INITIALIZE, params: { a: 'x'.repeat(4 * 1024 * 1024) } })
    expect(await statusOf({ body: long })).toBe(413)
    expect(await statusOf({})).toBe(200)
  })

  it('are no sessions: the one that was silent longest makes room', async () => {
    const ids: string[] = []
    for (let n = 0; n < 17; n += 1) {
      const { status, headers } = await send({})
      expect(status).toBe(200)
      ids.push(headers['mcp-session-id'] as string)
    }
    const listed = (id: string) => statusOf({ headers: { 'mcp-session-id': id }, body: JSON.stringify(LIST) })
    expect(await listed(ids[0]!)).toBe(404)
    expect(await listed(ids[1]!)).toBe(200)
    expect(await listed(ids[16]!)).toBe(200)
  })

  it('is no request to begin one that was refused', async () => {
    const client = await connect()
    for (let n = 0; n < 17; n += 1)
      expect(await statusOf({ headers: { accept: 'application/json' } })).toBe(406)
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
  })

  it('is no call that was cancelled: its stream ends', async () => {
    const { path, post, asked } = await serveSilentSource()
    const session = await begin(path)
    const call = post(session, { id: 7, ...CALL })
    await asked
    expect(
      (await post(session, { method: 'notifications/cancelled', params: { requestId: 7 } })).status,
    ).toBe(202)
    expect((await call).status).toBe(200)
  })

  it('are no calls whose client has left', async () => {
    const { path, post, asked } = await serveSilentSource()
    const session = await begin(path)
    const leave = new AbortController()
    // Also those of equal ids, and of 0.
    const calls = Array.from({ length: 64 }, (_, at) => post(session, { id: at % 2, ...CALL }, leave.signal))
    await asked
    leave.abort()
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).not.toContain('fulfilled')
    expect((await post(session, { id: 99, ...CALL_OF_SAMPLE })).text).toContain('about_data')
  })

  it('is no session with all that it may call', async () => {
    const { path, post, asked } = await serveSilentSource()
    const [busy, other] = [await begin(path), await begin(path)]
    for (let id = 1; id <= 64; id += 1) post(busy, { id, ...CALL }).catch(() => undefined)
    await asked
    expect((await post(other, { id: 99, ...CALL_OF_SAMPLE })).text).toContain('about_data')
  })

  it('is no session that was ended', async () => {
    const id = (await send({})).headers['mcp-session-id'] as string
    const headers = { 'mcp-session-id': id }
    expect(await statusOf({ method: 'DELETE', headers })).toBe(200)
    expect(await statusOf({ headers, body: JSON.stringify(LIST) })).toBe(404)
  })
})

it('does not start without a key, or with one that is found by trying', async () => {
  for (const key of [undefined, 'short', 'a key with blanks in it', 'ключ-из-32-знаков-и-ещё-чуть-чуть']) {
    const child = start({ CHAINGLASS_MCP_KEY: key })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(said).toMatch(/CHAINGLASS_MCP_KEY.*at least 16 /s)
    expect(code).toBe(2)
  }
})
