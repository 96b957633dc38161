import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { MAX_LEARNT_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useListCache } from './list-cache.ts'
import type { ListQuery } from './list-query.ts'
import type { ListRows } from './list-rows.ts'
import type { ListSnapshot } from './list-snapshot.ts'
import type { OpenList } from './open-list.ts'
import { retryWhenConnected } from './retry-when-connected.ts'
import type { ListTotals, RowsQuestion } from './rows-question.ts'
import type { ShownRows } from './shown-rows.ts'

/** A list in a view, at one moment: a new object whenever anything of it changed. */
export interface ShownList {
  readonly open: OpenList
  /** As far as its rows are here, too. */
  readonly snapshot: ListSnapshot
  readonly rows: ListRows
  readonly shown: ShownRows
  /** Something is asked of it: neither all rows, nor in the order of the list. */
  readonly isAsked: boolean
  /** Why the rows that are seen don't come. */
  readonly error: ChainglassError | undefined
  readonly isReading: boolean
  /** These rows are drawn, up to before `last`. */
  readonly see: (first: number, last: number) => void
  /** Where imitations are told by whom the account deals with in its newest rows only: how many rows these are. */
  readonly learntRows: number | undefined
  /** Undefined while nothing of it is here. */
  readonly totals: ListTotals | undefined
}

/**
 * Opens the list of `query`, and another one when the query changes, for as long as the calling component (or effect scope) is
 * there, and asks for its rows. `wantsWhole`: all of it is to be read, since that costs nothing.
 */
export function useShownList(
  query: () => ListQuery,
  question: () => RowsQuestion,
  wantsWhole: () => boolean,
): Readonly<ShallowRef<ShownList>> {
  const [core, cache] = [useCore(), useListCache()]
  let open = cache.open(core, query())
  /** Those that are shown. */
  let rows = open.rowsOf(question())
  /** Those that are asked: until they are answered, the ones before are shown. */
  const asked = shallowRef(rows)
  useListBeside(asked)
  /** What was said last of the rows that are shown. */
  let last: ListSnapshot | undefined
  // Before they are entered: rows that are known, and are asked for anew, tell that at once.
  const list = shallowRef(take())
  const leaves = new Map([[rows, rows.enter(onRows)]])
  let leaveList = enter()
  list.value = take()

  function take(): ShownList {
    return {
      ...{ open, rows, snapshot: snapshotOfRows(open.snapshot.value, rows, last), shown: rows.shown() },
      ...{ isAsked: !rows.isOfAll, error: asked.value.error, totals: rows.totals() },
      isReading: rows !== asked.value || rows.isReading,
      see,
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
    if (asked.value !== rows && isAnswered(asked.value)) show()
    publish()
  }
  const isAnswered = ({ part, error }: ListRows) =>
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
    // The next one first: with its last view a list is closed.
    const leaveBefore = leaveList
    open = nextOpen
    asked.value = next
    if (!leaves.has(next)) leaves.set(next, next.enter(onRows))
    if (!isSameList) {
      leaveList = enter()
      leaveBefore()
    }
    if (!isSameList || isAnswered(next)) show()
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

/** Rows that are compared with another list are asked again when that has changed: at once, since marks are those of before. */
function useListBeside(asked: Readonly<ShallowRef<ListRows>>): void {
  const core = useCore()
  const cache = useListCache()
  const stateBeside = () => {
    const { beside } = asked.value.question
    return beside && cache.open(core, beside.query).state.value
  }
  watch(
    [asked, stateBeside] as const,
    ([rows, state]) => {
      rows.followBeside(state)
    },
    { flush: 'sync', immediate: true },
  )
}

/**
 * What is said of a list fits the rows that are shown of it: those on their way are not loaded yet. `last`: what was said of
 * these rows before.
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
