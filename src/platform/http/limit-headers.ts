import type { IncomingHttpHeaders } from 'node:http'
import type { SourceLimits } from '#shared/lists/page.ts'

/** The limits in a response's headers. Instances write -1 for "no limit": absent here, like any missing header. */
export function readLimits(headers: IncomingHttpHeaders): SourceLimits {
  const limits = {
    limit: parseCount(headers['x-ratelimit-limit']),
    remaining: parseCount(headers['x-ratelimit-remaining']),
    resetMs: parseCount(headers['x-ratelimit-reset']),
    credits: parseCount(headers['x-credits-remaining']),
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}

/**
 * The delay in ms that `retry-after` asks for, in seconds or as a date. Undefined if the response has none. A date is
 * relative to the server's own clock, which may differ from ours.
 */
export function readRetryAfter(headers: IncomingHttpHeaders): number | undefined {
  const after = headers['retry-after']?.trim()
  if (after !== undefined && /^\d{1,9}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000)
  const date = after === undefined ? NaN : Date.parse(after)
  if (Number.isNaN(date)) return undefined
  const sentAt = Date.parse(headers.date ?? '')
  return Math.max(0, date - (Number.isNaN(sentAt) ? Date.now() : sentAt))
}

function parseCount(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined
}
