import { pluralize, formatCount } from '#renderer/lib/format-number.ts'
import type { ListStatus } from '#renderer/stores/status-bar.ts'
import type { ListSession, ListState } from './list-session.ts'

/** What the status line and the tabs want to know of a list. */
export function listStatus(session: ListSession, live: boolean): ListStatus {
  const { state, rows } = session
  const first = rows.at(rows.first)
  const newest = first?.kind === 'item' ? timeOf(first.item) : undefined
  return {
    loaded: rows.count,
    ended: state.kind === 'end',
    loading: state.kind === 'loading' || state.kind === 'more',
    live,
    newest: live ? newest : undefined,
    error: state.kind === 'error' ? state.error : undefined,
  }
}

const timeOf = (item: unknown) =>
  typeof item === 'object' && item !== null && 'timestamp' in item && typeof item.timestamp === 'string'
    ? item.timestamp
    : undefined

/** What stands after the last row; undefined while more is on its way, and where there are no rows at all. */
export function tailWords(of: {
  readonly state: ListState
  readonly shown: number
  readonly loaded: number
  readonly folded: number
  readonly narrowed: boolean
  readonly paused: boolean
}): string | undefined {
  if (of.loaded === 0) return undefined
  const folded = of.folded === 0 ? '' : `, ${formatCount(of.folded)} of them folded`
  if (of.state.kind === 'end') {
    if (of.narrowed && of.shown < of.loaded - of.folded)
      return `${formatCount(of.shown)} of ${rowsOf(of.loaded)}, and that is all there is`
    return `that is all, ${rowsOf(of.loaded)}${folded}`
  }
  if (of.state.kind === 'error') return `${rowsOf(of.loaded)} so far${folded}`
  if (of.state.kind !== 'ready' || !of.paused) return undefined
  return `Of the ${rowsOf(of.loaded)} loaded so far${folded}. There are more.`
}

const rowsOf = (count: number) => pluralize(count, { one: 'row', many: 'rows' })
