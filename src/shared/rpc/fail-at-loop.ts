import type { Page } from '../lists/page.ts'
import { ChainglassFailure } from '../errors/failure.ts'

/** For who reads a list to its end and has taken the rows of a page: throws where no other can follow it. */
export function failAtLoop({ notice }: Page): void {
  if (notice?.kind === 'cursor_repeats')
    throw new ChainglassFailure({ code: 'bad_response', kind: 'cursor_repeats' })
}

export const isLoop = (error: unknown): boolean =>
  error instanceof ChainglassFailure &&
  error.error.code === 'bad_response' &&
  error.error.kind === 'cursor_repeats'
