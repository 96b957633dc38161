import { $gettext, $nmsgid, type Noun } from '#shared/text/gettext.ts'
import { describeAll, formatCount, nounOf, pluralize } from '#renderer/lib/format-number.ts'
import type { ListStatus } from '#renderer/stores/status-bar.ts'
import type { SourceNotice } from '#shared/lists/page.ts'
import { type ListSnapshot, type ListState, isLoading } from './list-snapshot.ts'
import type { ShownList } from './use-shown-list.ts'

/** Status of a list for the status bar and the tabs. */
export function listStatus({ snapshot, shown }: ShownList, live: boolean): ListStatus {
  const { state, count, isWhole, readAt, failure } = snapshot
  const first = shown.at(0)
  const newest = first?.kind === 'item' ? timeOf(first.item) : undefined
  return {
    loaded: count,
    complete: isWhole,
    loading: isLoading(state),
    live: live && readAt === null,
    kept: readAt ?? undefined,
    newest: live ? newest : undefined,
    error: state.kind === 'error' ? state.error : failure?.error,
  }
}

const timeOf = (item: unknown) =>
  typeof item === 'object' && item !== null && 'timestamp' in item && typeof item.timestamp === 'string'
    ? item.timestamp
    : undefined

/** Placeholder rows: enough to fill the window before the first rows, and a few while the next page is read. */
const SKELETONS_AT_FIRST = 30
const SKELETONS_AT_END = 6

/** Number of placeholder rows at the end of a list. */
export function skeletonCount({ state, count }: ListSnapshot, isPaused: boolean): number {
  if (state.kind === 'loading') return SKELETONS_AT_FIRST
  if (state.kind === 'error') return state.retryAt !== null && count === 0 ? SKELETONS_AT_FIRST : 0
  return state.kind === 'more' || (state.kind === 'ready' && !isPaused) ? SKELETONS_AT_END : 0
}

/** Filters that change the order or add rows, but leave none out. */
const NO_NARROWING = new Set(['sort', 'order', 'items_count', 'include_zero_value'])

/** The text of an empty list. It claims no more than what the source said. */
export function describeEmpty(of: {
  readonly noun: Noun
  /** The list's own sentence, for a source that has no rows at all. */
  readonly empty: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly notice: SourceNotice | null
}): string {
  if (of.notice) return $gettext('The source gave no %{noun}.', { noun: nounOf(0, of.noun) })
  if (Object.keys(of.filters).some((name) => !NO_NARROWING.has(name)))
    return $gettext('No %{noun} match this filter.', { noun: nounOf(0, of.noun) })
  return $gettext(of.empty)
}

/** The text after the last row; undefined while more rows are being read, and in an empty list. */
export function describeTail(of: {
  readonly state: ListState
  /** All rows are loaded, without a gap. */
  readonly isWhole: boolean
  readonly shown: number
  readonly loaded: number
  /** Rows hidden as scam. */
  readonly folded: number
  readonly narrowed: boolean
  readonly paused: boolean
}): string | undefined {
  const { state, shown, loaded, folded } = of
  const ended = state.kind === 'end'
  if (loaded === 0 || !(ended || state.kind === 'error' || (state.kind === 'ready' && of.paused)))
    return undefined
  if (shown === 0 && folded === loaded)
    return loaded === 1
      ? $gettext('The only loaded row is hidden as scam')
      : $gettext('All %{count} loaded rows are hidden as scam', { count: formatCount(loaded) })
  const complete = of.isWhole
  if (of.narrowed && shown < loaded - folded) return describeMatches(shown, loaded, complete)
  const rows = complete
    ? describeAll(loaded, ROWS)
    : $gettext('%{rows} loaded', { rows: pluralize(loaded, ROWS) })
  return folded === 0
    ? rows
    : $gettext('%{rows}, %{count} of them hidden as scam', { rows, count: formatCount(folded) })
}

function describeMatches(shown: number, loaded: number, ended: boolean): string {
  return describeFound(
    shown,
    ended
      ? $gettext('all %{rows}', { rows: pluralize(loaded, ROWS) })
      : $gettext('%{count} loaded %{noun}', { count: formatCount(loaded), noun: nounOf(loaded, ROWS) }),
  )
}

const describeFound = (count: number, rows: string) =>
  count === 0
    ? $gettext('No match in %{rows}', { rows })
    : $gettext('%{matches} in %{rows}', { matches: pluralize(count, MATCHES), rows })

const ROWS = $nmsgid('row', 'rows')
const MATCHES = $nmsgid('match', 'matches')
