/** `mcp`: serves the tools to a program over stdin and stdout, until it ends or is stopped. */
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { openSession, type SessionOptions } from '../session.ts'
import { createMcpServer, type McpServerOptions } from './mcp-server.ts'
import { createSessionHolder } from './session-holder.ts'

export interface McpOptions {
  readonly session: SessionOptions
  readonly tools: Pick<McpServerOptions, 'allowsLabels' | 'allowsKeeping' | 'rpcUrl'>
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
    // Their types differ only in optional members.
    await server.connect(transport)
    if (session.signal.aborted) end()
    await ended.promise
  } finally {
    session.signal.removeEventListener('abort', end)
    await server.close()
    await sessions.close()
  }
}
