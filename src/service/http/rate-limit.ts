/** The rate limit of the service: a token bucket for each client. */
import { TokenBucket } from '#platform/rate-limiter/token-bucket.ts'

export interface RateLimit {
  /** Takes one request from the client's bucket, if there is one in it. */
  take(client: string): RateState
}

export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the bucket is full again. */
  readonly resetMs: number
  /** Milliseconds until there is one request in it. */
  readonly retryAfterMs: number
}

/** More clients than one machine has; full buckets are removed then. */
const MANY_CLIENTS = 1000

export function createRateLimit(
  requestsPerSecond: number,
  now: () => number = () => performance.now(),
): RateLimit {
  const limit = Math.max(1, requestsPerSecond)
  const rate = { perSecond: requestsPerSecond, burst: limit }
  const buckets = new Map<string, TokenBucket>()

  return {
    take(client) {
      if (buckets.size > MANY_CLIENTS)
        for (const [other, bucket] of buckets) if (bucket.tokens >= limit) buckets.delete(other)
      const bucket = buckets.get(client) ?? new TokenBucket(rate, now)
      buckets.set(client, bucket)
      return {
        allowed: bucket.take(),
        limit,
        remaining: Math.floor(bucket.tokens),
        resetMs: Math.ceil(bucket.msUntil(limit)),
        retryAfterMs: Math.ceil(bucket.msUntil(1)),
      }
    },
  }
}

export const rateHeaders = (state: RateState): Record<string, string> => ({
  'x-ratelimit-limit': String(state.limit),
  'x-ratelimit-remaining': String(state.remaining),
  'x-ratelimit-reset': String(state.resetMs),
})
