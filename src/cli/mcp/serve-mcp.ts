/** `mcp`: serves the tools to a program over stdin and stdout, until it ends, or over HTTP, until it is stopped. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CancelledNotificationSchema, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { startHttpServer } from '#platform/http/http-server.ts'
import { parseJson } from '#platform/parse-json.ts'
import { hostsOf } from '#service/http/access/access.ts'
import { MIN_KEY_LENGTH, createApiKeys, readApiKey } from '#service/http/access/api-keys.ts'
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { openSession, type SessionOptions } from '../session.ts'
import { createMcpServer, type McpServerOptions } from './mcp-server.ts'
import { createCallLimit } from './call-limit.ts'
import { UsageError } from '../output/failures.ts'
import { createSessionHolder } from './session-holder.ts'

export interface McpOptions {
  readonly session: SessionOptions
  readonly tools: Pick<McpServerOptions, 'allowsLabels' | 'allowsKeeping'>
  readonly stdin: Readable
  /** Only protocol messages may be written there. */
  readonly stdout: Writable
}

/**
 * Long enough for an agent that thinks between two calls; a window that opens waits no longer than this for the data
 * folder.
 */
const IDLE_MS = 15_000
/** The longest call contains the input of a transaction. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/** Calls of all sessions that run at a time: several times what one session may run. */
const MAX_RUNNING = 16

/** The characters that a header can carry. */
const VISIBLE_ASCII = /^[!-~]+$/

export interface McpHttpOptions extends Pick<McpOptions, 'session' | 'tools'> {
  readonly port: number
  readonly key: string | undefined
  readonly onReady: (url: string) => void
}

/** Rejects with `UsageError` without a key that fits, and with the system’s error if the port is taken. */
export async function serveMcpOverHttp({
  session,
  tools,
  port,
  key,
  onReady,
}: McpHttpOptions): Promise<void> {
  if (key === undefined || key.length < MIN_KEY_LENGTH || !VISIBLE_ASCII.test(key))
    throw new UsageError(
      `--http needs a key in the variable CHAINGLASS_MCP_KEY, of at least ${String(MIN_KEY_LENGTH)} letters, digits and signs of ASCII without blanks, as from openssl rand -hex 32.`,
    )
  const sessions = createSessionHolder(() => openSession(session), IDLE_MS)
  const running = limitConcurrency(MAX_RUNNING)
  const createServer = () =>
    createMcpServer({
      ...{ version: session.version, sessions, ...tools },
      callLimit: createCallLimit(running),
    })
  const server = await serveHttp({ port, key, createServer, log: session.log })
  onReady(server.url)
  try {
    if (!session.signal.aborted) await once(session.signal, 'abort')
  } finally {
    await server.close()
    await sessions.close()
  }
}

/** Rejects if the client sends an endless line. */
export async function serveMcp({ session, tools, stdin, stdout }: McpOptions): Promise<void> {
  const sessions = createSessionHolder(() => openSession(session), IDLE_MS)
  const server = createMcpServer({ version: session.version, sessions, ...tools })
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_BUFFERED_BYTES })
  const ended = Promise.withResolvers<undefined>()
  const end = () => {
    ended.resolve(undefined)
  }
  server.server.onclose = () => {
    // No effect if we closed the connection: the promise is then settled.
    ended.reject(new Error('The client sent a line that is too long.'))
  }
  server.server.onerror = ({ message }) => {
    session.log(`The client: ${message}`)
  }
  stdin.once('end', end)
  stdin.once('close', end)
  session.signal.addEventListener('abort', end, { once: true })
  try {
    await server.connect(transport)
    if (session.signal.aborted) end()
    await ended.promise
  } finally {
    session.signal.removeEventListener('abort', end)
    await server.close()
    await sessions.close()
  }
}

interface HttpOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly key: string
  /** A server for one more session. */
  readonly createServer: () => McpServer
  readonly log: (line: string) => void
}

interface McpHttp {
  readonly url: string
  close(this: void): Promise<void>
}

const PATH = '/mcp'
const MAX_SESSIONS = 16
/** The longest call contains the input of a transaction. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
/** Longer than a call takes: its answer begins with its end. */
const CONNECTION_IDLE_MS = 11 * 60_000
const CLOSE_MS = 1_000
/** No key in the URL: those are logged on the way. */
const NO_QUERY: ReadonlyMap<string, string> = new Map()

