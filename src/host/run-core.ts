/**
 * The core's process, whatever the host: puts the core together over the host's ports, serves the sample chain and
 * local nodes to it over loopback HTTP, and answers windows. The entries of the two hosts call it with their channel.
 */
import { createCore, type Core } from '#core/create-core.ts'
import type { Connection } from '#shared/rpc/server.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { CoreStart, FromCore, HostAsk, ToCore } from './link-messages.ts'
import { localServices } from './local-services.ts'

export interface CoreChannel {
  post(message: FromCore): void
  onMessage(listener: (message: ToCore) => void): void
}

export async function runCore(
  start: CoreStart,
  channel: CoreChannel,
  /** The file of node-worker, built or source. */
  nodeWorker: URL,
  log: (line: string) => void,
) {
  const asks = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const connections = new Map<number, Connection>()
  let lastAsk = 0

  const ask = (what: HostAsk, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      lastAsk += 1
      asks.set(lastAsk, { resolve, reject })
      channel.post({ kind: 'ask', id: lastAsk, what, input })
    })

  const services = localServices({ dataDir: start.dataDir, worker: nodeWorker, log })
  let core: Core | undefined

  // Before the core: what it asks its host while it starts has to be answered.
  channel.onMessage((message) => {
    if (message.kind === 'answer') answered(message)
    else if (message.kind === 'shutdown') void shutdown()
    else if (message.kind === 'message') connections.get(message.connection)?.receive(parse(message.text))
    else if (message.kind === 'close') {
      connections.get(message.connection)?.close()
      connections.delete(message.connection)
    } else open(message.connection)
  })

  try {
    core = await createCore({ ...start, ask, services, log })
    channel.post({ kind: 'ready' })
  } catch (error) {
    const refused =
      error instanceof ChainglassFailure
        ? error.error
        : { code: 'internal' as const, reference: error instanceof Error ? error.message : 'start' }
    channel.post({ kind: 'refused', error: refused })
    await services.close()
  }

  function answered({ id, value, failed }: Extract<ToCore, { kind: 'answer' }>) {
    const asked = asks.get(id)
    asks.delete(id)
    if (failed === undefined) asked?.resolve(value)
    else asked?.reject(new Error(failed))
  }

  /** The host lets windows in once the core is ready. */
  function open(connection: number) {
    const opened = core?.server.connect((reply) => {
      channel.post({ kind: 'message', connection, text: JSON.stringify(reply) })
    })
    if (opened) connections.set(connection, opened)
  }

  async function shutdown() {
    for (const connection of connections.values()) connection.close()
    core?.close()
    await services.close()
    process.exit(0)
  }
}

/** What is not JSON is no message of ours; the server drops `undefined`. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
