import { describeError } from '#shared/rpc/describe-error.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { ExitWithCode } from './exit-with-code.ts'
import type { Output } from './output/output.ts'
import { UsageError } from './usage-error.ts'

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
