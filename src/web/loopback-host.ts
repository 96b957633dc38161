/**
 * The loopback host: serves the page over HTTP and the core over a WebSocket, on this machine, for any browser on it.
 * Other programs and web pages can reach the port too. Therefore a page proves that it was opened by a link of this
 * launch, and the host proves itself to the page; host names (DNS rebinding) and Origin headers (CSRF) must match
 * exactly, and there is no CORS. The page alone contains no data. Each launch has a host name of its own, so that
 * leftovers of another program under this port in the browser (a service worker, storage) do not affect it.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { startHttpServer, type ServerLimits } from '#platform/http/http-server.ts'
import {
  BRIDGE_PROTOCOL,
  CHALLENGE_PATH,
  CODE_PARAMETER,
  NONCE_HEADER,
  PROOF_HEADER,
} from '#shared/launch-proof.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { securityHeaders } from '#shared/content-security-policy.ts'
import { MAX_MESSAGE_BYTES } from '#shared/rpc/messages.ts'
import type { CoreLink } from '#host/core-link.ts'
import { createLaunchKeys, type LaunchKeys } from './launch-keys.ts'
import type { OfferedFiles } from './offered-files.ts'
import type { RendererFiles, Theme } from './renderer-files.ts'

export interface LoopbackHost {
  readonly port: number
  /** `named` has the host name of this launch; `plain` has the IP address, which every browser resolves. */
  readonly origins: { readonly named: string; readonly plain: string }
  /** Makes a code for one link, which can be exchanged once. */
  createCode(this: void): string
  close(this: void): Promise<void>
}

export interface LoopbackHostOptions {
  readonly link: Pick<CoreLink<Uint8Array>, 'connect'>
  readonly files: RendererFiles
  readonly offered?: Pick<OfferedFiles, 'serve'>
  /** The stored theme, for the first paint: the page's own storage is lost with the host name of its launch. */
  readonly theme?: () => Theme | undefined
  /** 0 takes any free port. */
  readonly port: number
  readonly log: (line: string) => void
  /** Called when a link was opened and its code is used up. */
  readonly onOpened?: (code: string) => void
  readonly limits?: Partial<ServerLimits>
}

/** A window with this much unread data is gone or stuck. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024
const CLOSE_TIMEOUT_MS = 500
/** An image by which the launch file's page checks that the name leads here. It reveals nothing else. */
export const PROBE_PATH = '/probe.gif'
const PROBE = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')

export const linkTo = (origin: string, code: string) => `${origin}/#${CODE_PARAMETER}=${code}`

/** Rejects if the port is taken (`EADDRINUSE`). */
export async function startLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const keys = createLaunchKeys({ onUsed: (code) => options.onOpened?.(code) })
  const name = `${randomBytes(16).toString('hex')}.localhost`
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => BRIDGE_PROTOCOL,
  })

  let hosts: ReadonlySet<string> = new Set()
  const server = await startHttpServer({
    port: options.port,
    withIpv6: true,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    respond: (request, response) => {
      const { files, offered } = options
      serveHttp(request, response, { hosts, keys, files, offered, theme: options.theme?.() })
    },
    upgrades: {
      refuse: (request) => checkUpgrade(request, hosts, keys),
      accept: (request, socket, head) => {
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          connectSocket(webSocket, options.link)
        })
      },
    },
    onError: (error) => {
      options.log(`The host: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    },
  })
  const { port } = server
  hosts = new Set([name, '127.0.0.1'].map((one) => hostOf(one, port)))

  return {
    port,
    origins: { named: `http://${hostOf(name, port)}`, plain: `http://${hostOf('127.0.0.1', port)}` },
    createCode: keys.createCode,
    async close() {
      for (const socket of sockets.clients) socket.close(1001, 'The core is closing.')
      // A browser that does not respond to the close must not keep the host from ending.
      const terminateTimer = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, CLOSE_TIMEOUT_MS)
      await server.close(CLOSE_TIMEOUT_MS)
      clearTimeout(terminateTimer)
    },
  }
}

/** The Host header as browsers write it. */
const hostOf = (name: string, port: number) => (port === 80 ? name : `${name}:${String(port)}`)

