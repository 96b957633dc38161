import type { SourceLimits } from '#shared/lists/page.ts'
import { rateClassOf, type ReadySource } from '#shared/source.ts'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'
import type { Rate } from '#platform/rate-limiter/token-bucket.ts'

/** What a server's headers have said of how much it allows. */
export interface ReportedLimit {
  /** Requests in each window. */
  readonly limit: number
  /** The longest time until the end of a window that it has named: the window is no shorter. */
  readonly longestResetMs: number
}

/** A minute where it does not say: that is how instances count. */
const DEFAULT_RESET_MS = 60_000
/** By the second, the minute, the hour or the day. */
const WINDOWS_MS = [1_000, 60_000, 3_600_000, 86_400_000]

/** What is known after a response with these headers; as before where they name no limit. */
export function updateReportedLimit(
  before: ReportedLimit | undefined,
  limits: SourceLimits,
): ReportedLimit | undefined {
  const { limit, resetMs = DEFAULT_RESET_MS } = limits
  if (limit === undefined || limit < 1) return before
  return { limit, longestResetMs: Math.max(resetMs, before?.longestResetMs ?? 0) }
}

/**
 * How often requests to a source may start: as the person says, else as its headers do. Before they say anything: about
 * 3 a second for an instance, 10 with a key; 5 in any one second for Pro, so burst and rate together must not be more;
 * no limit on this machine.
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

/** No window gets more than the limit: the burst is taken from it. */
function rateWithin({ limit, longestResetMs }: ReportedLimit): Rate {
  const windowMs = WINDOWS_MS.find((ms) => ms >= longestResetMs) ?? longestResetMs
  const burst = Math.min(10, Math.max(1, Math.floor(limit / 20)))
  return { perSecond: Math.max(limit - burst, limit / 2) / (windowMs / 1_000), burst }
}
