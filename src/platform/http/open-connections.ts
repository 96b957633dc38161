/**
 * Tracks a server's connections and their running responses. Node's closeIdleConnections() skips connections that
 * have not sent anything yet, so silent clients would delay a shutdown, and its `maxConnections` would let them keep
 * everyone else out.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface OpenConnections {
  /** Tracks the connections of this server as well. */
  add(this: void, server: Server): void
  /** The connection was upgraded: it is never closed to make room for others. */
  keep(this: void, socket: Socket): void
  /** Ends idle connections now, and each other one after its response. */
  drain(this: void): void
}

/**
 * Beyond `max`, a new connection replaces the one that has been idle longest; if none is idle, the new one is ended.
 */
export function openConnections(max: number): OpenConnections {
  /**
   * The number of running responses by connection, the oldest first. An upgraded connection counts as one response.
   */
  const running = new Map<Socket, number>()
  let isDraining = false

  /** The newest connection is the last of them. */
  function oldestIdle(): Socket | undefined {
    for (const [socket, count] of running) if (count === 0) return socket
    return undefined
  }

  function makeRoom(newcomer: Socket) {
    if (running.size <= max) return
    const victim = oldestIdle() ?? newcomer
    running.delete(victim)
    victim.destroy()
  }

  function add(server: Server) {
    server.on('connection', (socket) => {
      running.set(socket, 0)
      socket.once('close', () => running.delete(socket))
      makeRoom(socket)
    })
    server.on('request', ({ socket }, response) => {
      running.set(socket, (running.get(socket) ?? 0) + 1)
      response.once('close', () => {
        const left = (running.get(socket) ?? 1) - 1
        if (running.has(socket)) running.set(socket, left)
        if (isDraining && left === 0) socket.destroySoon()
      })
    })
  }

  return {
    add,
    keep(socket) {
      if (running.has(socket)) running.set(socket, 1)
    },
    drain() {
      isDraining = true
      for (const [socket, count] of running) if (count === 0) socket.destroy()
    },
  }
}
