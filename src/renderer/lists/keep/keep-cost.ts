import { $gettext, $ngettext } from '#shared/text/gettext.ts'
import type { KeepEstimate } from '#shared/rpc/contract/keep.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { loadAllCost } from '#shared/lists/load-cost.ts'
import { describeCost } from '#renderer/entities/source/load-all-cost.ts'

/**
 * Cost of keeping lists: `About 24 requests, 480 credits, 12 s, for 1,184 more rows.`, with the lists whose length is
 * unknown.
 */
export function describeKeepCost(
  estimates: readonly KeepEstimate[],
  secondsEach: number | undefined,
): string {
  const left = estimates.filter(({ isComplete }) => !isComplete)
  if (estimates.length > 0 && left.length === 0)
    return $gettext('All of it is kept already: one request for each list says what is new.')
  const counted = left.filter(({ total, isAtLeast }) => total !== null && !isAtLeast)
  const uncounted = left.length - counted.length
  const [sum, unknown] = [sumOf(counted), loadAllCost(0, undefined, undefined)]
  const creditsEach = Math.max(0, ...left.map((estimate) => estimate.creditsEach)) || undefined
  if (counted.length === 0) return describeCost(unknown, creditsEach, secondsEach)
  const known = describeCost(sum, sum.credits, secondsEach)
  return uncounted === 0
    ? known
    : `${known} ${$ngettext(
        'The source does not count %{count} other list.',
        'The source does not count %{count} other lists.',
        uncounted,
        { count: formatCount(uncounted) },
      )}`
}

/** Credits for the lists whose length is known. */
export const creditsOf = (estimates: readonly KeepEstimate[]): number => sumOf(estimates).credits ?? 0

function sumOf(estimates: readonly KeepEstimate[]) {
  const costs = estimates.map(({ loaded, total, creditsEach }) =>
    loadAllCost(Math.min(loaded, total ?? 0), total ?? undefined, creditsEach || undefined),
  )
  const sum = (of: (cost: (typeof costs)[number]) => number | undefined) =>
    costs.reduce((total, cost) => total + (of(cost) ?? 0), 0)
  return {
    rows: sum(({ rows }) => rows),
    requests: sum(({ requests }) => requests),
    credits: sum(({ credits }) => credits) || undefined,
  }
}
