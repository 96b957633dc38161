import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive, watchEffect } from 'vue'
import { $gettext, type Noun } from '#shared/text/gettext.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { describeAll, pluralize } from '#renderer/lib/format-number.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { useWorkspace } from './workspace.ts'

/** State of the active list, as its view reports it. */
export interface ListStatus {
  readonly loaded: number
  /** The last row is loaded, and the source reports no further rows that it can't give. */
  readonly complete: boolean
  readonly loading: boolean
  /** ISO time of the newest row. */
  readonly newest?: string | undefined
  /** New rows are shown without a click. */
  readonly live: boolean
  readonly error?: ChainglassError | undefined
  /** When the source sent the rows, in ms since 1970, for rows from the archive. */
  readonly kept?: number | undefined
}

interface Shown {
  /** Says what came of comparing the list with that of the other pane, in place of its state. */
  compared?: string | undefined
  text?: string | undefined
  list?: ListStatus | undefined
  /** Names the rows of the list. */
  noun?: Noun | undefined
  /** When the source sent other data of a view, for data from the archive, in ms since 1970. */
  readonly keptByView: Map<symbol, number>
}

function describeList({ loaded, complete }: ListStatus, noun: Noun): string {
  return complete ? describeAll(loaded, noun) : $gettext('%{rows} loaded', { rows: pluralize(loaded, noun) })
}

/** The content of the status bar by pane. */
const useShown = defineStore('status-bar', () => {
  const shown = shallowReactive(new Map<string, Shown>())
  function of(paneId: string): Shown {
    const known = shown.get(paneId)
    if (known) return known
    const added = shallowReactive({ keptByView: shallowReactive(new Map<symbol, number>()) })
    shown.set(paneId, added)
    return added
  }
  return { of }
})

/**
 * The status bar: the state of a list, or a text. A view sets it for its pane, and the window shows that of the active
 * pane. Call it in the setup of a component.
 */
export function useStatusBar() {
  const pane = usePane()
  const workspace = useWorkspace()
  const shown = useShown()
  const own = () => shown.of(pane?.id ?? workspace.current.activePane)
  const front = () => shown.of(workspace.current.activePane)

  return {
    get text() {
      const { compared, text, list, noun } = front()
      if (compared !== undefined) return compared
      return list && noun ? describeList(list, noun) : text
    },
    get newest() {
      return front().list?.newest
    },
    /** The oldest time of shown data from the archive. */
    get kept() {
      const { keptByView, list } = front()
      const all = [...keptByView.values(), ...(list?.kept === undefined ? [] : [list.kept])]
      return all.length === 0 ? undefined : Math.min(...all)
    },
    /** False while the last page could not be read. */
    get live() {
      const { list } = front()
      return list?.live === true && list.error === undefined
    },
    showList(status: ListStatus, noun: Noun) {
      Object.assign(own(), { list: status, noun, text: undefined })
    },
    /** Applies while the calling view lives. */
    showKept(readAt: () => number | undefined) {
      const view = Symbol('view')
      const { keptByView } = own()
      watchEffect(() => {
        const at = readAt()
        if (at === undefined) keptByView.delete(view)
        else keptByView.set(view, at)
      })
      onScopeDispose(() => keptByView.delete(view))
    },
    /** Applies while the calling view lives. */
    showCompared(describe: () => string | undefined) {
      const shown = own()
      watchEffect(() => (shown.compared = describe()))
      onScopeDispose(() => (shown.compared = undefined))
    },
    /** Shows a text instead of the state of a list. */
    show(text: string | undefined) {
      Object.assign(own(), { list: undefined, text })
    },
    clear() {
      Object.assign(own(), { list: undefined, text: undefined })
    },
  }
}
