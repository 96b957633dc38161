import { formatDuration } from '#shared/text/format-duration.ts'
import { $gettext, $ngettext, $nmsgid } from '#shared/text/gettext.ts'
import { ROWS_PER_PAGE, type LoadAllCost } from '#shared/lists/load-cost.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'

const REQUESTS = $nmsgid('request', 'requests')
const CREDITS = $nmsgid('credit', 'credits')
/** For example `19,280 credits`. */
export const describeCredits = (credits: number): string => pluralize(credits, CREDITS)

/**
 * Seconds per request: the duration of the last one, or the time that the source's rate limit asks for, whichever is
 * longer. Undefined while neither is known.
 */
export function secondsPerRequest(source: SourceView | undefined): number | undefined {
  if (!source) return undefined
  const { last, limits, requestsPerSecond } = source
  const perSecond = requestsPerSecond ?? limits.perSecond
  const ms = Math.max(last?.ok === true ? last.ms : 0, perSecond ? 1_000 / perSecond : 0)
  return ms === 0 ? undefined : ms / 1_000
}

/** For example `About 964 requests, 19,280 credits, 5 min, for 48,161 more rows.`. */
export function describeCost(
  cost: LoadAllCost,
  creditsPerPage: number | undefined,
  secondsEach: number | undefined,
): string {
  if (cost.rows === undefined || cost.requests === undefined) {
    const each = [
      $gettext('one request'),
      ...(creditsPerPage === undefined ? [] : [describeCredits(creditsPerPage)]),
      ...(secondsEach === undefined
        ? []
        : [$gettext('about %{seconds} s', { seconds: secondsEach.toFixed(1) })]),
    ].join(', ')
    return $gettext('The source does not say how many rows are left. Every %{rows} rows are %{cost}.', {
      rows: ROWS_PER_PAGE,
      cost: each,
    })
  }
  const all = [
    pluralize(cost.requests, REQUESTS),
    ...(cost.credits === undefined ? [] : [describeCredits(cost.credits)]),
    ...(secondsEach === undefined ? [] : [formatDuration(cost.requests * secondsEach)]),
  ].join(', ')
  return $ngettext(
    'About %{cost}, for %{rows} more row.',
    'About %{cost}, for %{rows} more rows.',
    cost.rows,
    { cost: all, rows: formatCount(cost.rows) },
  )
}
