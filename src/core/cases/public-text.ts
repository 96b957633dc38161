/** Cleans texts for another person's file: removes keys, credentials in URLs, and paths of this machine. */
import { homedir } from 'node:os'
import { sep } from 'node:path'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { removeKey } from '#platform/log/redact.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'

export interface PublicTexts {
  /** Cleans a whole line of the file: removes every known secret, in each of its forms. */
  line(this: void, text: string): string
  /** Cleans a person's text: URLs lose possible secrets. */
  words(this: void, text: string): string
  /** Cleans a path of the window. */
  path(this: void, text: string): string
}

/** `secrets`: every key, and every secret of a URL, that this program knows. */
export function createPublicTexts(secrets: readonly string[], dataDir: string): PublicTexts {
  const known = [...new Set([...secrets, ...(dataDir === ':memory:' ? [] : [dataDir]), `${homedir()}${sep}`])]
  const line = (text: string) => removeSecrets(text, known)
  const words = (text: string) => line(removeKey(text.replace(URLS, publicUrl)))
  return { line, words, path: (text) => publicPath(text, words) }
}

const URLS = /\b(?:https?|wss?|ftp):\/\/[^\s"'<>]+/gi
const SECRET_NAME = /key|token$|secret|pass|auth|sig|cred|session|jwt/i

function publicUrl(url: string): string {
  const { publicUrl: shown, secrets } = splitSecretUrl(url)
  return secrets.length === 0 ? url : shown
}

function publicPath(path: string, words: (text: string) => string): string {
  const [before = '', query] = path.split('#')[0]?.split('?') ?? []
  if (query === undefined) return words(before)
  const params = [...new URLSearchParams(query)].filter(([name]) => !SECRET_NAME.test(name))
  if (params.length === 0) return words(before)
  const clean = new URLSearchParams(params.map(([name, value]): [string, string] => [name, words(value)]))
  return `${words(before)}?${String(clean)}`
}
