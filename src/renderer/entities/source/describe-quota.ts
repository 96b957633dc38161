import { $gettext } from '#shared/text/gettext.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** The rest of a source's quota: `4 of 5 requests left`. Undefined where the source does not send it. */
export function describeQuota({ credits, remaining, limit = -1 }: SourceLimits): string | undefined {
  if (credits !== undefined) return $gettext('%{credits} credits left', { credits: formatCount(credits) })
  if (remaining === undefined || remaining < 0) return undefined
  return limit < 0
    ? $gettext('%{remaining} requests left', { remaining: formatCount(remaining) })
    : $gettext('%{remaining} of %{limit} requests left', {
        remaining: formatCount(remaining),
        limit: formatCount(limit),
      })
}
