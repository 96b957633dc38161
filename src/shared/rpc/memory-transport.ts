/** Connects a client to a server in the same process. */
import type { RpcTransport } from './client.ts'
import type { ServerMessage } from './messages.ts'
import type { RpcServer } from './server.ts'

export interface MemoryTransport extends RpcTransport {
  /** Sends a message that no client of ours would send. */
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
