import type { IncomingHttpHeaders } from 'node:http'
import type { SourceLimits } from '#shared/lists/page.ts'

/** What an answer says of the source's limits. -1 is how instances say "no limit": absent here, as is what was not said. */
export function readLimits(headers: IncomingHttpHeaders): SourceLimits {
  const limits = {
    limit: count(headers['x-ratelimit-limit']),
    remaining: count(headers['x-ratelimit-remaining']),
    resetMs: count(headers['x-ratelimit-reset']),
    credits: count(headers['x-credits-remaining']),
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}

/**
 * How long to wait, in ms, as the answer says: `retry-after` in seconds or as a date, else `x-ratelimit-reset` in ms.
 * `undefined` where it says nothing.
 */
export function readWait(headers: IncomingHttpHeaders, now: number): number | undefined {
  const after = headers['retry-after']?.trim()
  if (after !== undefined && /^\d{1,9}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000)
  const date = after === undefined ? NaN : Date.parse(after)
  return Number.isNaN(date) ? count(headers['x-ratelimit-reset']) : Math.max(0, date - now)
}

function count(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined
}
