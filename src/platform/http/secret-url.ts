/** Finds secrets in a URL: user info, key-like segments of its path, and values of its query. */

export interface SplitUrl {
  /** The URL itself if it contains no secret, else only its scheme and host. */
  readonly publicUrl: string
  /** Each secret, both as written in the URL and decoded. */
  readonly secrets: readonly string[]
}

/** If `URL` can't parse the text, the whole text counts as a secret. */
export function splitSecretUrl(url: string): SplitUrl {
  if (!URL.canParse(url)) return { publicUrl: '', secrets: url === '' ? [] : [url] }
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(url)
  const found = [
    username,
    password,
    ...pathname.split('/').filter((segment) => !isPlain(segment)),
    ...[...searchParams]
      .filter(([name, value]) => SECRET_NAME.test(name) || !isPlain(value))
      .map(([, value]) => value),
    hash.slice(1),
  ].filter((text) => text !== '')
  if (found.length === 0) return { publicUrl: url, secrets: [] }
  return { publicUrl: `${protocol}//${host}`, secrets: [...new Set([...found, ...found.map(decoded)])] }
}

export const hasSecret = (url: string) => splitSecretUrl(url).secrets.length > 0

const SECRET_NAME = /key|token|secret|pass|auth|sig|cred|session|jwt/i

/**
 * Usual parts of a path: `v2`, `eth-mainnet`, `ext/bc/C/rpc`, a chain id. Any other segment counts as a key, even if
 * it is none: showing a key is worse than hiding a path.
 */
const isPlain = (segment: string) =>
  segment.length <= 40 && segment.split(/[-_.]/).every((part) => PLAIN_PART.test(part))
const PLAIN_PART = /^(?:[a-z]{0,16}|[A-Z]{1,6}|[A-Z][a-z]{1,15}|v?\d{1,10}|[a-z]{1,12}\d{1,3})$/

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
