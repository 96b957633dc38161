/** Responses before they are sent, and the API's refusals. Every body is created once, as text. */
import type { Preparing } from '../chain-reader.ts'
import type { InvalidParameter } from './invalid-parameter.ts'

export interface ApiResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly type: string
  readonly body: string | Uint8Array
  /** Sent after the headers in place of the body, until the client leaves. */
  readonly stream?: Stream
}

/** Gets what sends an event, and gives what ends it. */
export type Stream = (send: (event: 'row' | 'gap', data: unknown) => void) => () => void

const JSON_TYPE = 'application/json; charset=utf-8'

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse => ({
  status,
  headers,
  type: JSON_TYPE,
  body: JSON.stringify(value),
})

export const streaming = (stream: Stream): ApiResponse => ({ status: 200, type: '', body: '', stream })

/** A list in whose order new rows are anywhere. */
export const notStreamed = (): ApiResponse =>
  json(406, { message: 'New rows of this list are not first in it, and can’t be told as events' })

/** A file to be downloaded. */
export const csv = (name: string, body: string): ApiResponse => ({
  status: 200,
  headers: { 'content-disposition': `attachment; filename="${name}"` },
  type: 'text/csv; charset=utf-8',
  body,
})

export const withHeaders = (
  response: ApiResponse,
  headers: Readonly<Record<string, string>>,
): ApiResponse => ({
  ...response,
  headers: { ...response.headers, ...headers },
})

/** The client already has the response. */
export const notModified = (headers: Readonly<Record<string, string>>): ApiResponse => ({
  ...json(304, '', headers),
  body: '',
})

export const notFound = (): ApiResponse => json(404, { message: 'Not found' })

export const notServed = (message: string): ApiResponse => json(501, { message })

/** The client may retry in a moment. */
export const unavailable = (message: string): ApiResponse =>
  withHeaders(json(503, { message }), { 'retry-after': '1' })

/** The message that v12 puts in the envelope of a list that is not ready. No client should wait for it. */
export const preparing = ({ message, progress }: Preparing): ApiResponse =>
  withHeaders(json(503, { message, status: 'pending', progress }), { 'retry-after': '30' })

export const unknownChain = (): ApiResponse => json(404, { error: 'Unknown chain', source: 'chain_id' })

export const invalidParameter = ({ title, parameter, message }: InvalidParameter): ApiResponse =>
  json(422, { errors: [{ title, source: { pointer: `/${parameter}` }, detail: message }] })

export const unauthorized = (hadKey: boolean): ApiResponse =>
  json(401, hadKey ? { message: 'Wrong API key' } : { error: 'Unauthorized' }, {
    'www-authenticate': 'Bearer',
  })

export const tooManyRequests = (retryAfterMs: number): ApiResponse =>
  json(
    429,
    { message: 'Too many requests. Please wait, or use an API key.' },
    { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
  )

export const ALLOWED = 'GET, HEAD, OPTIONS'

export const methodNotAllowed = (): ApiResponse =>
  json(405, { message: 'Method not allowed' }, { allow: ALLOWED })

/** A plain JSON string, as real servers answer. */
export const internalError = (): ApiResponse => json(500, 'Internal server error')
