/** Actions on the open places. Loaded with the second place; stores/workspace.ts has the places. */
import { $gettext } from '#shared/text/gettext.ts'
import { MAX_PLACES } from '#shared/workspace/limits.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import {
  closeTab,
  countPlaces,
  openPathInOtherPane,
  openTab,
  paneOf,
  showTab,
} from '#renderer/lib/edit-workspace.ts'
import { useToasts } from './toasts.ts'
import { useWorkspace } from './workspace.ts'

const MAX_CLOSED = 30

interface ClosedPlace {
  readonly path: string
  readonly title: string
  readonly paneId: string
}
/** Closed places, the last closed one at the end. */
const closed: ClosedPlace[] = []

export function editPlaces(edit: (now: Workspace) => Workspace): void {
  const workspace = useWorkspace()
  workspace.replaceAll(edit(workspace.current))
}

/** Returns false at the limit of places, and tells the person. */
function hasRoom(count = 1): boolean {
  if (countPlaces(useWorkspace().current) + count <= MAX_PLACES) return true
  useToasts().show($gettext('%{count} places are open. Close one to open another.', { count: MAX_PLACES }))
  return false
}

/** Opens a place after the active tab, which stays active. */
export function openInTab(path: string, title?: string): void {
  if (hasRoom()) editPlaces((now) => openTab(now, path, title === undefined ? {} : { title }))
}
export function openInFront(path: string, title?: string): void {
  if (hasRoom())
    editPlaces((now) => openTab(now, path, { isInFront: true, ...(title === undefined ? {} : { title }) }))
}
/** Opens the first place in front and the others after it, as far as there is room. */
export function openEach(paths: readonly string[]): void {
  hasRoom(paths.length)
  editPlaces((now) => {
    const [first, ...others] = paths.slice(0, MAX_PLACES - countPlaces(now))
    if (first === undefined) return now
    const opened = openTab(now, first, { isInFront: true })
    // Each opens right after the tab in front.
    return others.toReversed().reduce((next, path) => openTab(next, path), opened)
  })
}
export function openInOtherPane(path: string, title?: string, layout?: Workspace['layout']): void {
  if (hasRoom())
    editPlaces((now) =>
      openPathInOtherPane(now, path, {
        ...(title === undefined ? {} : { title }),
        ...(layout ? { layout } : {}),
      }),
    )
}

export function closePlace(tabId: string): void {
  const { current } = useWorkspace()
  const next = closeTab(current, tabId)
  const pane = paneOf(current, tabId)
  const tab = pane?.tabs.find(({ id }) => id === tabId)
  if (next === current || !pane || !tab) return
  closed.push({ path: tab.path, title: tab.title, paneId: pane.id })
  if (closed.length > MAX_CLOSED) closed.shift()
  editPlaces(() => next)
}
export function reopenPlace(): void {
  const last = closed.at(-1)
  if (!last || !hasRoom()) return
  closed.pop()
  editPlaces((now) => {
    const paneId = now.panes.some(({ id }) => id === last.paneId) ? last.paneId : now.activePane
    return openTab(now, last.path, { title: last.title, paneId, isInFront: true })
  })
}
export const showPlace = (tabId: string): void => {
  editPlaces((now) => showTab(now, tabId))
}
