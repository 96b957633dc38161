import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { useCore } from '#renderer/lib/use-core.ts'
import type { HeldState, HeldTotals, ReadingState } from '../held/held-question.ts'
import type { ListQuery } from './list-query.ts'
import type { ListSession } from './list-session.ts'
import type { ListSnapshot } from './list-snapshot.ts'
import { retryWhenConnected } from './retry-when-connected.ts'
import { RowView, type RowViewOptions, type ShownRows } from '../rows/row-view.ts'
import { useSessionCache } from './session-cache.ts'

/** A list in a view, at one moment: a new object whenever anything of it changed. */
export interface OpenList {
  readonly session: ListSession
  readonly snapshot: ListSnapshot
  readonly shown: ShownRows
  /** `shown` is what the core answered about all rows that are kept; `loaded` is what would be shown without it. */
  readonly held?: HeldState
  readonly loaded?: ShownRows
  /** Of all kept rows, where there are any. */
  readonly totals?: HeldTotals
  /** It is read to its end, as far as this. */
  readonly reading?: ReadingState
}

/**
 * Opens the list of `query` and another one when the query changes; with `follow` it learns of newer rows. The session
 * is entered for as long as the calling component (or effect scope) is there.
 */
export function useList(
  query: () => ListQuery,
  follow: () => boolean,
  options: () => RowViewOptions,
): Readonly<ShallowRef<OpenList>> {
  const core = useCore()
  const cache = useSessionCache()
  let session = cache.open(core, query())
  let view = new RowView(session.rows, options(), publish)
  const list = shallowRef(takeList())
  let leave = enter()

  function takeList(): OpenList {
    return { session, snapshot: session.snapshot.value, shown: view.shown }
  }
  function publish() {
    list.value = takeList()
  }

  function enter() {
    const leaveSession = session.enter({ follow: follow() })
    const unwatch = watch(session.snapshot, onSnapshot, { flush: 'sync', immediate: true })
    return () => {
      unwatch()
      leaveSession()
    }
  }
  function onSnapshot({ loadAll }: ListSnapshot) {
    // Rows are sorted once all of them are there, not again with every page.
    if (!loadAll || !view.isSorted) view.update()
    publish()
  }

  watch(
    () => cache.open(core, query()),
    (next) => {
      if (next === session) return
      leave()
      session = next
      view = new RowView(session.rows, options(), publish)
      leave = enter()
    },
  )
  watch(options, (next) => {
    view.setOptions(next)
  })
  retryWhenConnected(() => session)
  onScopeDispose(() => {
    leave()
  })
  return list
}
