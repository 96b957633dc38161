import type { ChainglassError } from '#shared/rpc/errors.ts'

/** Why the core did not start, for a person at a terminal. */
export function refusalWords(error: ChainglassError): string {
  if ('detail' in error && error.detail) return error.detail
  return error.code === 'internal'
    ? `Chainglass could not start: ${error.reference}`
    : `Chainglass could not start (${error.code}).`
}
