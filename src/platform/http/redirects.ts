/** Follows a redirect only where it stays: the same origin, or the same host from http to https. */
import type { ResponseReason } from '#shared/rpc/error-reasons.ts'
import { exchange, type ExchangeOptions, type RawAnswer } from './exchange.ts'

const MAX_REDIRECTS = 5

/** How a request says who asks: in headers or in the query, never both. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface FollowedAnswer extends RawAnswer {
  /** Why a redirect was not followed; the answer is then the redirect itself. */
  readonly refusedRedirect?: ResponseReason
  /** The last hop left the origin of the source (http to https), so the key stayed behind. */
  readonly withoutCredentials: boolean
}

/** The credentials go to the origin of `start` and to no other. Rejects with `HttpError`. */
export async function follow(
  start: URL,
  headers: Readonly<Record<string, string>>,
  credentials: Credentials,
  options: ExchangeOptions,
): Promise<FollowedAnswer> {
  const seen = new Set<string>()
  let url = start
  for (;;) {
    const home = url.origin === start.origin
    const asked = home ? withQuery(url, credentials.query) : withoutQuery(url, credentials.query)
    const answer = await exchange(asked, home ? { ...headers, ...credentials.headers } : headers, options)
    const location = answer.headers.location
    if (!isRedirect(answer.status)) return { ...answer, withoutCredentials: !home }
    const refused = (refusedRedirect: ResponseReason) => ({
      ...answer,
      withoutCredentials: !home,
      refusedRedirect,
    })
    if (location === undefined || !URL.canParse(location, url.href)) return refused('redirect_nowhere')
    const next = withoutQuery(new URL(location, url), credentials.query)
    if (!staysWithin(url, next)) return refused({ kind: 'redirect_elsewhere', host: next.host })
    seen.add(url.href)
    if (seen.has(next.href)) return refused('redirect_loop')
    if (seen.size > MAX_REDIRECTS) return refused('too_many_redirects')
    url = next
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

const staysWithin = (from: URL, to: URL) =>
  from.origin === to.origin ||
  (from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname)

function withQuery(url: URL, query: Readonly<Record<string, string>>): URL {
  const full = new URL(url)
  for (const [name, value] of Object.entries(query)) full.searchParams.set(name, value)
  return full
}

/** A server that redirects may echo the key it was given. */
function withoutQuery(url: URL, query: Readonly<Record<string, string>>): URL {
  const bare = new URL(url)
  for (const name of Object.keys(query)) bare.searchParams.delete(name)
  bare.username = ''
  bare.password = ''
  bare.hash = ''
  return bare
}
