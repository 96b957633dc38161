/** The rate limit of the service: a token bucket for each client. */
import { TokenBucket } from '#platform/rate-limiter/token-bucket.ts'

export interface ClientRateLimiter {
  /** Takes one request from the client's bucket, if it has one. */
  take(client: string): RateLimitState
}

export interface RateLimitState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** The ms until the bucket is full again. */
  readonly resetMs: number
  /** The ms until the bucket has one request. */
  readonly retryAfterMs: number
}

/** At this number of clients, full buckets are removed; the next time at twice the number that remained. */
const MANY_CLIENTS = 1000

export function createClientRateLimiter(
  requestsPerSecond: number,
  now: () => number = () => performance.now(),
): ClientRateLimiter {
  const burst = Math.max(1, requestsPerSecond)
  const buckets = new Map<string, TokenBucket>()
  let most = MANY_CLIENTS

  function removeFull() {
    for (const [client, bucket] of buckets) if (bucket.tokens >= burst) buckets.delete(client)
    most = Math.max(MANY_CLIENTS, 2 * buckets.size)
  }

  return {
    take(client) {
      if (buckets.size > most) removeFull()
      const bucket = buckets.get(client) ?? new TokenBucket({ perSecond: requestsPerSecond, burst }, now)
      buckets.set(client, bucket)
      return {
        allowed: bucket.take(),
        limit: burst,
        remaining: Math.floor(bucket.tokens),
        resetMs: Math.ceil(bucket.msUntil(burst)),
        retryAfterMs: Math.ceil(bucket.msUntil(1)),
      }
    },
  }
}

export const rateLimitHeaders = (state: RateLimitState): Record<string, string> => ({
  'x-ratelimit-limit': String(state.limit),
  'x-ratelimit-remaining': String(state.remaining),
  'x-ratelimit-reset': String(state.resetMs),
})
