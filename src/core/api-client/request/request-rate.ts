import type { SourceLimits } from '#shared/lists/page.ts'
import { rateClassOf, type ReadySource } from '#shared/source.ts'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'
import type { Rate } from '#platform/rate-limiter/token-bucket.ts'

/** The rate limit according to a server's headers. */
export interface ReportedLimit {
  /** Requests per window. */
  readonly limit: number
  /** The longest remaining time of a window so far, in ms: a window is at least this long. */
  readonly longestResetMs: number
}

/** The default is a minute, the window of instances. */
const DEFAULT_RESET_MS = 60_000
/** By the second, the minute, the hour or the day. */
const WINDOWS_MS = [1_000, 60_000, 3_600_000, 86_400_000]

/** The limit after a response with these headers; unchanged if they name none. */
export function updateReportedLimit(
  before: ReportedLimit | undefined,
  limits: SourceLimits,
): ReportedLimit | undefined {
  const { limit, resetMs = DEFAULT_RESET_MS } = limits
  if (limit === undefined || limit < 1) return before
  return { limit, longestResetMs: Math.max(resetMs, before?.longestResetMs ?? 0) }
}

/**
 * The rate for requests to a source: the person's limit, else that of the headers. Before any headers: about 3 a
 * second for an instance, 10 with a key; 5 in any second for Pro, so burst and rate together must not exceed it; no
 * limit on this machine.
 */
export function chooseRate(source: ReadySource, hasKey: boolean, told?: ReportedLimit): Rate {
  const own = source.requestsPerSecond
  if (own !== undefined && own > 0) return { perSecond: own, burst: Math.max(1, Math.floor(own)) }
  const rateClass = rateClassOf(source)
  if (rateClass === 'sample' || rateClass === 'node') return { perSecond: Infinity, burst: 1 }
  if (told) return rateWithin(told)
  if (rateClass === 'pro') return { perSecond: 4, burst: 1 }
  if (isLoopbackHostname(new URL(source.baseUrl).hostname)) return { perSecond: Infinity, burst: 1 }
  return hasKey ? { perSecond: 10, burst: 10 } : { perSecond: 3, burst: 6 }
}

/** The burst is subtracted, so that no window exceeds the limit. */
function rateWithin({ limit, longestResetMs }: ReportedLimit): Rate {
  const windowMs = WINDOWS_MS.find((ms) => ms >= longestResetMs) ?? longestResetMs
  const burst = Math.min(10, Math.max(1, Math.floor(limit / 20)))
  return { perSecond: Math.max(limit - burst, limit / 2) / (windowMs / 1_000), burst }
}
