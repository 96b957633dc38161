import { exchange } from '#platform/http/exchange.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000

/**
 * Fetches a small JSON body from a host that a person named, without any key: for data outside the table of lists.
 * `undefined` for every failure. Follows no redirect.
 */
export async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const { status, body } = await exchange(new URL(url), {
      headers: { accept: 'application/json', 'user-agent': 'Chainglass' },
      redirects: 'none',
      maxBytes: MAX_BYTES,
      timeouts: { totalMs: TIMEOUT_MS },
      signal,
    })
    return status >= 200 && status < 300 ? (JSON.parse(body.toString('utf8')) as unknown) : undefined
  } catch {
    return undefined
  }
}
