/** A command's connection to a core, and its source. */
import { setFlagsFromString } from 'node:v8'
import { createCore, type Core, type CorePorts } from '#core/create-core.ts'
import { connectToRunningCore } from '#host/core-socket-client.ts'
import { createLocalServices } from '#host/local-services.ts'
import { createRpcClient, type RpcClient, type RpcTransport } from '#shared/rpc/client.ts'
import type { CallInput, CallName, CallOutput } from '#shared/rpc/contract.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { UsageError } from './output/failures.ts'

export interface SessionOptions {
  /** A folder, or `:memory:`. */
  readonly dataDir: string
  /** The id, name or URL of a source; undefined for the current one. */
  readonly source: string | undefined
  /** Whether no remote source is asked. */
  readonly isOffline?: boolean
  /** The node that is asked where one is needed; by default one of the chain that the person follows. */
  readonly rpcUrl?: string | undefined
  /** The time of the sample chain's newest block, in ms since 1970; now, and with new blocks, by default. */
  readonly sampleAt?: number | undefined
  readonly version: string
  readonly nodeWorker: URL
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

export interface Session {
  readonly client: RpcClient
  readonly source: SourceView
  readonly isOffline: boolean
  /** A part of the input of each call that needs a node. */
  readonly node: { readonly rpcUrl?: string }
  /** Whether the core is in memory, and ends with the session. */
  readonly keepsNothing: boolean
  readonly signal: AbortSignal
  /** Rejects when the core has ended. */
  readonly lost: Promise<never>
  /** Rejects with `ChainglassFailure`. */
  call<Name extends CallName>(this: void, name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  close(this: void): Promise<void>
}

/**
 * Rejects with `UsageError` if there is no such source, or if it is not the sample that a time was given for, and with
 * the errors of `createCore`.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const connection = await connect(options)
  try {
    const client = createRpcClient(connection.transport)
    const source = await Promise.race([findSource(client, options.source), connection.lost])
    if (options.sampleAt !== undefined && source?.kind !== 'sample')
      throw new UsageError('--sample-at is of the sample chain, not of another source: add --source sample.')
    if (source) return toSession(client, source, connection, options)
  } catch (error) {
    await connection.close()
    throw error
  }
  await connection.close()
  return openElsewhere(options)
}

interface CoreConnection {
  readonly transport: RpcTransport
  /** Rejects when the core has ended: its calls and subscriptions get no answer any more. */
  readonly lost: Promise<never>
  close(this: void): Promise<void>
}

/** Connects to the core that holds the folder, or starts one. */
async function connect(options: SessionOptions): Promise<CoreConnection> {
  const running = options.dataDir === ':memory:' ? undefined : await connectToRunningCore(options.dataDir)
  if (!running) return startCore(options)
  if (options.sampleAt !== undefined) {
    running.close()
    throw new Error(
      '--sample-at needs a core of its own, and this data folder is open in another: close that, or give another --data-dir.',
    )
  }
  let isClosed = false
  const lost = running.ended.then(() => {
    if (isClosed) return new Promise<never>(() => undefined)
    throw new ChainglassFailure({ code: 'offline', reason: 'core_lost' })
  })
  lost.catch(() => undefined)
  return {
    transport: running,
    lost,
    close() {
      isClosed = true
      running.close()
      return Promise.resolve()
    },
  }
}

async function startCore(
  { dataDir, version, nodeWorker, sampleAt, log }: SessionOptions,
  source?: string,
): Promise<CoreConnection> {
  const services = createLocalServices({ dataDir, worker: nodeWorker, sampleAt, log })
  const ports: CorePorts = {
    dataDir,
    host: 'loopback',
    version,
    source,
    // A window keeps keys in the system's keyring; a terminal reads them from the environment.
    vault: 'session',
    callHost: (name) => Promise.reject(new Error(`The command line has no ${name}.`)),
    services,
    log,
  }
  let core: Core
  try {
    core = await createCore(ports)
  } catch (error) {
    await services.close()
    throw error
  }
  const transport = createMemoryTransport(core.server)
  return {
    transport,
    // A core in this process ends only with the process.
    lost: new Promise(() => undefined),
    async close() {
      transport.close()
      core.close()
      await services.close()
    },
  }
}

/** Opens an instance that is not among the person's sources in a core in memory: nothing is stored. */
async function openElsewhere(options: SessionOptions): Promise<Session> {
  // Pages that nobody holds are collected early: a long list would else take 330 MB of what is 25. Read at each growth.
  setFlagsFromString('--optimize-for-size')
  const connection = await startCore({ ...options, dataDir: ':memory:' }, options.source)
  const client = createRpcClient(connection.transport)
  const { sources, current } = await readState(client, 'sources.changed', {})
  const source = sources.find(({ id }) => id === current)
  if (source) return toSession(client, source, connection, { ...options, dataDir: ':memory:' })
  await connection.close()
  throw new UsageError('There is no such source.')
}

function toSession(
  client: RpcClient,
  source: SourceView,
  { lost, close }: Pick<CoreConnection, 'lost' | 'close'>,
  { signal, dataDir, isOffline = false, rpcUrl }: SessionOptions,
): Session {
  return {
    client,
    source,
    isOffline,
    node: rpcUrl === undefined ? {} : { rpcUrl },
    keepsNothing: dataDir === ':memory:',
    signal,
    lost,
    call: callOf(client, signal),
    close,
  }
}

const callOf =
  (client: RpcClient, signal: AbortSignal): Session['call'] =>
  async (name, input) => {
    const result = await client.call(name, input, { signal })
    if (result.ok) return result.data
    throw new ChainglassFailure(result.error)
  }

/** Reads one thing from the source, or from stored data if offline. Rejects like `call`. */
export const readDetail = (
  { call, source, isOffline }: Pick<Session, 'call' | 'source' | 'isOffline'>,
  of: Pick<CallInput<'details.read'>, 'detail' | 'params'>,
): Promise<CallOutput<'details.read'>> =>
  call('details.read', { source: source.id, ...of, ...(isOffline ? { offline: true } : { refresh: true }) })

/** The same core with another source, until another signal is aborted. */
export const narrowSession = (session: Session, source: SourceView, signal: AbortSignal): Session => ({
  ...session,
  source,
  signal,
  call: callOf(session.client, signal),
})

/** Undefined for a URL that no source has. */
export async function findSource(
  client: RpcClient,
  named: string | undefined,
): Promise<SourceView | undefined> {
  const { sources, current } = await readState(client, 'sources.changed', {})
  const wanted = (named ?? current).toLowerCase()
  const found =
    sources.find(({ id }) => id.toLowerCase() === wanted) ??
    sources.find(({ name }) => name.toLowerCase() === wanted) ??
    sources.find((source) => isReadAt(source, wanted))
  if (found) return found
  if (named !== undefined && /[.:/]/.test(named)) return undefined
  throw new UsageError(`There is no source “${wanted}”. “chainglass sources” lists them.`)
}

/** `https://HOST/CHAIN/api/v2` is one chain of an account; `https://HOST/api/v2` is an instance, or an account. */
function isReadAt(source: SourceView, typed: string): boolean {
  const [, base = typed, chain] = /^(.*?)(?:\/(\d+))?\/api(?:\/v2)?\/*$/.exec(typed) ?? []
  if (!('baseUrl' in source) || !isSameUrl(source.baseUrl, base)) return false
  return chain === undefined || (source.kind === 'pro' && source.chainId === chain)
}

const isSameUrl = (url: string, typed: string) =>
  url.toLowerCase().replace(/^https?:\/\//, '') === typed.replace(/^https?:\/\//, '').replace(/\/+$/, '')
