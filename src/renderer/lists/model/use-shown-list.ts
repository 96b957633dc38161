import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { MAX_LEARNT_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useListCache } from './list-cache.ts'
import type { ListQuery } from './list-query.ts'
import type { ListRows } from './list-rows.ts'
import { isLoading, type ListSnapshot } from './list-snapshot.ts'
import type { OpenList } from './open-list.ts'
import { retryWhenConnected } from './retry-when-connected.ts'
import type { ListTotals, RowsQuestion } from './rows-question.ts'
import type { ShownRows } from './shown-rows.ts'

/** A list in a view at one moment. Each change makes a new object. */
export interface ShownList {
  readonly open: OpenList
  /** State of the list as far as its shown rows have it. */
  readonly snapshot: ListSnapshot
  readonly rows: ListRows
  readonly shown: ShownRows
  /** The list is filtered or sorted. */
  readonly isAsked: boolean
  /** The shown rows are those that match the current question, in whatever order; else the former ones, or none. */
  readonly isAnswered: boolean
  /** Why rows in view could not be read. */
  readonly error: ChainglassError | undefined
  readonly isReading: boolean
  /** Rows from `first` up to, but not including, `last` are drawn. */
  readonly see: (first: number, last: number) => void
  /**
   * Where counterparties are known from the newest rows only: how many rows these are. Imitations of older
   * counterparties are not found.
   */
  readonly learntRows: number | undefined
  /** Undefined before the first answer. */
  readonly totals: ListTotals | undefined
}

/**
 * Opens the list of `query` while the calling component or effect scope lives, and asks for its rows. A changed query
 * opens another list. `wantsWhole`: reads the list to its end, since that costs nothing.
 */
export function useShownList(
  query: () => ListQuery,
  question: () => RowsQuestion,
  wantsWhole: () => boolean,
): Readonly<ShallowRef<ShownList>> {
  const [core, cache] = [useCore(), useListCache()]
  let open = cache.open(core, query())
  /** The shown rows. */
  let rows = open.rowsOf(question())
  /** The rows of the current question. Until they are answered, the former rows stay visible. */
  const asked = shallowRef(rows)
  useOtherList(asked)
  /** The snapshot that the shown rows had last. */
  let last: ListSnapshot | undefined
  // Taken before the view enters: rows that are known and asked for again are shown at once.
  const list = shallowRef(take())
  const leaves = new Map([[rows, rows.enter(onRows)]])
  let leaveList = enter()
  list.value = take()

  function take(): ShownList {
    return {
      ...{ open, rows, snapshot: snapshotOfRows(open.snapshot.value, rows, last), shown: rows.shown() },
      ...{ isAsked: !rows.isOfAll, error: asked.value.error, totals: rows.totals() },
      ...{ isReading: rows !== asked.value || rows.isReading, see },
      isAnswered: isAnswerTo(asked.value.question, rows, open.snapshot.value),
      learntRows: rows.part?.folded?.isOfNewest === true ? MAX_LEARNT_ROWS : undefined,
    }
  }
  function see(first: number, last: number) {
    rows.see(first, last, onRows)
  }
  function publish() {
    list.value = take()
    last = list.value.snapshot
  }
  function onRows() {
    if (asked.value !== rows && isSettled(asked.value)) show()
    publish()
  }
  const isSettled = ({ part, error }: ListRows) =>
    part !== undefined || error !== undefined || open.snapshot.value.count === 0
  function show() {
    if (rows !== asked.value) last = undefined
    rows = asked.value
    for (const [one, leave] of leaves) {
      if (one === rows) continue
      leaves.delete(one)
      leave()
    }
  }
  function enter() {
    const leave = open.enter()
    open.wantWhole(wantsWhole())
    const unwatch = watch(open.snapshot, onRows, { flush: 'sync' })
    return () => {
      unwatch()
      leave()
    }
  }

  watch([() => cache.open(core, query()), question] as const, ([nextOpen, nextQuestion]) => {
    const next = nextOpen.rowsOf(nextQuestion)
    if (next === asked.value) return
    const isSameList = nextOpen === open
    // Enter the next list first: a list closes with its last view.
    const leaveBefore = leaveList
    open = nextOpen
    asked.value = next
    if (!leaves.has(next)) leaves.set(next, next.enter(onRows))
    if (!isSameList) {
      leaveList = enter()
      leaveBefore()
    }
    if (!isSameList || isSettled(next)) show()
    publish()
  })
  watch(wantsWhole, (isWanted) => {
    open.wantWhole(isWanted)
  })
  retryWhenConnected(() => open)
  onScopeDispose(() => {
    for (const leave of leaves.values()) leave()
    leaveList()
  })
  return list
}

/** Whether the rows are those that match the question. The order and the time zone do not change which these are. */
function isAnswerTo(
  asked: RowsQuestion,
  { question, part }: ListRows,
  { count, state }: ListSnapshot,
): boolean {
  const { text, folds, beside } = question
  if (text !== asked.text || folds !== asked.folds || beside !== asked.beside) return false
  return part !== undefined || (count === 0 && !isLoading(state))
}

/** Asks for compared rows again when the other list has changed: at once, since their marks are out of date. */
function useOtherList(asked: Readonly<ShallowRef<ListRows>>): void {
  const core = useCore()
  const cache = useListCache()
  const otherState = () => {
    const { beside } = asked.value.question
    return beside && cache.open(core, beside.query).state.value
  }
  watch(
    [asked, otherState] as const,
    ([rows, state]) => {
      rows.followOther(state)
    },
    { flush: 'sync', immediate: true },
  )
}

/**
 * Fits the snapshot of a list to its shown rows: rows that are still on their way do not count as loaded. `last`: the
 * former snapshot of these rows.
 */
function snapshotOfRows(now: ListSnapshot, rows: ListRows, last: ListSnapshot | undefined): ListSnapshot {
  if (rows.error || now.count === 0) return now
  if (!rows.part) return { ...now, state: { kind: 'loading' }, count: 0 }
  if (!rows.isRefreshing || now.loadAll || !last) return now
  const { state, count, isWhole } = last
  const isResting = now.state.kind === 'ready' || now.state.kind === 'end'
  return {
    ...now,
    count,
    isWhole,
    ...(isResting && { state: state.kind === 'end' ? state : { kind: 'more' } }),
  }
}
