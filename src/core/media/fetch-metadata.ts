import { guardedFetch } from '#platform/http/guarded-fetch.ts'
import { type Gateways, resolveWebAddresses } from './web-addresses.ts'

/** Metadata is a kB or two; some hold a small picture. */
const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 8_000
const AT_ONCE = 12
/** What could not be had is not asked for at every look. */
const RETRY_MS = 5 * 60_000
const MAX_CACHED = 5_000

export interface MetadataOptions {
  readonly userAgent: string
  readonly gateways: Gateways
}

/**
 * What fetches the JSON that an NFT's link (http, https, ipfs, ar) leads to, by the same guard as images: public addresses
 * only, but for the person's own gateway. It gives null for any failure, and never rejects.
 */
export function createMetadataFetcher({
  userAgent,
  gateways,
}: MetadataOptions): (link: string) => Promise<unknown> {
  const underWay = new Map<string, Promise<unknown>>()
  const failed = new Map<string, number>()
  const waiting: (() => void)[] = []
  let busy = 0

  async function inTurn(link: string): Promise<unknown> {
    if (busy >= AT_ONCE) await new Promise<void>((turn) => waiting.push(turn))
    busy++
    try {
      return await firstAnswer(link)
    } finally {
      busy--
      waiting.shift()?.()
    }
  }

  async function firstAnswer(link: string): Promise<unknown> {
    for (const { url, allowedOrigin } of resolveWebAddresses(link, gateways)) {
      try {
        const bytes = await guardedFetch(url, {
          allowedOrigin,
          userAgent,
          accept: 'application/json, */*;q=0.1',
          maxBytes: MAX_BYTES,
          timeoutMs: TIMEOUT_MS,
          signal: new AbortController().signal,
        })
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown
      } catch {
        // The next gateway may have it.
      }
    }
    return null
  }

  async function fetchOnce(link: string): Promise<unknown> {
    const found = await inTurn(link)
    underWay.delete(link)
    if (found === null) {
      if (failed.size >= MAX_CACHED) failed.clear()
      failed.set(link, performance.now())
    }
    return found
  }

  return (link) => {
    if (performance.now() - (failed.get(link) ?? -RETRY_MS) < RETRY_MS) return Promise.resolve(null)
    const now = underWay.get(link) ?? fetchOnce(link)
    underWay.set(link, now)
    return now
  }
}