/**
 * `mcp --http`: serves the tools to programs over HTTP, each with a session of its own. Whoever asks has the key; a
 * website never does, since requests of browsers name it as their origin. Rejects if the port is taken.
 */
async function serveHttp({ port, key, createServer, log }: HttpOptions): Promise<McpHttp> {
  const keys = createApiKeys([key])
  const sessions = createSessions(createServer)
  const server = await startHttpServer({
    port,
    limits: { idleMs: CONNECTION_IDLE_MS },
    onError: (error) => {
      log(`The HTTP server: ${String(error)}`)
    },
    async respond(request, response) {
      const refused = refusal(request)
      if (refused !== undefined) {
        refuse(response, refused)
        return
      }
      const body = request.method === 'POST' ? await readBody(request) : undefined
      if (body === null) refuse(response, 413)
      else await sessions.handle(request, response, body)
    },
  })
  const hosts = hostsOf(['127.0.0.1', 'localhost'], server.port)

  function refusal({ method = '', url, headers }: IncomingMessage): number | undefined {
    // A website can make its name resolve to this machine; its requests still name the website.
    if (headers.origin !== undefined || !hosts.has(headers.host?.toLowerCase() ?? '')) return 403
    const given = readApiKey(headers, NO_QUERY)
    if (given === null || keys.account(given) === null) return 401
    if (url?.split('?', 1)[0] !== PATH) return 404
    // Nothing is told that was not asked for: no stream is opened by GET.
    return method === 'POST' || method === 'DELETE' ? undefined : 405
  }

  return {
    url: `http://127.0.0.1:${String(server.port)}${PATH}`,
    async close() {
      await Promise.all([sessions.close(), server.close(CLOSE_MS)])
    },
  }
}

function refuse(response: ServerResponse, status: number): void {
  response
    .writeHead(status, {
      'content-length': 0,
      connection: 'close',
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: 'POST, DELETE' }),
    })
    .end()
}

/** Null for one that is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    // Read to its end, so that the refusal is heard; the server limits how long that takes.
    if (length <= MAX_BODY_BYTES) parts.push(part)
  }
  return length > MAX_BODY_BYTES ? null : Buffer.concat(parts).toString()
}

interface OpenSession {
  readonly transport: StreamableHTTPServerTransport
  /** Requests that are being answered. */
  running: number
}

function createSessions(createServer: () => McpServer) {
  /** The one that was silent longest first. */
  const open = new Map<string, OpenSession>()

  const findSilent = () =>
    open.size < MAX_SESSIONS ? undefined : [...open.values()].find(({ running }) => running === 0)
  const isFull = () => open.size >= MAX_SESSIONS && !findSilent()

  /** A session is open once it is initialized: a request that is refused takes no place. */
  async function begin(): Promise<OpenSession> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      async onsessioninitialized(id) {
        const silent = findSilent()
        open.set(id, session)
        await silent?.transport.close()
      },
    })
    const session: OpenSession = { transport, running: 0 }
    transport.onclose = () => open.delete(transport.sessionId ?? '')
    await createServer().connect(transport)
    return session
  }

  async function answer(
    session: OpenSession,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ) {
    if (response.closed) return
    session.running += 1
    const left = new AbortController()
    response.once('close', () => {
      session.running -= 1
      left.abort()
    })
    // Not by the ids of its calls: a client may give one twice, and the SDK cancels none of 0.
    const auth = { token: '', clientId: '', scopes: [], extra: { left: left.signal } }
    await session.transport.handleRequest(Object.assign(request, { auth }), response, body)
    // Nothing is answered to a call that was cancelled: its stream would stay open.
    const { success, data } = CancelledNotificationSchema.safeParse(body)
    if (success && data.params.requestId !== undefined)
      session.transport.closeSSEStream(data.params.requestId)
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse, text: string | undefined) {
      const body = text === undefined ? undefined : parseJson(text)
      const id = request.headers['mcp-session-id']
      if (typeof id === 'string') {
        const session = open.get(id)
        if (!session) {
          refuse(response, 404)
          return
        }
        open.delete(id)
        open.set(id, session)
        await answer(session, request, response, body)
      } else if (!isInitializeRequest(body)) refuse(response, 400)
      else if (isFull()) refuse(response, 503)
      else await answer(await begin(), request, response, body)
    },
    async close() {
      await Promise.all([...open.values()].map(({ transport }) => transport.close()))
    },
  }
}
