/**
 * Makes one HTTP request and reads its complete response, within limits of time and size. Follows no redirect and
 * retries nothing.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import * as tls from 'node:tls'
import type { Agents } from './agents.ts'
import { HttpError, type HttpErrorReason, type TimeoutPhase } from './http-error.ts'
import { isPublicIpAddress, lookupPublic, NOT_PUBLIC } from './public-ip-address.ts'

/** Time limits in ms. An absent one does not apply. */
export interface ExchangeTimeouts {
  /** Until the connection is open, including TLS. */
  readonly connectMs?: number
  /** From then until the status line and headers have arrived. */
  readonly headersMs?: number
  /** Between two pieces of the body. */
  readonly idleMs?: number
  /** For the whole exchange, with redirects. */
  readonly totalMs?: number
}

export interface SendOptions {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly agents: Agents
  /** The address of the connection must be public, also if a proxy makes the connection. */
  readonly publicOnly: boolean
  readonly timeouts: ExchangeTimeouts
  /** When `totalMs` ends, by `performance.now`. */
  readonly deadline: number | undefined
  /** The limit of the body as sent. */
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The server closed a kept-alive connection just when the request used it again. */
export class StaleConnectionError extends HttpError {}

/** Rejects only with `HttpError`. An abort destroys the socket at any stage. */
export async function sendRequest(url: URL, options: SendOptions): Promise<RawResponse> {
  const refusal = refuse(url, options)
  if (refusal) throw new HttpError(refusal, url.host)
  const isByProxy = options.publicOnly && options.agents.isProxied
  return send(url, isByProxy ? await findPublicAddress(url) : undefined, options)
}

/** `address`: the address to connect to, in place of the URL's host. */
function send(url: URL, address: string | undefined, options: SendOptions): Promise<RawResponse> {
  const { timeouts, maxBytes, signal } = options
  return new Promise((resolve, reject) => {
    const request = open(url, address, options)
    const timer = createPhaseTimer(options, (phase, afterMs) => {
      fail({ kind: 'timeout', phase, afterMs })
    })
    let stopMeter: (() => void) | undefined
    let isSettled = false
    const settle = () => {
      isSettled = true
      timer.stop()
      stopMeter?.()
      signal?.removeEventListener('abort', cancel)
    }
    const failWith = (error: HttpError) => {
      settle()
      reject(error)
      request.destroy()
    }
    const fail = (reason: HttpErrorReason) => {
      failWith(new HttpError(reason, url.host))
    }
    const cancel = () => {
      fail({ kind: 'cancelled' })
    }
    signal?.addEventListener('abort', cancel, { once: true })
    timer.start('connect', timeouts.connectMs)
    request.on('socket', (socket) => {
      stopMeter = meterSocket(socket, maxBytes, () => {
        fail({ kind: 'too_large', maxBytes })
      })
      const onConnect = () => {
        timer.start('headers', timeouts.headersMs)
      }
      if (!socket.connecting) onConnect()
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnect)
    })
    // After a failure the socket may emit further errors. The first one counts; the listener keeps the others from
    // being thrown.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? ''
      const reason = describeNetworkError(code)
      const isStale = request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
      failWith(isStale ? new StaleConnectionError(reason, url.host) : new HttpError(reason, url.host))
    })
    // Neither a response nor an error came: the server switched to another protocol, which was not requested.
    request.on('close', () => {
      if (!isSettled) fail({ kind: 'cut' })
    })
    request.on('response', (response) => {
      timer.start('idle', timeouts.idleMs)
      collectBody(response, {
        maxBytes,
        onPiece: timer.refresh,
        onError: fail,
        onEnd: (body) => {
          settle()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        },
      })
    })
    request.end(options.body)
  })
}

/** Why a request must not be sent at all. A literal IP address is not resolved, so it is checked here. */
function refuse(url: URL, { signal, publicOnly, agents }: SendOptions): HttpErrorReason | undefined {
  if (signal?.aborted) return { kind: 'cancelled' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'unsupported_scheme' }
  // For a plain http request, the proxy resolves the name itself, possibly to another address than the checked one.
  if (publicOnly && agents.isProxied && url.protocol === 'http:') return { kind: 'unsupported_scheme' }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (publicOnly && isIP(literal) !== 0 && !isPublicIpAddress(literal)) return { kind: 'private_address' }
  return undefined
}

/**
 * Resolves a host to a public address, which the proxy is then asked for: the proxy might resolve the name
 * differently.
 */
function findPublicAddress({ hostname, host }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    lookupPublic(hostname.replace(/^\[|\]$/g, ''), {}, (error, address) => {
      if (error) reject(new HttpError(describeNetworkError(error.code ?? ''), host))
      else resolve(typeof address === 'string' ? address : '')
    })
  })
}

