import { $gettext, $nmsgid, type Noun } from '#shared/text/gettext.ts'
import { formatCount, nounOf, pluralize } from '#renderer/lib/format-number.ts'
import type { OpenList } from '../session/use-list.ts'

const ROWS = $nmsgid('row', 'rows')

/**
 * What a filter leaves: `1,204 of 12,400 kept transactions (48,211 exist)`, or of what is loaded. `total`: as the source
 * counts them, where it does.
 */
export function describeFiltered(
  {
    shown,
    held,
    snapshot,
  }: Pick<OpenList, 'snapshot' | 'held'> & { readonly shown: { readonly count: number } },
  total: number | undefined,
  noun: Noun,
): string {
  if (held && !held.isLocal) {
    const rows = $gettext('%{count} of %{all} kept %{noun}', {
      count: formatCount(shown.count),
      all: formatCount(held.held),
      noun: nounOf(held.held, noun),
    })
    if (held.isComplete) return rows
    return total !== undefined && total > held.held
      ? $gettext('%{rows} (%{count} exist)', { rows, count: formatCount(total) })
      : $gettext('%{rows} (more exist)', { rows })
  }
  const loaded = held?.held ?? snapshot.count
  const rows = $gettext('%{count} of %{all}', {
    count: formatCount(shown.count),
    all: pluralize(loaded, ROWS),
  })
  if (held?.isComplete ?? snapshot.state.kind === 'end') return $gettext('%{rows} match', { rows })
  return total !== undefined && total > loaded
    ? $gettext('%{rows} read match; %{count} exist', { rows, count: formatCount(total) })
    : $gettext('%{rows} read match', { rows })
}
