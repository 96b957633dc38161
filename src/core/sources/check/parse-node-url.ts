import { isPrivateHostname } from '#platform/http/private-hostname.ts'
import { invalidInput } from '#shared/errors/failure.ts'

/**
 * `localhost:8545`, `127.0.0.1:8545` and full URLs alike; without a scheme, a host of the internet is asked over TLS.
 * Throws invalid_input, also for a word or digits alone, which would be asked for as a host.
 */
export function parseNodeUrl(typed: string, field = 'rpcUrl'): string {
  const text = typed.trim()
  const hasScheme = /^[a-z]+:\/\//i.test(text)
  const url = hasScheme ? text : `http://${text}`
  if (URL.canParse(url) && (hasScheme || isHost(text))) {
    const parsed = new URL(url)
    if (!hasScheme && !isPrivateHostname(parsed.hostname)) parsed.protocol = 'https:'
    if (/^(https?|wss?):$/.test(parsed.protocol)) return parsed.href.replace(/\/$/, '')
  }
  throw invalidInput(field, 'bad_node_url')
}

/** Throws invalid_input for the URL of the first node, too, as `parseNodeUrl` gives it. */
export function parseSecondNodeUrl(typed: string, first: string): string {
  const url = parseNodeUrl(typed, 'second')
  if (url === first) throw invalidInput('second', 'same_node')
  return url
}

const isHost = (text: string) => /[.:[]/.test(text) || /^localhost(\/|$)/i.test(text)
