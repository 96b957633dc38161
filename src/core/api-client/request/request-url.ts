/** Builds the URL of a request, and the credentials for its key. */
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { Credentials } from '#platform/http/redirects.ts'
import type { Auth, ProSource, ReadySource } from '#shared/source.ts'

/** `{base}/api/v2{path}`, or `{base}/{chainId}/api/v2{path}` for a chain of a Pro account. Contains no key. */
export function buildSourceUrl(
  source: ReadySource,
  path: string,
  query: Readonly<Record<string, string>>,
): URL {
  const url = new URL(parseBaseUrl(source.secretBaseUrl ?? source.baseUrl))
  const chain = source.kind === 'pro' ? `/${chainIdOf(source)}` : ''
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${chain}/api/v2${path}`
  url.search = new URLSearchParams(query).toString()
  return url
}

/** Normalises the base URL of an instance, typed or stored. Throws `invalid_input`. */
export function parseBaseUrl(typed: string): string {
  const text = typed.trim()
  const scheme = /^(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(text) ? 'http' : 'https'
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${scheme}://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
    throw badBase('not_a_web_address')
  if (url.username !== '' || url.password !== '') throw badBase('credentials_in_url')
  if (url.search !== '') throw badBase('query_in_url')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api(\/v2)?$/, '')
}

/** Empty for our own service, which has no `auth`. Throws `invalid_input` for a key that a header can't contain. */
export function createCredentials(auth: Auth | undefined, key: string | undefined): Credentials {
  if (auth === undefined || key === undefined || key === '') return { headers: {}, query: {} }
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalidInput('key', 'key_has_special_letters')
  switch (auth) {
    case 'bearer':
      return { headers: { authorization: `Bearer ${key}` }, query: {} }
    case 'x-api-key':
      return { headers: { 'x-api-key': key }, query: {} }
    case 'query':
      return { headers: {}, query: { apikey: key } }
  }
}

function chainIdOf(source: ProSource): string {
  if (/^\d{1,30}$/.test(source.chainId)) return source.chainId
  throw invalidInput('chainId', 'chain_id_missing')
}

const badBase = (reason: InputReason) => invalidInput('baseUrl', reason)
