import type { Page } from '../lists/page.ts'
import { ChainglassFailure } from '../errors/failure.ts'

/**
 * Throws if a page's cursor repeats, so that no page can follow. For callers that read a list to its end and have
 * used the page's rows.
 */
export function failAtLoop({ notice }: Pick<Page, 'notice'>): void {
  if (notice?.kind === 'cursor_repeats')
    throw new ChainglassFailure({ code: 'bad_response', kind: 'cursor_repeats' })
}

export const isLoop = (error: unknown): boolean =>
  error instanceof ChainglassFailure &&
  error.error.code === 'bad_response' &&
  error.error.kind === 'cursor_repeats'
