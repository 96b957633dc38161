import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'

/** The error a promise fails with. Anything but a `ChainglassFailure` fails the test. */
export async function expectFailure(promise: Promise<unknown>): Promise<ChainglassError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ChainglassFailure) return error.error
    throw error
  }
  throw new Error('It was expected to fail, and did not.')
}
