/**
 * A transport over the link that makes the host a client of its own core. It connects again after the core was
 * restarted.
 */
import type { RpcTransport } from '#shared/rpc/client.ts'
import type { ServerMessage } from '#shared/rpc/messages.ts'
import type { CoreLink, LinkConnection } from './core-link.ts'

export interface LinkTransport extends RpcTransport {
  close(this: void): void
}

export function createLinkTransport(link: Pick<CoreLink, 'connect'>): LinkTransport {
  let onMessage: (message: ServerMessage) => void = () => undefined
  let onState: (state: 'open' | 'lost') => void = () => undefined
  let isClosed = false
  let connection = connect()

  function connect(): LinkConnection {
    return link.connect({
      send: (frame) => {
        onMessage(JSON.parse(frame) as ServerMessage)
      },
      onLost: () => {
        onState('lost')
        if (isClosed) return
        // The link queues messages until the next core is ready.
        connection = connect()
        onState('open')
      },
    })
  }

  return {
    send: (message) => {
      connection.receive(JSON.stringify(message))
    },
    onMessage: (listener) => (onMessage = listener),
    onState: (listener) => (onState = listener),
    close() {
      isClosed = true
      connection.close()
    },
  }
}
