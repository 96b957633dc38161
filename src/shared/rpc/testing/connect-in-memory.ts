/** A client of a server in the same process. */
import { createRpcClient, type RpcClient, type RpcTransport } from '#shared/rpc/client.ts'
import type { EventData, EventInput, EventName } from '#shared/rpc/contract.ts'
import type { ServerMessage } from '#shared/rpc/messages.ts'
import type { RpcServer } from '#shared/rpc/server.ts'

export interface MemoryTransport extends RpcTransport {
  /** Sends what no client of ours would. */
  sendRaw(this: void, message: unknown): void
  close(this: void): void
}

export function createMemoryTransport(server: RpcServer): MemoryTransport {
  let listener: (message: ServerMessage) => void = () => undefined
  const connection = server.connect((message) => {
    listener(message)
  })
  return {
    send: (message) => {
      connection.receive(message)
    },
    sendRaw: (message) => {
      connection.receive(message)
    },
    onMessage: (added) => (listener = added),
    onState: () => undefined,
    close: () => {
      connection.close()
    },
  }
}

export const connectInMemory = (server: RpcServer): RpcClient =>
  createRpcClient(createMemoryTransport(server))

/** The present state, as a new subscriber gets it. Rejects with the error as JSON. */
export function readState<Name extends EventName>(
  client: Pick<RpcClient, 'subscribe'>,
  name: Name,
  input: EventInput<Name>,
): Promise<EventData<Name>> {
  return new Promise((resolve, reject) => {
    const stop = client.subscribe(
      name,
      input,
      (data) => {
        resolve(data)
        // In memory the first event comes before `stop` is there.
        queueMicrotask(() => {
          stop()
        })
      },
      (error) => {
        reject(new Error(`${name}: ${JSON.stringify(error)}`))
      },
    )
  })
}
