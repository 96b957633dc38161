/** Connects the protocol's own client to a server in this process, and calls its tools. */
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect } from 'vitest'
import { builtProgram } from '#platform/testing/built-program.ts'
import { openSession, type SessionOptions } from '../../session.ts'
import { createMcpServer, type McpServerOptions } from '../mcp-server.ts'
import { createSessionHolder } from '../session-holder.ts'

const closings: (() => Promise<void>)[] = []

export const closeLast = async () => closings.pop()?.()

export async function closeAll(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()))
}

type ConnectOptions = Pick<SessionOptions, 'dataDir' | 'source' | 'rpcUrl'> &
  Partial<Omit<McpServerOptions, 'sessions' | 'version'>>

/** A client of a server for everything except stdin, stdout and the environment. */
export async function connect({ dataDir, source, rpcUrl, ...options }: ConnectOptions): Promise<Client> {
  const sessions = createSessionHolder(
    () =>
      openSession({
        version: '0',
        nodeWorker: pathToFileURL(builtProgram('node-worker')),
        signal: new AbortController().signal,
        log: () => undefined,
        dataDir,
        source,
        rpcUrl,
      }),
    60_000,
  )
  const server = createMcpServer({
    version: '0',
    sessions,
    allowsLabels: false,
    allowsKeeping: false,
    ...options,
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(theirs)
  const made = new Client({ name: 'test', version: '0' })
  await made.connect(ours)
  closings.push(async () => {
    await made.close()
    await sessions.close()
  })
  return made
}

export interface Answer<Data = unknown> {
  readonly about_data: string
  readonly source: { readonly id: string; readonly kind: string; readonly chainId: string | null }
  readonly read_at: string
  readonly age_seconds: number
  readonly notes: readonly string[]
  readonly next: string | null
  readonly is_cut: boolean
  readonly data: Data
}
export interface Rows<Item = Record<string, unknown>> {
  readonly rows: readonly { readonly key: string; readonly item: Item; readonly is_cut?: boolean }[]
  readonly rows_looked_at: number
}

/** Returns a tool's data, or the error text of a failed call. */
export async function callTool<Data = unknown>(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer<Data>> {
  const result = await client.callTool({ name, arguments: args })
  const [{ text }] = result.content as [{ text: string }]
  if (result.isError) throw new Error(text)
  expect(JSON.parse(text)).toEqual(result.structuredContent)
  return result.structuredContent as Answer<Data>
}
