/** Token buckets: so many requests a second for each client, and as many at once after a second of rest. */
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

interface Bucket {
  tokens: number
  at: number
}

/** More clients than one machine has; full buckets are forgotten then. */
const MANY_CLIENTS = 1000

export function createRateLimit(
  requestsPerSecond: number,
  now: () => number = () => performance.now(),
): RateLimit {
  const size = Math.max(1, requestsPerSecond)
  const msFor = (tokens: number) => Math.max(0, Math.ceil((tokens / requestsPerSecond) * 1000))
  const buckets = new Map<string, Bucket>()

  const fill = (bucket: Bucket, at: number) => {
    bucket.tokens = Math.min(size, bucket.tokens + ((at - bucket.at) / 1000) * requestsPerSecond)
    bucket.at = at
  }
  const forgetFull = (at: number) => {
    for (const [client, bucket] of buckets) {
      fill(bucket, at)
      if (bucket.tokens >= size) buckets.delete(client)
    }
  }

  return {
    take(client) {
      const at = now()
      if (buckets.size > MANY_CLIENTS) forgetFull(at)
      const bucket = buckets.get(client) ?? { tokens: size, at }
      buckets.set(client, bucket)
      fill(bucket, at)
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      return {
        allowed,
        limit: size,
        remaining: Math.floor(bucket.tokens),
        resetMs: msFor(size - bucket.tokens),
        retryAfterMs: msFor(1 - bucket.tokens),
      }
    },
  }
}

export const rateHeaders = (state: RateState): Record<string, string> => ({
  'x-ratelimit-limit': String(state.limit),
  'x-ratelimit-remaining': String(state.remaining),
  'x-ratelimit-reset': String(state.resetMs),
})
