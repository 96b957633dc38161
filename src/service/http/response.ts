/** An answer before it is sent, and the ways the API says no. Every body is made once, as text. */
import type { InvalidParameter } from './invalid-parameter.ts'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly type: string
  readonly body: string | Uint8Array
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers,
  type: JSON_TYPE,
  body: JSON.stringify(value),
})

/** What the client has is what it would get. */
export const notModified = (): Answer => ({ ...json(304, ''), body: '' })

export const notFound = (): Answer => json(404, { message: 'Not found' })

export const unknownChain = (): Answer => json(404, { error: 'Unknown chain', source: 'chain_id' })

export const invalidParameter = ({ title, parameter, message }: InvalidParameter): Answer =>
  json(422, { errors: [{ title, source: { pointer: `/${parameter}` }, detail: message }] })

export const unauthorized = (hadKey: boolean): Answer =>
  json(401, hadKey ? { message: 'Wrong API key' } : { error: 'Unauthorized' }, {
    'www-authenticate': 'Bearer',
  })

export const outOfCredits = (): Answer => json(402, { error: 'Out of credits' })

export const tooManyRequests = (retryAfterMs: number): Answer =>
  json(
    429,
    { message: 'Too many requests. Please wait, or use an API key.' },
    { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
  )

export const ALLOWED = 'GET, HEAD, OPTIONS'

export const methodNotAllowed = (): Answer => json(405, { message: 'Method not allowed' }, { allow: ALLOWED })

/** A bare JSON string, as real servers answer. */
export const internalError = (): Answer => json(500, 'Internal server error')
