import { $gettext } from '#shared/text/gettext.ts'
import { describeError as describe, type ErrorDescription } from '#shared/rpc/describe-error.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** An error in sentences, as a window says it: after one that goes away by itself, loaded rows are still there. */
export function describeError(error: ChainglassError, hasRows = false): ErrorDescription {
  const described = describe(error)
  if (described.tone === 'bad' || !hasRows) return described
  return { ...described, text: `${described.text} ${$gettext('Loaded rows are kept.')}`.trim() }
}

/** The same of a list: of a thing that is not there its page says so; a list that is not there is one that the source lacks. */
export function describeListError(error: ChainglassError, hasRows = false): ErrorDescription {
  const described = describeError(error, hasRows)
  if (error.code !== 'not_found' || error.reason !== undefined) return described
  return { ...described, title: $gettext('This source does not have this list.'), remedy: 'source' }
}
