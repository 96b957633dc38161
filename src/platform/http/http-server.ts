/**
 * An HTTP server for this machine, and for no other unless it is told an address that others reach. Any page of any
 * browser and any program of any user can reach its port, so nothing that is sent to it may end the process, fill it or
 * keep others out: what a handler throws is a 500, every socket has its errors handled, and time and number of
 * connections are bounded.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { openConnections } from './open-connections.ts'

export interface HttpServer {
  readonly port: number
  /** Takes no new connection, ends idle ones, lets responses under way finish within `ms`, then cuts them. */
  close(this: void, ms: number): Promise<void>
}

interface Upgrades {
  /** The HTTP status that refuses the upgrade; undefined where it is accepted. */
  readonly refuse: (request: IncomingMessage) => string | undefined
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface HttpServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** The IP address to listen on; 127.0.0.1 unless given. */
  readonly host?: string
  /**
   * Also on ::1, which browsers ask first for a name below `localhost`: a stranger on the same port there would be taken
   * for this server.
   */
  readonly withIpv6?: boolean
  readonly respond: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
  /** Without it, a request to upgrade is one like any other. */
  readonly upgrades?: Upgrades
  /** One that a handler threw. The client gets a 500. */
  readonly onError: (error: unknown) => void
  readonly limits?: Partial<ServerLimits>
}

export interface ServerLimits {
  readonly connections: number
  readonly headerBytes: number
  /** For all headers of a request to arrive, from the opening of the connection. */
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** For a client that reads nothing of its response. */
  readonly idleMs: number
  /** Requests of one connection that are sent before the first is answered. Beyond it the connection is cut. */
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
/** For a port that is free on both addresses. */
const PORT_ATTEMPTS = 20

/** Rejects where the port is taken (`EADDRINUSE`). */
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
  // Later than listening: a connection that could not be taken, for example without a file handle left.
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

/** One request of a connection at a time: the next begins when the response before it is out. */
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

/** Not called where there are none to take: with a listener, Node leaves each socket that wants one to it. */
function takeUpgrades(
  server: Server,
  upgrades: Upgrades,
  onError: HttpServerOptions['onError'],
  keep: (socket: Socket) => void,
) {
  server.on('upgrade', (request, socket, head) => {
    // From here on the socket is no longer the server's: without a listener its error would end the process.
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

/** The connection is ended from both sides, whatever the client does. */
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

/** One server for each address of this machine, on the same port. */
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
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return [server] // A machine without IPv6.
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
