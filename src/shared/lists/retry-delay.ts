import type { ChainglassError } from '../errors/errors.ts'

/** While offline: the first delay in ms, doubled with each further failure up to the maximum. */
const OFFLINE_RETRY_MS = 3_000
const MAX_OFFLINE_RETRY_MS = 30_000
const MIN_RATE_LIMIT_RETRY_MS = 1_000

/** How long to wait before a failed request is sent again without being told to. */
export function createRetryDelay() {
  let offlineInARow = 0
  return {
    /** In ms; null where a retry would not help by itself. */
    after(error: ChainglassError): number | null {
      if (error.code === 'rate_limited') return Math.max(MIN_RATE_LIMIT_RETRY_MS, error.retryAfterMs)
      // The source of a case is never asked, however long one waits.
      if (error.code !== 'offline' || error.reason === 'source_of_case') return null
      offlineInARow += 1
      return Math.min(MAX_OFFLINE_RETRY_MS, OFFLINE_RETRY_MS * 2 ** (offlineInARow - 1))
    },
    /** To be called when a request succeeded. */
    reset() {
      offlineInARow = 0
    },
  }
}
