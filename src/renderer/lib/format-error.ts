import { $gettext } from '#shared/text/gettext.ts'
import { describeError as describe, type ErrorDescription } from '#shared/rpc/describe-error.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** Describes an error in sentences. With `hasRows`, adds to a temporary error that loaded rows are still there. */
export function describeError(error: ChainglassError, hasRows = false): ErrorDescription {
  const described = describe(error)
  if (described.tone === 'bad' || !hasRows) return described
  return { ...described, text: `${described.text} ${$gettext('Loaded rows are kept.')}`.trim() }
}

/** Describes the error of a list. `not_found` means that the source does not have this list. */
export function describeListError(error: ChainglassError, hasRows = false): ErrorDescription {
  const described = describeError(error, hasRows)
  if (error.code !== 'not_found' || error.reason !== undefined) return described
  return { ...described, title: $gettext('This source does not have this list.'), remedy: 'source' }
}
