/**
 * Finds calls that succeeded but were reverted, because a call around them failed. The rows of calls do not show it; the
 * trace of the transaction does.
 */
import type { CallTrace, TraceFrame } from '#shared/chain/call-trace.ts'
import type { PositionedMovement } from '../movements.ts'

export const isOfCall = ({ list }: PositionedMovement) => list === 'address-internal-transactions'

/** Whether the call of this movement was reverted, by the trace of its transaction. */
export function isUndone(
  { frames }: CallTrace,
  { amount, index, counterparty }: PositionedMovement,
  address: string,
): boolean {
  const other = counterparty?.hash.toLowerCase() ?? null
  const [from, to] = amount < 0n ? [address, other] : [other, address]
  const fits = (frame: TraceFrame | undefined): frame is TraceFrame =>
    frame?.value === String(amount < 0n ? -amount : amount) &&
    frame.from?.toLowerCase() === from &&
    (frame.to ?? frame.created)?.toLowerCase() === to
  const named = frames[index]
  const found = fits(named) ? [named] : frames.filter(fits)
  const failed = new Set(frames.filter(({ error }) => error !== null).map(placeOf))
  return found.length > 0 && found.every((frame) => hasFailedAround(frame, failed))
}

const placeOf = ({ traceAddress }: TraceFrame) => traceAddress?.join('.') ?? ''

function hasFailedAround({ traceAddress }: TraceFrame, failed: ReadonlySet<string>): boolean {
  const path = traceAddress ?? []
  for (let depth = path.length; depth >= 0; depth -= 1)
    if (failed.has(path.slice(0, depth).join('.'))) return true
  return false
}
