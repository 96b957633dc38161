/** The lists in the panes of this window. Loaded with the second pane. */
import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import { useSources } from '#renderer/stores/sources.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import type { PaneList } from './pane-list.ts'
import { useLines } from './use-lines.ts'

export const usePaneLists = defineStore('pane-lists', () => {
  const sources = useSources()
  const workspace = useWorkspace()
  const byPane = shallowReactive(new Map<string, PaneList>())

  /** Adds the list of a pane. Returns a function that removes it. */
  function enter(paneId: string, list: PaneList): () => void {
    byPane.set(paneId, list)
    return () => {
      if (byPane.get(paneId) === list) byPane.delete(paneId)
    }
  }
  const kind = (of: PaneList) => of.list().open.query.list
  const source = (of: PaneList) => of.list().open.query.source
  const chain = (of: PaneList) => sources.byId(source(of))?.chainId

  /** Both panes show lists of the same kind. */
  const isPair = computed(() => {
    const [one, other] = [...byPane.values()]
    return one !== undefined && other !== undefined && kind(one) === kind(other)
  })
  /** Both lists are of one chain. Rows of two chains are never the same. */
  const isOfOneChain = computed(() => {
    const [one, other] = [...byPane.values()]
    if (!isPair.value || !one || !other) return false
    return source(one) === source(other) || (chain(one) !== undefined && chain(one) === chain(other))
  })
  const linesOf = useLines(() => {
    const [one, other] = [...byPane.values()]
    const isCompared = isOfOneChain.value && workspace.current.comparesLists === true
    return isCompared && one && other ? [one, other] : undefined
  })
  /** The list of the same kind in the other pane. */
  const beside = (paneId: string): PaneList | undefined =>
    isPair.value ? [...byPane].find(([id]) => id !== paneId)?.[1] : undefined

  return { enter, beside, linesOf, isPair, isOfOneChain }
})
