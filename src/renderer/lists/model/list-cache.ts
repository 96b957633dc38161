import { defineStore } from 'pinia'
import { markRaw } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { queryKey, type ListQuery } from './list-query.ts'
import { keepShownLists, takeLeftLists } from './lists-over-reload.ts'
import { OpenList } from './open-list.ts'

/** Lists shown lately stay as they were left. Each holds some pages of rows. */
const MAX_LISTS = 24

/** The LRU cache of the lists of this window, and what else one list passes on to the next. */
export const useListCache = defineStore('lists', () => {
  const lists = new Map<string, OpenList>()
  const left = takeLeftLists()

  /** This list: the one that was left, or a new one. The same address in another case is the same list. */
  function open(core: RpcClient, query: ListQuery): OpenList {
    const key = queryKey(query)
    const list = lists.get(key) ?? new OpenList(core, query, left.get(key))
    left.delete(key)
    lists.delete(key)
    lists.set(key, list)
    // Those on screen stay.
    const hidden = [...lists].filter(([, { isShown }]) => !isShown)
    for (const [oldest] of hidden.slice(0, Math.max(0, lists.size - MAX_LISTS))) lists.delete(oldest)
    return list
  }

  /** Before the page is loaded again: those on screen are opened as they are left. */
  const keepShown = () => {
    keepShownLists(lists.values())
  }

  /** The lists of a source that are here, the one shown last first. */
  const ofSource = (source: string): readonly OpenList[] =>
    [...lists.values()].filter(({ query }) => query.source === source).reverse()

  /** Size of the last grid, px: the next one mostly has the same. */
  const gridSize = markRaw({ height: 600, width: 0 })

  /** The list that was shown last had the focus in its rows: the next one gets it. */
  const focus = markRaw({ inRows: false })

  return { open, keepShown, ofSource, gridSize, focus }
})
