import { RequestQueue } from '#platform/rate-limiter/request-queue.ts'
import { createSharedTasks } from '#platform/shared-tasks.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { fetchPublic } from './fetch-public.ts'
import { detectImageType } from './image-type.ts'
import { isSvg } from './svg-images.ts'
import { type Gateways, resolveWebAddresses } from './web-addresses.ts'

/** Metadata usually has a kB or two; some contains a small picture. */
const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 8_000
const MAX_RUNNING = 12
/** A failed link is not requested again before this time. */
const RETRY_MS = 5 * 60_000
const MAX_FAILED = 5_000

export interface MetadataOptions {
  readonly userAgent: string
  readonly gateways: Gateways
}

/**
 * Makes the function that fetches the JSON at an NFT's link (http, https, ipfs, ar). It has the same guard as images:
 * public addresses only, except the person's own gateway. The function returns null for any failure, and never
 * rejects.
 */
export function createMetadataFetcher(options: MetadataOptions): (link: string) => Promise<unknown> {
  const queue = new RequestQueue({ maxRunning: MAX_RUNNING })
  const shared = createSharedTasks()
  const failedAt = new LruCache<string, number>({ maxSize: MAX_FAILED })

  return (link) => {
    if (performance.now() - (failedAt.get(link) ?? -RETRY_MS) < RETRY_MS) return Promise.resolve(null)
    return shared.run(link, {}, async () => {
      const metadata = await queue.run({}, () => fetchFromFirst(link, options))
      if (metadata === null) failedAt.set(link, performance.now())
      return metadata
    })
  }
}

/** Tries the addresses in order. */
async function fetchFromFirst(link: string, { userAgent, gateways }: MetadataOptions): Promise<unknown> {
  for (const { url, allowedBelow } of resolveWebAddresses(link, gateways)) {
    try {
      const bytes = await fetchPublic(url, {
        allowedBelow,
        userAgent,
        accept: 'application/json, */*;q=0.1',
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
      })
      // Some links lead to the picture itself.
      if (detectImageType(bytes) !== undefined || isSvg(bytes)) return { image: link }
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown
    } catch {
      // The next gateway may have it.
    }
  }
  return null
}