const describeNetworkError = (code: string): HttpErrorReason =>
  code === NOT_PUBLIC ? { kind: 'private_address' } : { kind: 'network', code }

function open(
  url: URL,
  address: string | undefined,
  { method, headers, agents, publicOnly }: SendOptions,
): http.ClientRequest {
  const options = {
    method,
    headers,
    ...(publicOnly ? { lookup: lookupPublic } : {}),
    ...(address === undefined
      ? {}
      : { host: address, servername: url.hostname, headers: { ...headers, host: url.host } }),
  }
  if (url.protocol === 'https:') {
    trustSystemCertificates()
    return https.request(url, { ...options, agent: publicOnly ? agents.publicHttps : agents.https })
  }
  return http.request(url, { ...options, agent: publicOnly ? agents.publicHttp : agents.http })
}

const METER_MS = 25
/** Room besides the body and its chunk framing: headers, which Node limits itself. */
const OVERHEAD_BYTES = 1024 * 1024

/**
 * Limits the bytes read from a connection, of whatever kind: early hints, empty lines and padding cost time, and emit
 * no event. Returns a function that ends the limit.
 */
function meterSocket(socket: Socket, maxBytes: number, onTooMuch: () => void): () => void {
  const atMost = socket.bytesRead + 2 * maxBytes + OVERHEAD_BYTES
  const meter = setInterval(() => {
    if (socket.bytesRead > atMost) onTooMuch()
  }, METER_MS)
  return () => {
    clearInterval(meter)
  }
}

interface PhaseTimer {
  /** Ends the previous phase and starts one. Undefined `ms`: the phase has no limit of its own. */
  readonly start: (phase: TimeoutPhase, ms: number | undefined) => void
  /** Restarts the phase's timer. */
  readonly refresh: () => void
  readonly stop: () => void
}

function createPhaseTimer(
  { timeouts: { totalMs }, deadline }: SendOptions,
  onTimeout: (phase: TimeoutPhase, afterMs: number) => void,
): PhaseTimer {
  let timer: NodeJS.Timeout | undefined
  const total =
    deadline === undefined || totalMs === undefined
      ? undefined
      : setTimeout(onTimeout, Math.max(1, deadline - performance.now()), 'total', totalMs)
  return {
    start(phase, ms) {
      clearTimeout(timer)
      timer = ms === undefined ? undefined : setTimeout(onTimeout, ms, phase, ms)
    },
    refresh: () => timer?.refresh(),
    stop() {
      clearTimeout(timer)
      clearTimeout(total)
    },
  }
}

interface Collecting {
  readonly maxBytes: number
  readonly onPiece: () => void
  readonly onError: (reason: HttpErrorReason) => void
  readonly onEnd: (body: Buffer) => void
}

function collectBody(response: IncomingMessage, { maxBytes, onPiece, onError, onEnd }: Collecting) {
  const tooLarge = { kind: 'too_large', maxBytes } as const
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    onError(tooLarge)
    return
  }
  const body = createCollector(Number(response.headers['content-length'] ?? 0))
  response.on('data', (piece: Buffer) => {
    if (body.size + piece.length > maxBytes) {
      onError(tooLarge)
      return
    }
    body.add(piece)
    onPiece()
  })
  const onCut = () => {
    onError({ kind: 'cut' })
  }
  response.on('error', onCut)
  response.on('end', () => {
    if (response.complete) onEnd(body.whole())
    else onCut()
  })
}

/** From this size on, a body is collected in its final buffer: collecting pieces would take the same memory again. */
const MIN_LARGE_BYTES = 1024 * 1024

/** `announced`: the length of the body according to its server. */
function createCollector(announced: number) {
  const pieces: Buffer[] = []
  const large = announced >= MIN_LARGE_BYTES ? Buffer.allocUnsafeSlow(announced) : null
  let size = 0
  return {
    get size() {
      return size
    },
    add(piece: Buffer) {
      if (large) piece.copy(large, size)
      else pieces.push(piece)
      size += piece.length
    },
    whole: (): Buffer => {
      if (large) return large.subarray(0, size)
      return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
    },
  }
}

let isDone = false

/**
 * Makes connections trust the system's certificates besides Node's own: a company's proxy that decrypts TLS has a
 * certificate that only its machines know. Runs once, at the first connection that needs it: reading the list takes
 * about 50 ms.
 */
function trustSystemCertificates() {
  // Before Node 24.5 only Node's own list is available.
  if (isDone || typeof tls.setDefaultCACertificates !== 'function') return
  isDone = true
  const all = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  tls.setDefaultCACertificates([...all])
}
