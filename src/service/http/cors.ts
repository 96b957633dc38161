/** Decides which websites may read responses: only the configured origins. */
import type { IncomingMessage } from 'node:http'
import { ALLOWED } from './response.ts'

type Headers = Readonly<Record<string, string>>

export interface Cors {
  /** The headers of a response to this request; empty if its origin may not read it. */
  headersFor(request: IncomingMessage): Headers
}

const EXPOSED =
  'etag, retry-after, x-credits-remaining, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset'
const MAX_AGE_SECONDS = '600'
/** Names of headers, separated by commas. */
const HEADER_NAMES = /^[\w-]{1,64}(?: *, *[\w-]{1,64}){0,63}$/

export function createCors(origins: readonly string[]): Cors {
  const allowed = new Set(origins)
  return {
    headersFor({ method, headers }) {
      if (allowed.size === 0) return {}
      // The response depends on the request's origin in any case.
      const vary = { vary: 'origin, accept-encoding' }
      const { origin } = headers
      if (origin === undefined || !allowed.has(origin)) return vary
      const requested = headers['access-control-request-headers']
      return {
        ...vary,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
        ...(method === 'OPTIONS' && {
          'access-control-allow-methods': ALLOWED,
          ...(requested !== undefined &&
            HEADER_NAMES.test(requested) && { 'access-control-allow-headers': requested }),
          ...(headers['access-control-request-private-network'] === 'true' && {
            'access-control-allow-private-network': 'true',
          }),
          'access-control-max-age': MAX_AGE_SECONDS,
        }),
      }
    },
  }
}

/**
 * Normalises an origin to the form of browsers: `http://localhost:3000`, without a path. Undefined if it is invalid.
 */
export function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && !text.includes('*')
    ? text
    : undefined
}
