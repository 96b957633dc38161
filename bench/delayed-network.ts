/** A way to a server that takes time: what passes arrives so much later, in both directions. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface DelayedNetwork {
  readonly port: number
  readonly close: () => void
}

/** `delayMs`: each way. */
export async function delayedNetwork(port: number, delayMs: number): Promise<DelayedNetwork> {
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.setNoDelay(true)
    // A timer may end a millisecond late, and later ones in their order all the same.
    from.on('data', (piece) => {
      if (delayMs === 0) to.write(piece)
      else setTimeout(() => to.write(piece), delayMs)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
