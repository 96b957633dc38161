/** Sends what a request gets, once or for as long as its client stays, and says of each what it was. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { createClientAddress } from './access/client-address.ts'
import { createCors } from './cors.ts'
import { formatFailure } from './format-failure.ts'
import { createEventStreams } from './push/event-streams.ts'
import { type ApiResponse, internalError, unavailable, withHeaders } from './response.ts'
import { routeName } from './routes.ts'

export interface Answered {
  /** A name from the tables of lists and details, of a page of the service, or `other`. */
  readonly route: string
  readonly method: string
  /** Without its query, which may contain a key. */
  readonly path: string
  readonly status: number
  readonly ms: number
  /** The client's address, or the one that a trusted proxy reports. */
  readonly client: string
  /** Size of the body before compression. */
  readonly bytes: number
  /** The id that a proxy gave, or a new one; a header of the response has it as well. */
  readonly requestId: string
}

interface ResponderOptions {
  /** Null if the client is gone. */
  readonly answer: (request: IncomingMessage) => Promise<ApiResponse | null>
  readonly count: (answered: Answered) => void
  readonly onAnswered?: (answered: Answered) => void
  readonly log: (line: string) => void
  readonly keys: readonly string[]
  readonly corsOrigins?: readonly string[]
  readonly trustedProxies?: readonly string[]
}

const REQUEST_ID = 'x-request-id'

export function createResponder({ answer, count, onAnswered, log, keys, ...options }: ResponderOptions) {
  const cors = createCors(options.corsOrigins ?? [])
  const clientOf = createClientAddress(options.trustedProxies ?? [])
  const streams = createEventStreams()
  let closing = false

  function report(request: IncomingMessage, { status, body, headers = {} }: ApiResponse, began: number) {
    const path = pathOf(request)
    const answered: Answered = {
      ...{ route: routeName(path), method: request.method ?? '', path, status },
      ms: performance.now() - began,
      client: clientOf(request),
      bytes: Buffer.byteLength(body),
      requestId: headers[REQUEST_ID] ?? '',
    }
    count(answered)
    onAnswered?.(answered)
  }

  async function send(request: IncomingMessage, response: ServerResponse, apiResponse: ApiResponse) {
    // An unread body would block the connection for the next request.
    if (closing || hasBody(request)) response.setHeader('connection', 'close')
    try {
      await sendResponse(request, response, withHeaders(apiResponse, cors.headersFor(request)))
    } catch (error) {
      log(formatFailure('Sending a response', error, keys))
      response.destroy()
    }
  }

  return {
    async respond(request: IncomingMessage, response: ServerResponse) {
      const began = performance.now()
      const found = await answer(request).catch((error: unknown) => {
        log(formatFailure(`${request.method ?? ''} ${pathOf(request)}`, error, keys))
        return internalError()
      })
      if (!found) return
      const isRefused = found.stream !== undefined && (streams.isFull || closing)
      const named = withHeaders(isRefused ? unavailable('Too many streams are open.') : found, {
        [REQUEST_ID]: requestIdOf(request),
      })
      report(request, named, began)
      if (named.stream && request.method === 'GET')
        streams.open(response, { ...named.headers, ...cors.headersFor(request) }, named.stream)
      else await send(request, response, named)
    },
    close() {
      closing = true
      streams.close()
    },
  }
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A proxy's own, where it gives one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?', 1)[0] ?? ''

/**
 * Headers of a proxy in front. Without a proxy, client and service are on one machine: compressing and decompressing
 * a page takes longer there than sending it uncompressed.
 */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'via'] as const

/** Below this size, compression saves less than its header costs. */
const MIN_COMPRESSED_BYTES = 1024
const COMPRESSIBLE = /^(application\/json|text\/|image\/svg)/

const compress = promisify(gzip)

/**
 * Sends a response: with its headers, compressed if that saves time, without its body for HEAD. Resolves when the
 * response was passed to the socket, or the client has gone.
 */
async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  apiResponse: ApiResponse,
): Promise<void> {
  let body: Uint8Array =
    typeof apiResponse.body === 'string' ? Buffer.from(apiResponse.body) : apiResponse.body
  const compressible = COMPRESSIBLE.test(apiResponse.type)
  const compressed =
    compressible &&
    body.length > MIN_COMPRESSED_BYTES &&
    PROXY_HEADERS.some((name) => name in request.headers) &&
    acceptsGzip(request.headers['accept-encoding'])
  // Level 1: a page of 50 takes a millisecond and shrinks to a tenth; higher levels gain little here.
  if (compressed) body = await compress(body, { level: constants.Z_BEST_SPEED })
  response.writeHead(apiResponse.status, {
    'cache-control': 'max-age=0, private, must-revalidate',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': apiResponse.type,
    ...(compressible ? { vary: 'accept-encoding' } : {}),
    ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    ...apiResponse.headers,
    ...(apiResponse.status === 204 || apiResponse.status === 304 ? {} : { 'content-length': body.length }),
  })
  if (request.method === 'HEAD' || body.length === 0) {
    response.end()
  } else {
    // Ended only after all of it was sent: a closing server counts an ended response as sent and cuts its connection.
    response.write(body, () => response.end())
  }
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  for (const part of String(header ?? '').split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (coding !== 'gzip' && coding !== '*') continue
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  }
  return false
}
