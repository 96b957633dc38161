/** How the lists on screen were left, over a reload of the page. In the storage of the window, which ends with it. */
import type { LeftList, OpenList } from './open-list.ts'

const NAME_IN_STORAGE = 'chainglass.lists'

/** By the key of the list, as this page was left before it was loaded again; each is taken once. */
export function takeLeftLists(): Map<string, LeftList> {
  try {
    const text = sessionStorage.getItem(NAME_IN_STORAGE)
    sessionStorage.removeItem(NAME_IN_STORAGE)
    return new Map(JSON.parse(text ?? '[]') as [string, LeftList][])
  } catch {
    return new Map()
  }
}

/** Storage may be switched off, or full: they are at their beginning then. */
export function keepShownLists(lists: Iterable<OpenList>): void {
  const shown = [...lists].filter(({ isShown }) => isShown).map(({ key, left }) => [key, left])
  try {
    sessionStorage.setItem(NAME_IN_STORAGE, JSON.stringify(shown))
  } catch {
    // Nothing else depends on it.
  }
}
