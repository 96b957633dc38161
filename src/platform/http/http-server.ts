/**
 * An HTTP server for this machine, and for others only if it is given an address that they can reach. Any page of any
 * browser and any program of any user can reach its port. Therefore no input may end the process, fill it or keep
 * others out: an exception in a handler is a 500, every socket has its errors handled, and time and number of
 * connections are limited.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface HttpServer {
  readonly port: number
  /** Accepts no new connection, ends idle ones, gives running responses `ms` to finish, then cuts them. */
  close(this: void, ms: number): Promise<void>
}

interface Upgrades {
  /** The HTTP status that refuses the upgrade; undefined if it is accepted. */
  readonly refuse: (request: IncomingMessage) => string | undefined
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface HttpServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** The IP address to listen on; 127.0.0.1 by default. */
  readonly host?: string
  /**
   * Listens on ::1 as well. Browsers try it first for a name below `localhost`: another program on that port would
   * pass for this server.
   */
  readonly withIpv6?: boolean
  readonly respond: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
  /** Without it, a request to upgrade is treated like any other. */
  readonly upgrades?: Upgrades
  /** Called with an exception of a handler; the client gets a 500. */
  readonly onError: (error: unknown) => void
  readonly limits?: Partial<ServerLimits>
}

export interface ServerLimits {
  readonly connections: number
  readonly headerBytes: number
  /** The time for all headers of a request to arrive, from the opening of the connection. */
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** The time for a client that reads nothing of its response. */
  readonly idleMs: number
  /** Requests that a connection may send before the first is answered. Beyond it the connection is cut. */
  readonly pipelined: number
}

const LIMITS: ServerLimits = {
  connections: 512,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 30_000,
  idleMs: 120_000,
  pipelined: 32,
}
const REFUSED_UPGRADE_MS = 2_000
/** Attempts to find a port that is free on both addresses. */
const PORT_ATTEMPTS = 20

/** Rejects if the port is taken (`EADDRINUSE`). */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...LIMITS, ...options.limits }
  const connections = openConnections(limits.connections)
  const servers = await listen(options, () => {
    const server = createBoundedServer(options, limits)
    connections.add(server)
    if (options.upgrades) takeUpgrades(server, options.upgrades, options.onError, connections.keep)
    return server
  })

  return {
    port: (servers[0].address() as AddressInfo).port,
    async close(ms) {
      const closed = Promise.all(servers.map(closeServer))
      connections.drain()
      const cut = setTimeout(() => {
        for (const server of servers) server.closeAllConnections()
      }, ms)
      await closed
      clearTimeout(cut)
    },
  }
}

function createBoundedServer(options: HttpServerOptions, limits: ServerLimits): Server {
  const { onError } = options
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    },
    inTurn(limits.pipelined, respond),
  )
  server.setTimeout(limits.idleMs)
  // After the start, the event reports a connection that could not be accepted, for example without a free file
  // handle.
  server.on('error', (error) => {
    if (server.listening) onError(error)
  })

  async function respond(request: IncomingMessage, response: ServerResponse) {
    try {
      await options.respond(request, response)
    } catch (error) {
      onError(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-length': 0, connection: 'close' }).end()
    }
  }

  return server
}

/** Handles one request of a connection at a time: the next begins after the previous response is sent. */
function inTurn(
  maxWaiting: number,
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const waiting = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>()

  async function respondToAll(socket: Socket, queue: (readonly [IncomingMessage, ServerResponse])[]) {
    for (let next = queue[0]; next !== undefined && !socket.destroyed; next = queue[0]) {
      const [request, response] = next
      const out = new Promise((resolve) => response.once('close', resolve))
      await respond(request, response)
      await out
      queue.shift()
    }
    waiting.delete(socket)
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const queue = waiting.get(socket)
    if (queue === undefined) {
      const first = [[request, response] as const]
      waiting.set(socket, first)
      void respondToAll(socket, first)
    } else if (queue.push([request, response]) > maxWaiting) socket.destroy()
  }
}

/**
 * Installed only if upgrades are accepted: with a listener, Node leaves every socket that asks for an upgrade to it.
 */
function takeUpgrades(
  server: Server,
  upgrades: Upgrades,
  onError: HttpServerOptions['onError'],
  keep: (socket: Socket) => void,
) {
  server.on('upgrade', (request, socket, head) => {
    // From here on the server no longer handles the socket's errors: without a listener they would end the process.
    socket.on('error', () => {
      socket.destroy()
    })
    try {
      const refusedStatus = upgrades.refuse(request)
      if (refusedStatus !== undefined) {
        refuseUpgrade(socket, refusedStatus)
        return
      }
      keep(request.socket)
      upgrades.accept(request, socket, head)
    } catch (error) {
      onError(error)
      refuseUpgrade(socket, '500 Internal Server Error')
    }
  })
}

/** Ends the connection from both sides, whatever the client does. */
function refuseUpgrade(socket: Duplex, status: string) {
  const destroy = () => {
    socket.destroy()
  }
  const timer = setTimeout(destroy, REFUSED_UPGRADE_MS)
  socket.once('close', () => {
    clearTimeout(timer)
  })
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, destroy)
}

/** Starts one server per address of this machine, on the same port. */
async function listen(
  { port: wanted, host = '127.0.0.1', withIpv6 = false }: HttpServerOptions,
  create: () => Server,
): Promise<readonly [Server, ...Server[]]> {
  for (let attempt = 1; ; attempt++) {
    const server = create()
    const port = await listenOn(server, host, wanted)
    if (!withIpv6) return [server]
    const second = create()
    try {
      await listenOn(second, '::1', port)
      return [server, second]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return [server] // This machine has no IPv6.
      await closeServer(server)
      if (wanted !== 0 || attempt === PORT_ATTEMPTS) throw error
    }
  }
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })

interface OpenConnections {
  /** Tracks the connections of this server as well. */
  add(this: void, server: Server): void
  /** The connection was upgraded: it is never closed to make room for others. */
  keep(this: void, socket: Socket): void
  /** Ends idle connections now, and each other one after its response. */
  drain(this: void): void
}

/**
 * Tracks a server's connections and their running responses. Node's closeIdleConnections() skips connections that
 * have not sent anything yet, so silent clients would delay a shutdown, and its `maxConnections` would let them keep
 * everyone else out. Beyond `max`, a new connection replaces the one that has been idle longest; if none is idle, the
 * new one is ended.
 */
function openConnections(max: number): OpenConnections {
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