interface Served {
  readonly hosts: ReadonlySet<string>
  readonly keys: LaunchKeys
  readonly files: RendererFiles
  readonly offered: LoopbackHostOptions['offered']
  readonly theme: Theme | undefined
}

function serveHttp(
  request: IncomingMessage,
  response: ServerResponse,
  { hosts, keys, files, offered, theme }: Served,
) {
  if (!hosts.has(request.headers.host ?? '')) {
    endWith(response, 421, 'This address is not served here.')
    return
  }
  // Our page has no service worker: one registered under our name would see everything that the page loads.
  if (request.headers['service-worker'] !== undefined) {
    endWith(response, 403, 'No service worker is served here.')
    return
  }
  if (request.method === 'POST' && readPath(request.url) === CHALLENGE_PATH) {
    answerChallenge(request, response, keys)
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    endWith(response, 405, 'Only GET and HEAD.')
    return
  }
  const pathname = readPath(request.url)
  if (pathname === PROBE_PATH) {
    response.setHeader('content-type', 'image/gif')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.end(PROBE)
    return
  }
  if (pathname !== undefined && offered?.serve(request, response, pathname)) return
  const file = pathname === undefined ? undefined : files.file(pathname)
  const nonce = randomBytes(16).toString('base64')
  if (pathname === undefined || (!file && /\.[a-z0-9]+$/i.test(pathname))) {
    endWith(response, 404, 'No such file.')
    return
  }
  for (const [name, value] of Object.entries(securityHeaders(nonce))) response.setHeader(name, value)
  if (!file) {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.end(request.method === 'HEAD' ? undefined : files.page(nonce, theme))
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

/** Sends our page the host's proof that it has the key that the page names; 401 if there is no such key. */
function answerChallenge(request: IncomingMessage, response: ServerResponse, keys: LaunchKeys) {
  const host = request.headers.host ?? ''
  if (request.headers.origin !== `http://${host}`) {
    endWith(response, 403, 'Only pages of this host.')
    return
  }
  const query = new URLSearchParams(/\?(.*)/.exec(request.url ?? '')?.[1])
  const answer = keys.challenge({ keyId: query.get('key') ?? '', nonce: query.get('nonce') ?? '', host })
  response.setHeader('cache-control', 'no-store')
  if (answer === undefined) {
    endWith(response, 401, 'This page is not known here.')
    return
  }
  response.writeHead(204, { [NONCE_HEADER]: answer.nonce, [PROOF_HEADER]: answer.proof })
  response.end()
}

/**
 * The request's path, unchanged; undefined if it is none. `URL` is not used: it throws at `//` and takes what follows
 * for a host.
 */
function readPath(url = '/'): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1)
  return /^\/(?!\/)/.test(path) ? path : undefined
}

/** The HTTP status that refuses the upgrade; undefined if it is accepted. */
function checkUpgrade(
  request: IncomingMessage,
  hosts: ReadonlySet<string>,
  keys: LaunchKeys,
): string | undefined {
  const host = request.headers.host ?? ''
  if (!hosts.has(host)) return '421 Misdirected Request'
  if (readPath(request.url) !== '/bridge') return '404 Not Found'
  if (request.headers.origin !== `http://${host}`) return '403 Forbidden'
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  if (offered[0] !== BRIDGE_PROTOCOL || !keys.admit(offered[1] ?? '', host)) return '401 Unauthorized'
  return undefined
}

/** Forwards frames unread: the core parses and checks them. */
function connectSocket(socket: WebSocket, link: LoopbackHostOptions['link']) {
  const connection = link.connect({
    send(frame) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(frame, { binary: false })
    },
    onLost(error) {
      socket.close(1012, error ? closeReason(error) : 'The core is restarting.')
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

/** The bytes that WebSocket has for the reason of a close. */
const MAX_CLOSE_REASON_BYTES = 123

/** The error as JSON. One that does not fit, of a bug of ours, is in the log. */
function closeReason(error: ChainglassError): string {
  const text = JSON.stringify(error)
  const other: ChainglassError = { code: 'internal', reference: 'start' }
  return Buffer.byteLength(text) <= MAX_CLOSE_REASON_BYTES ? text : JSON.stringify(other)
}

function endWith(response: ServerResponse, status: number, text: string) {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('x-content-type-options', 'nosniff')
  response.end(text)
}
