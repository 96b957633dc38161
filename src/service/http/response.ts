/** A response before it is sent, and the ways the API refuses a request. Every body is made once, as text. */
import type { Preparing } from '../chain-reader.ts'
import type { InvalidParameter } from './invalid-parameter.ts'

export interface ApiResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly type: string
  readonly body: string | Uint8Array
}

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

export const withHeaders = (
  response: ApiResponse,
  headers: Readonly<Record<string, string>>,
): ApiResponse => ({
  ...response,
  headers: { ...response.headers, ...headers },
})

/** What the client has is what it would get. */
export const notModified = (headers: Readonly<Record<string, string>>): ApiResponse => ({
  ...json(304, '', headers),
  body: '',
})

export const notFound = (): ApiResponse => json(404, { message: 'Not found' })

export const notServed = (message: string): ApiResponse => json(501, { message })

/** Whoever asked may ask again in a moment. */
export const unavailable = (message: string): ApiResponse =>
  withHeaders(json(503, { message }), { 'retry-after': '1' })

/** As v12 says in the envelope of a list that is not there yet. Nobody who asks is to wait for it. */
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

/** A bare JSON string, as real servers answer. */
export const internalError = (): ApiResponse => json(500, 'Internal server error')
