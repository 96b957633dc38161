/**
 * Which connections of a server have a response under way. Node's own closeIdleConnections() leaves those alone that
 * have not sent anything yet, so one silent client would hold up a shutdown.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface OpenConnections {
  /** Ends the idle ones now, and each other one when its response is out. */
  drain(): void
}

export function openConnections(server: Server): OpenConnections {
  const running = new Map<Socket, number>()
  let draining = false
  server.on('connection', (socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      if (running.has(socket)) running.set(socket, left)
      if (draining && left === 0) socket.destroySoon()
    })
  })
  return {
    drain() {
      draining = true
      for (const [socket, count] of running) if (count === 0) socket.destroy()
    },
  }
}
