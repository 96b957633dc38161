import { describeError } from '#shared/rpc/describe-error.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Output } from './output.ts'

/** One sentence or two, which may quote a server. */
export function sentenceOfFailure(error: unknown): string {
  if (!(error instanceof ChainglassFailure)) return error instanceof Error ? error.message : String(error)
  const { title, text } = describeError(error.error)
  return `${title} ${text}`.trim()
}

/** Prints what was not printed yet. Returns the exit code. */
export function sayFailure(error: unknown, output: Pick<Output, 'note'>): number {
  if (error instanceof ExitWithCode) return error.code
  output.note(sentenceOfFailure(error))
  const isUsage = error instanceof ChainglassFailure && error.error.code === 'invalid_input'
  return isUsage || error instanceof UsageError ? 2 : 1
}

/** The input can't be used; the message says what to type in its place. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The command has printed its own error and ends with this exit code. */
export class ExitWithCode extends Error {
  readonly code: number

  constructor(code: number) {
    super(`Ended with ${String(code)}`)
    this.name = 'ExitWithCode'
    this.code = code
  }
}
