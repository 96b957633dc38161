/**
 * The loopback host: the core behind HTTP and a WebSocket on 127.0.0.1, for any browser on this machine. Other programs
 * and web pages can reach the port too, so: a random token per launch, exact Host and Origin, no CORS, and nothing that
 * answers without them but the page itself, which holds no data.
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
  /** Where to open it: the token travels in the fragment, which no server or log ever sees. */
  readonly url: string
  readonly token: string
  close(): Promise<void>
}

export interface LoopbackHostOptions {
  readonly link: Pick<CoreLink, 'connect'>
  readonly files: RendererFiles
  /** 0 takes any free port. */
  readonly port: number
}

/** An import file of labels crosses in one message; nothing else comes near this. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** A window that reads slower than this much behind is gone or stuck. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024
const PROTOCOL = 'chainglass'

/** Rejects where the port is taken (`EADDRINUSE`). */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    serve(request, response)
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

  function serve(request: IncomingMessage, response: ServerResponse) {
    if (!hosts.has(request.headers.host ?? '')) {
      end(response, 421, 'This address is not served here.')
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      end(response, 405, 'Only GET and HEAD.')
      return
    }
    const { pathname } = new URL(request.url ?? '/', 'http://loopback')
    const file = options.files.file(pathname)
    const nonce = randomBytes(16).toString('base64')
    if (!file && /\.[a-z0-9]+$/i.test(pathname)) {
      end(response, 404, 'No such file.')
      return
    }
    for (const [name, value] of Object.entries(securityHeaders(nonce))) response.setHeader(name, value)
    if (!file) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('cache-control', 'no-store')
      response.end(request.method === 'HEAD' ? undefined : options.files.page(nonce))
      return
    }
    const zipped =
      file.gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? file.gzip : undefined
    response.setHeader('content-type', file.type)
    response.setHeader('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (zipped) response.setHeader('content-encoding', 'gzip')
    response.setHeader('content-length', (zipped ?? file.body).length)
    response.end(request.method === 'HEAD' ? undefined : (zipped ?? file.body))
  }

  server.on('upgrade', (request, socket, head) => {
    const refusal = whyRefused(request, hosts, token)
    if (refusal) {
      socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      carry(webSocket, options.link)
    })
  })

  return {
    port,
    token,
    url: `http://127.0.0.1:${String(port)}/#token=${token}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.close(1001, 'The core is closing.')
        // A browser that does not answer the close must not keep us from ending.
        const impatient = setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate()
        }, 500)
        server.close(() => {
          clearTimeout(impatient)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function whyRefused(request: IncomingMessage, hosts: ReadonlySet<string>, token: string): string | undefined {
  const host = request.headers.host ?? ''
  if (!hosts.has(host)) return '421 Misdirected Request'
  if (new URL(request.url ?? '/', 'http://loopback').pathname !== '/bridge') return '404 Not Found'
  if (request.headers.origin !== `http://${host}`) return '403 Forbidden'
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((word) => word.trim())
  if (offered[0] !== PROTOCOL || !same(offered[1] ?? '', token)) return '401 Unauthorized'
  return undefined
}

/** Compared in constant time, so that how long a refusal takes tells nothing. */
function same(offered: string, token: string): boolean {
  const a = Buffer.from(offered)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Texts pass through unread: the core parses and checks them. */
function carry(socket: WebSocket, link: Pick<CoreLink, 'connect'>) {
  const connection = link.connect({
    send(text) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(text)
    },
    lost() {
      socket.close(1012, 'The core is starting again.')
    },
  })
  socket.on('message', (data, binary) => {
    if (!binary) connection.receive((data as Buffer).toString('utf8'))
  })
  socket.on('close', () => {
    connection.close()
  })
  socket.on('error', () => {
    socket.terminate()
  })
}

function end(response: ServerResponse, status: number, words: string) {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('x-content-type-options', 'nosniff')
  response.end(words)
}
