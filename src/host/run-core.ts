/**
 * Runs the core's process for any host: creates the core with the host's ports, serves the sample chain and followed
 * nodes to it over loopback HTTP, and connects windows. Each host's entry calls it with its channel.
 */
import { createHash } from 'node:crypto'
import { createCore, type Core, type CorePorts } from '#core/create-core.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { CrashGuard } from '#core/api-client/create-api-client.ts'
import type { Connection } from '#shared/rpc/server.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { openCoreSocket, type CoreSocket } from './core-socket.ts'
import type { CoreStart, Frame, FrameCodec, FromCore, ToCore } from './link-messages.ts'
import { createLocalServices } from './local-services.ts'

export interface CoreChannel<F extends Frame> {
  readonly frames: FrameCodec<F>
  post(message: FromCore<F>): void
  onMessage(listener: (message: ToCore<F>) => void): void
}

export async function runCore<F extends Frame>(
  start: CoreStart,
  channel: CoreChannel<F>,
  /** The file of node-worker, built or source. */
  nodeWorker: URL,
  log: (line: string) => void,
) {
  const services = createLocalServices({ dataDir: start.dataDir, worker: nodeWorker, log })
  const hostCalls = createHostCalls(channel)
  const crashGuard = createCrashGuard(channel)
  const connections = createConnections(channel, () => core)
  let core: Core | undefined
  let socket: CoreSocket | undefined

  async function shutdown() {
    connections.closeAll()
    socket?.close()
    core?.close()
    await services.close()
    process.exit(0)
  }

  // Registered before the core is created, because it may call the host while it starts.
  channel.onMessage((message) => {
    if (message.kind === 'host-reply') hostCalls.settle(message)
    else if (message.kind === 'message') connections.receive(message.connection, message.frame)
    else if (message.kind === 'open') connections.open(message.connection)
    else if (message.kind === 'close') connections.close(message.connection)
    else if (message.kind === 'block-requests') crashGuard.block(message.requests)
    else void shutdown()
  })

  try {
    core = await createCore({ ...start, callHost: hostCalls.call, crashGuard, services, log })
    channel.post({ kind: 'ready' })
    if (start.dataDir !== ':memory:') socket = await openCoreSocket(start.dataDir, core.server, log)
  } catch (error) {
    channel.post({ kind: 'start-failed', error: toStartError(error) })
    await services.close()
  }
}

const toStartError = (error: unknown): ChainglassError =>
  error instanceof ChainglassFailure
    ? error.error
    : { code: 'internal', reference: error instanceof Error ? error.message : 'start' }

/**
 * Tells the host which response is being read, so that the host knows what a core crashed on. Requests are sent as
 * hashes only.
 */
function createCrashGuard<F extends Frame>(
  channel: CoreChannel<F>,
): CrashGuard & {
  block(requests: readonly string[]): void
} {
  const blocked = new Set<string>()
  const hash = (request: string) => createHash('sha256').update(request).digest('base64url')
  return {
    block(requests) {
      for (const request of requests) blocked.add(request)
    },
    isBlocked: (request) => blocked.size > 0 && blocked.has(hash(request)),
    run(name, read) {
      const request = hash(name)
      channel.post({ kind: 'read-started', request })
      try {
        return read()
      } finally {
        // After the direct effects of the reading: a reply, an event.
        setImmediate(() => {
          channel.post({ kind: 'read-ended', request })
        })
      }
    },
  }
}

/** Calls to the host that wait for a reply. */
function createHostCalls<F extends Frame>(channel: CoreChannel<F>) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const call: CorePorts['callHost'] = (name, input) => {
    lastId += 1
    const deferred = Promise.withResolvers<unknown>()
    pending.set(lastId, deferred)
    channel.post({ kind: 'host-call', id: lastId, name, input })
    return deferred.promise
  }
  return {
    call,
    settle({ id, value, error }: Extract<ToCore<F>, { kind: 'host-reply' }>) {
      const deferred = pending.get(id)
      pending.delete(id)
      if (error === undefined) deferred?.resolve(value)
      else deferred?.reject(new Error(error))
    },
  }
}

/** The server's connections, by the host's connection numbers. The host opens one only after the core is ready. */
function createConnections<F extends Frame>(channel: CoreChannel<F>, getCore: () => Core | undefined) {
  const connections = new Map<number, Connection>()
  return {
    open(connection: number) {
      const opened = getCore()?.server.connect((message) => {
        channel.post({ kind: 'message', connection, frame: channel.frames.encode(JSON.stringify(message)) })
      })
      if (opened) connections.set(connection, opened)
    },
    receive(connection: number, frame: F) {
      connections.get(connection)?.receive(parseJson(channel.frames.decode(frame)))
    },
    close(connection: number) {
      connections.get(connection)?.close()
      connections.delete(connection)
    },
    closeAll() {
      for (const connection of connections.values()) connection.close()
    },
  }
}
