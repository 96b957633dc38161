import { describeError } from '#shared/rpc/describe-error.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'

/** One sentence or two, which may quote a server. */
export function sentenceOfFailure(error: unknown): string {
  if (!(error instanceof ChainglassFailure)) return error instanceof Error ? error.message : String(error)
  const { title, text } = describeError(error.error)
  return `${title} ${text}`.trim()
}
