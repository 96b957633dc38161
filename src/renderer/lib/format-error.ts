import { describeError as describe, type ErrorDescription } from '#shared/rpc/describe-error.ts'
import type { ChainglassError } from '#shared/rpc/errors.ts'

const PASSING: ReadonlySet<ChainglassError['code']> = new Set([
  'rate_limited',
  'offline',
  'timeout',
  'cancelled',
])

/** An error in sentences, as a window says it: what was loaded is still there. */
export function describeError(error: ChainglassError): ErrorDescription {
  const described = describe(error)
  if (!PASSING.has(error.code)) return described
  return { ...described, text: `${described.text} Loaded rows are kept.`.trim() }
}
