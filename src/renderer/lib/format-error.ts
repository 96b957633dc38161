import { $gettext } from '#shared/text/gettext.ts'
import { describeError as describe, type ErrorDescription } from '#shared/rpc/describe-error.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** An error in sentences, as a window says it: after one that goes away by itself, what was loaded is still there. */
export function describeError(error: ChainglassError): ErrorDescription {
  const described = describe(error)
  if (described.tone === 'bad') return described
  return { ...described, text: `${described.text} ${$gettext('Loaded rows are kept.')}`.trim() }
}
