/** Keeps the state of the lists on screen over a reload of the page, in the session storage of the window. */
import type { LeftList, OpenList } from './open-list.ts'

const NAME_IN_STORAGE = 'chainglass.lists'

/** The saved states by key of the list. Each can be taken once. */
export function takeLeftLists(): Map<string, LeftList> {
  try {
    const text = sessionStorage.getItem(NAME_IN_STORAGE)
    sessionStorage.removeItem(NAME_IN_STORAGE)
    return new Map(JSON.parse(text ?? '[]') as [string, LeftList][])
  } catch {
    return new Map()
  }
}

/** Saves the state of shown lists. Saves nothing where storage is switched off or full. */
export function keepShownLists(lists: Iterable<OpenList>): void {
  const shown = [...lists].filter(({ isShown }) => isShown).map(({ key, left }) => [key, left])
  try {
    sessionStorage.setItem(NAME_IN_STORAGE, JSON.stringify(shown))
  } catch {
    // The lists start at their first row after the reload.
  }
}
