/**
 * Errors thrown inside the core. The window gets them as values, and so does not load the log's sentences at its
 * start.
 */
import { describeReason, describeStorage } from './describe-reason.ts'
import type { InputReason, MissingReason } from './error-reasons.ts'
import type { ChainglassError } from './errors.ts'

/** Carries an error value inside the core; the contract's server turns it into a reply. */
export class ChainglassFailure extends Error {
  readonly error: ChainglassError
  constructor(error: ChainglassError, options?: ErrorOptions) {
    super(messageOf(error), options)
    this.name = 'ChainglassFailure'
    this.error = error
  }
}

export const invalidInput = (field: string, reason: InputReason) =>
  new ChainglassFailure({ code: 'invalid_input', field, reason })
export const notFound = (reason: MissingReason) => new ChainglassFailure({ code: 'not_found', reason })
export const cancelled = () => new ChainglassFailure({ code: 'cancelled' })

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled()
}

/** Our own reason as a sentence, for a terminal or a log; undefined if the error has none. */
export function describeCause(error: ChainglassError): string | undefined {
  if (error.code === 'storage') return describeStorage(error.kind, error.target, error.pid)
  return 'reason' in error && error.reason !== undefined ? describeReason(error.reason) : undefined
}

function messageOf(error: ChainglassError): string {
  const serverMessage = 'serverMessage' in error ? error.serverMessage : undefined
  return [error.code, describeCause(error), serverMessage].filter((part) => part !== undefined).join(': ')
}
