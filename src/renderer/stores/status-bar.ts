import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, shallowRef, watchEffect } from 'vue'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import { describeAll, pluralize } from '#renderer/lib/format-number.ts'

/** The state of the list in front, as its view reports it. */
export interface ListStatus {
  readonly loaded: number
  /** The last row is there, and the source says nothing of more that it can't give. */
  readonly complete: boolean
  readonly loading: boolean
  /** ISO time of the newest row. */
  readonly newest?: string | undefined
  /** New rows appear by themselves. */
  readonly live: boolean
  readonly error?: ChainglassError | undefined
  /** When the source gave the rows, in ms since 1970, where they come from the archive. */
  readonly kept?: number | undefined
  /** The rows are all that are kept on this machine, not those that were loaded. */
  readonly isHeld?: boolean
}

/** What the view in front shows in the status bar: the state of its list, or a text of its own. */
export const useStatusBar = defineStore('status-bar', () => {
  const text = shallowRef<string>()
  const list = shallowRef<ListStatus>()
  /** By view: when the source gave what it shows besides a list, where that comes from the archive. */
  const keptByView = shallowReactive(new Map<symbol, number>())

  function showList(status: ListStatus, noun: { readonly one: string; readonly many: string }) {
    list.value = status
    text.value = status.isHeld
      ? `${pluralize(status.loaded, noun)} kept`
      : status.complete
        ? describeAll(status.loaded, noun)
        : `${pluralize(status.loaded, noun)} loaded`
  }
  /** Shows a text that is not about a list. */
  function show(sentence: string | undefined) {
    list.value = undefined
    text.value = sentence
  }
  const clear = () => {
    show(undefined)
  }
  /** For as long as the view that calls it is there. */
  function showKept(readAt: () => number | undefined) {
    const view = Symbol('view')
    watchEffect(() => {
      const at = readAt()
      if (at === undefined) keptByView.delete(view)
      else keptByView.set(view, at)
    })
    onScopeDispose(() => keptByView.delete(view))
  }
  return {
    text,
    newest: computed(() => list.value?.newest),
    /** The oldest of what is shown from the archive. */
    kept: computed(() => {
      const all = [...keptByView.values(), ...(list.value?.kept === undefined ? [] : [list.value.kept])]
      return all.length === 0 ? undefined : Math.min(...all)
    }),
    /** Not while its last page could not be read. */
    live: computed(() => list.value?.live === true && list.value.error === undefined),
    showList,
    showKept,
    show,
    clear,
  }
})
