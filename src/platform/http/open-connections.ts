/**
 * The connections of a server: how many there are, and which have a response under way. Node's own
 * closeIdleConnections() leaves those alone that have not sent anything yet, so silent clients would hold up a shutdown,
 * and its `maxConnections` would let them keep everyone else out.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface OpenConnections {
  /** Counts those of this server as well. */
  add(this: void, server: Server): void
  /** It makes no room for others from now on: it was upgraded. */
  keep(this: void, socket: Socket): void
  /** Ends the idle ones now, and each other one when its response is out. */
  drain(this: void): void
}

/** Where there are `max`, a new one takes the place of the one that has been idle longest; without one, it is ended. */
export function openConnections(max: number): OpenConnections {
  /** By connection, the oldest first: how many responses are under way. An upgraded one counts as one. */
  const running = new Map<Socket, number>()
  let isDraining = false

  /** The newcomer is the last of them. */
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
