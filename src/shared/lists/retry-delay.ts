import type { ChainglassError } from '../errors/errors.ts'

/** The first delay while offline, in ms. It doubles with each further failure up to the maximum. */
const OFFLINE_RETRY_MS = 3_000
const MAX_OFFLINE_RETRY_MS = 30_000
const MIN_RATE_LIMIT_RETRY_MS = 1_000

/** Computes when a failed request is retried automatically. */
export function createRetryDelay() {
  let offlineInARow = 0
  return {
    /** The delay in ms; null if a retry would not help. */
    after(error: ChainglassError): number | null {
      if (error.code === 'rate_limited') return Math.max(MIN_RATE_LIMIT_RETRY_MS, error.retryAfterMs)
      // The source of a case is never asked.
      if (error.code !== 'offline' || error.reason === 'source_of_case') return null
      offlineInARow += 1
      return Math.min(MAX_OFFLINE_RETRY_MS, OFFLINE_RETRY_MS * 2 ** (offlineInARow - 1))
    },
    /** Call this after a successful request. */
    reset() {
      offlineInARow = 0
    },
  }
}
