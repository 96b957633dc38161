/**
 * The loopback host: serves the page over HTTP and the core over a WebSocket, on 127.0.0.1, for any browser on this
 * machine. Other programs and web pages can reach the port too. Therefore it takes a random token per launch, exact Host
 * and Origin headers, and no CORS; without them it serves nothing but the page, which holds no data.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { securityHeaders } from '#shared/content-security-policy.ts'
import type { CoreLink } from '#host/core-link.ts'
import type { RendererFiles } from './renderer-files.ts'

export interface LoopbackHost {
  readonly port: number
  /** The address to open. The token is in the fragment, which no server or log ever sees. */
  readonly url: string
  readonly token: string
  close(): Promise<void>
}

export interface LoopbackHostOptions {
  readonly link: Pick<CoreLink<Uint8Array>, 'connect'>
  readonly files: RendererFiles
  /** 0 takes any free port. */
  readonly port: number
}

/** An import of labels is sent in one message; nothing else is nearly as long. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** A window that is this far behind with reading is gone or stuck. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024
const CLOSE_TIMEOUT_MS = 500
const PROTOCOL = 'chainglass'

/** Rejects where the port is taken (`EADDRINUSE`). */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    serveHttp(request, response, hosts, options.files)
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL,
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const hosts = new Set([`127.0.0.1:${String(port)}`, `localhost:${String(port)}`])

  server.on('upgrade', (request, socket, head) => {
    const refusedStatus = checkUpgrade(request, hosts, token)
    if (refusedStatus) {
      socket.end(`HTTP/1.1 ${refusedStatus}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      connectSocket(webSocket, options.link)
    })
  })

  return {
    port,
    token,
    url: `http://127.0.0.1:${String(port)}/#token=${token}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.close(1001, 'The core is closing.')
        // A browser that does not respond to the close must not keep the host from ending.
        const terminateTimer = setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate()
        }, CLOSE_TIMEOUT_MS)
        server.close(() => {
          clearTimeout(terminateTimer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function serveHttp(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: ReadonlySet<string>,
  files: RendererFiles,
) {
  if (!hosts.has(request.headers.host ?? '')) {
    endWith(response, 421, 'This address is not served here.')
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    endWith(response, 405, 'Only GET and HEAD.')
    return
  }
  const { pathname } = new URL(request.url ?? '/', 'http://loopback')
  const file = files.file(pathname)
  const nonce = randomBytes(16).toString('base64')
  if (!file && /\.[a-z0-9]+$/i.test(pathname)) {
    endWith(response, 404, 'No such file.')
    return
  }
  for (const [name, value] of Object.entries(securityHeaders(nonce))) response.setHeader(name, value)
  if (!file) {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.end(request.method === 'HEAD' ? undefined : files.page(nonce))
    return
  }
  const gzipped =
    file.gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? file.gzip : undefined
  response.setHeader('content-type', file.type)
  response.setHeader('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (gzipped) response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-length', (gzipped ?? file.body).length)
  response.end(request.method === 'HEAD' ? undefined : (gzipped ?? file.body))
}

/** The HTTP status that refuses the upgrade; undefined where it is accepted. */
function checkUpgrade(
  request: IncomingMessage,
  hosts: ReadonlySet<string>,
  token: string,
): string | undefined {
  const host = request.headers.host ?? ''
  if (!hosts.has(host)) return '421 Misdirected Request'
  if (new URL(request.url ?? '/', 'http://loopback').pathname !== '/bridge') return '404 Not Found'
  if (request.headers.origin !== `http://${host}`) return '403 Forbidden'
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  if (offered[0] !== PROTOCOL || !isSame(offered[1] ?? '', token)) return '401 Unauthorized'
  return undefined
}

/** Compares in constant time, so that the time of a refusal reveals nothing. */
function isSame(offered: string, token: string): boolean {
  const a = Buffer.from(offered)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Frames pass unread: the core parses and checks them. */
function connectSocket(socket: WebSocket, link: LoopbackHostOptions['link']) {
  const connection = link.connect({
    send(frame) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(frame, { binary: false })
    },
    onLost() {
      socket.close(1012, 'The core is restarting.')
    },
  })
  socket.on('message', (data, isBinary) => {
    if (!isBinary) connection.receive(data as Buffer)
  })
  socket.on('close', () => {
    connection.close()
  })
  socket.on('error', () => {
    socket.terminate()
  })
}

function endWith(response: ServerResponse, status: number, text: string) {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('x-content-type-options', 'nosniff')
  response.end(text)
}
