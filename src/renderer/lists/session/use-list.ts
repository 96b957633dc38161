import { onScopeDispose, shallowRef, triggerRef, watch, type ShallowRef } from 'vue'
import { useCore } from '#renderer/lib/use-core.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import type { ListQuery, ListSession } from './list-session.ts'
import { LoadedView } from '../view/loaded-view.ts'
import { sessionOf } from './session-cache.ts'

/** A list on the screen: its session, entered while the view lives, and the rows of it that are shown. */
export interface OpenList {
  readonly session: ListSession
  readonly view: LoadedView
}

/**
 * Opens the list of `query` and follows it when the query changes. The ref is triggered whenever rows or state changed:
 * read what is needed through it.
 */
export function useList(query: () => ListQuery, watchHead: () => boolean): Readonly<ShallowRef<OpenList>> {
  const core = useCore()
  const connection = useConnection()
  const list = shallowRef(open())
  let leave = enter()

  function open(): OpenList {
    const session = sessionOf(core, query())
    return {
      session,
      view: new LoadedView(session.rows, () => {
        triggerRef(list)
      }),
    }
  }
  function enter() {
    const { session, view } = list.value
    const leaveSession = session.enter(watchHead())
    const unwatch = watch(
      session.version,
      () => {
        // An order of rows that are still being added would be made anew at every page: it waits for the last.
        if (!session.loadingAll || !view.sorted) view.follow()
        triggerRef(list)
      },
      { flush: 'sync' },
    )
    return () => {
      unwatch()
      leaveSession()
    }
  }

  watch(
    () => sessionOf(core, query()),
    (session) => {
      if (session === list.value.session) return
      leave()
      list.value = open()
      leave = enter()
    },
  )
  watch(
    () => connection.status.state,
    (state) => {
      const now = list.value.session.state
      if (state === 'open' && now.kind === 'error' && now.error.code === 'offline') list.value.session.retry()
    },
  )
  onScopeDispose(() => {
    leave()
  })
  return list
}
