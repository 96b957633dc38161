/** One HTTP request and its whole answer, within limits of time and size. Knows nothing of sources, keys or retries. */
import * as http from 'node:http'
import * as https from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { decompress } from './decompress.ts'
import { HttpError } from './http-error.ts'

export interface ExchangeTimeouts {
  /** Until the connection (and its TLS) stands, in ms. */
  readonly connectMs: number
  /** From then until the status line and headers are there. */
  readonly headersMs: number
  /** Between two pieces of the body. */
  readonly idleMs: number
}

export interface ExchangeOptions {
  readonly agents: Agents
  readonly timeouts: ExchangeTimeouts
  /** Of the body as sent and again of the body unpacked, in bytes. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Keep-alive connections; whoever opens them closes them. */
export interface Agents {
  readonly plain: http.Agent
  readonly secure: https.Agent
}

export function openAgents(): Agents {
  const options = { keepAlive: true, maxFreeSockets: 6, scheduling: 'lifo' as const }
  return { plain: new http.Agent(options), secure: new https.Agent(options) }
}

/** Rejects with `HttpError` only. An abort destroys the socket, wherever the request stands. */
export async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: ExchangeOptions,
): Promise<RawAnswer> {
  const packed = await receive(url, headers, options)
  const body = await decompress(packed.body, packed.headers['content-encoding'], options.maxBytes)
  return { ...packed, body }
}

function receive(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { agents, timeouts, maxBytes, signal }: ExchangeOptions,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new HttpError({ kind: 'cancelled' }))
      return
    }
    const secure = url.protocol === 'https:'
    const request = secure
      ? https.request(url, { agent: agents.secure, headers })
      : http.request(url, { agent: agents.plain, headers })
    let timer: NodeJS.Timeout | undefined

    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
    const stop = (trouble: HttpError) => {
      settle()
      reject(trouble)
      request.destroy()
    }
    const within = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        stop(new HttpError({ kind: 'timeout', afterMs: ms }))
      }, ms)
    }
    const cancel = () => {
      stop(new HttpError({ kind: 'cancelled' }))
    }

    signal.addEventListener('abort', cancel, { once: true })
    within(timeouts.connectMs)
    request.on('socket', (socket) => {
      if (!socket.connecting) within(timeouts.headersMs)
      else
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          within(timeouts.headersMs)
        })
    })
    // After a failure the socket may report more; the first reason stands, and the listener keeps the rest quiet.
    request.on('error', (error: NodeJS.ErrnoException) => {
      stop(new HttpError({ kind: 'network', code: error.code ?? '', reused: request.reusedSocket }))
    })
    request.on('response', (response) => {
      within(timeouts.idleMs)
      collect(response, {
        maxBytes,
        onPiece: () => {
          within(timeouts.idleMs)
        },
        onTrouble: stop,
        onBody: (body) => {
          settle()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        },
      })
    })
    request.end()
  })
}

interface Collecting {
  readonly maxBytes: number
  readonly onPiece: () => void
  readonly onTrouble: (trouble: HttpError) => void
  readonly onBody: (body: Buffer) => void
}

function collect(response: IncomingMessage, { maxBytes, onPiece, onTrouble, onBody }: Collecting) {
  const tooLarge = () => {
    onTrouble(new HttpError({ kind: 'too_large', limit: maxBytes }))
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    tooLarge()
    return
  }
  const pieces: Buffer[] = []
  let size = 0
  response.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > maxBytes) {
      tooLarge()
      return
    }
    pieces.push(piece)
    onPiece()
  })
  const cut = () => {
    onTrouble(new HttpError({ kind: 'cut' }))
  }
  response.on('error', cut)
  response.on('end', () => {
    if (response.complete) onBody(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces))
    else cut()
  })
}
