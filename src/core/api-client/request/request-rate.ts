import { rateClassOf, type Source } from '#shared/source.ts'
import type { Rate } from '#platform/rate-limiter/token-bucket.ts'

/**
 * How often requests to a source may start. Instances: about 3 requests a second by IP, 10 with a key, counted over a minute, so
 * that a burst is fine. Pro: 5 in any one second, so burst and rate together must not be more. Our own service: no limit.
 */
export function chooseRate(source: Source, hasKey: boolean): Rate {
  const own = source.requestsPerSecond
  if (own !== undefined && own > 0) return { perSecond: own, burst: Math.max(1, Math.floor(own)) }
  switch (rateClassOf(source)) {
    case 'sample':
    case 'node':
      return { perSecond: Infinity, burst: 1 }
    case 'pro':
      return { perSecond: 4, burst: 1 }
    case 'instance':
      return hasKey ? { perSecond: 10, burst: 10 } : { perSecond: 3, burst: 6 }
  }
}
