/** Sends what a request gets, once or for as long as its client stays, and says of each what it was. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createClientAddress } from './access/client-address.ts'
import { createCors } from './cors.ts'
import { formatFailure } from './format-failure.ts'
import { createEventStreams } from './push/event-streams.ts'
import { type ApiResponse, internalError, unavailable, withHeaders } from './response.ts'
import { routeName } from './routes.ts'
import { sendResponse } from './send-response.ts'

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
