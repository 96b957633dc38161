/** `mcp`: serves the tools to a program over stdin and stdout, until it ends, or over HTTP, until it is stopped. */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { MIN_KEY_LENGTH } from '#service/http/access/api-keys.ts'
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { openSession, type SessionOptions } from '../session.ts'
import { createMcpServer, type McpServerOptions } from './mcp-server.ts'
import { createCallLimit } from './call-limit.ts'
import { UsageError } from '../usage-error.ts'
import { serveHttp } from './serve-http.ts'
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
