import { defineStore } from 'pinia'
import { markRaw } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { queryKey, type ListQuery } from './list-query.ts'
import { OpenList, type LeftList } from './open-list.ts'

/** The session storage of the window keeps the shown lists over a reload of the page. */
const NAME_IN_STORAGE = 'chainglass.lists'

/** The saved states by key of the list. Each can be taken once. */
function takeLeftLists(): Map<string, LeftList> {
  try {
    const text = sessionStorage.getItem(NAME_IN_STORAGE)
    sessionStorage.removeItem(NAME_IN_STORAGE)
    return new Map(JSON.parse(text ?? '[]') as [string, LeftList][])
  } catch {
    return new Map()
  }
}

/** Saves the state of shown lists. Saves nothing where storage is switched off or full. */
function keepShownLists(lists: Iterable<OpenList>): void {
  const shown = [...lists].filter(({ isShown }) => isShown).map(({ key, left }) => [key, left])
  try {
    sessionStorage.setItem(NAME_IN_STORAGE, JSON.stringify(shown))
  } catch {
    // The lists start at their first row after the reload.
  }
}

/** Lists that stay as they were left, counting those on screen. Each holds some pages of rows. */
const MAX_LISTS = 24

/** The least recently used lists of this window, with state that one list passes on to the next. */
export const useListCache = defineStore('lists', () => {
  const lists = new Map<string, OpenList>()
  const left = takeLeftLists()

  /** Returns the list of a query: the cached one, or a new one. The case of addresses makes no difference. */
  function open(core: RpcClient, query: ListQuery): OpenList {
    const key = queryKey(query)
    const list = lists.get(key) ?? new OpenList(core, query, left.get(key))
    left.delete(key)
    lists.delete(key)
    lists.set(key, list)
    // Lists on screen are not evicted.
    const hidden = [...lists].filter(([, { isShown }]) => !isShown)
    for (const [oldest] of hidden.slice(0, Math.max(0, lists.size - MAX_LISTS))) lists.delete(oldest)
    return list
  }

  /** Saves the state of the lists on screen before the page reloads. */
  const keepShown = () => {
    keepShownLists(lists.values())
  }

  /** Cached lists of a source, the most recently shown first. */
  const ofSource = (source: string): readonly OpenList[] =>
    [...lists.values()].filter(({ query }) => query.source === source).reverse()

  /** Size of the last grid, px. The next grid mostly has the same. */
  const gridSize = markRaw({ height: 600, width: 0 })

  /** Whether the last shown list had the focus in its rows. The next list takes it over. */
  const focus = markRaw({ inRows: false })

  return { open, keepShown, ofSource, gridSize, focus }
})
