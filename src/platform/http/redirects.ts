/** Decides where a redirect may lead, and which parts of a request follow it. */
import type { ResponseReason } from '#shared/errors/error-reasons.ts'

/**
 * `none`: a redirect is a response like any other. `same-host`: to the same origin, and on the same host from http to
 * https. `any`: anywhere, for a request without a body; the request's guard still applies at each step.
 */
export type RedirectPolicy = 'none' | 'same-host' | 'any'

/** The credentials of a request: headers or query parameters. They go only to the origin that they belong to. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

const MAX_REDIRECTS = 5

/** For a POST, only redirects that keep the method and the body count. */
export const isRedirect = (status: number, method: 'GET' | 'POST') =>
  (method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308]).includes(status)

export interface RedirectStep {
  readonly policy: RedirectPolicy
  readonly from: URL
  readonly location: string | undefined
  /** The URLs that were requested before `from`. */
  readonly visited: readonly string[]
  readonly credentials: Credentials
}

/** The next URL without credentials, or why the redirect is not followed. */
export function nextUrl(step: RedirectStep): URL | { readonly refused: ResponseReason } {
  const { from, location, visited } = step
  if (location === undefined || !URL.canParse(location, from.href)) return { refused: 'redirect_nowhere' }
  const next = withoutCredentials(new URL(location, from), step.credentials)
  if (step.policy === 'same-host' && !staysOnHost(from, next))
    return { refused: { kind: 'redirect_elsewhere', host: next.host } }
  if (next.href === from.href || visited.includes(next.href)) return { refused: 'redirect_loop' }
  if (visited.length >= MAX_REDIRECTS) return { refused: 'too_many_redirects' }
  return next
}

const staysOnHost = (from: URL, to: URL) =>
  from.origin === to.origin ||
  (from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname)

export function withCredentials(url: URL, { query }: Credentials): URL {
  const entries = Object.entries(query)
  if (entries.length === 0) return url
  const full = new URL(url)
  for (const [name, value] of entries) full.searchParams.set(name, value)
  return full
}

/** A server that redirects may repeat the key in the new URL. */
function withoutCredentials(url: URL, { query }: Credentials): URL {
  const bare = new URL(url)
  for (const name of Object.keys(query)) bare.searchParams.delete(name)
  bare.username = ''
  bare.password = ''
  bare.hash = ''
  return bare
}
