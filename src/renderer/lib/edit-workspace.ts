/** Edits of a workspace. Each returns a new workspace, or the same one where nothing changes. */
import {
  MAX_PANES,
  MAX_PATH_LENGTH,
  MAX_PLACES,
  MAX_TITLE_LENGTH,
  MIN_RATIO,
} from '#shared/workspace/limits.ts'
import type { Workspace, WorkspacePane, WorkspaceTab } from '#shared/workspace/workspace.ts'

export type Layout = Workspace['layout']

const newId = () => crypto.randomUUID().slice(0, 18)

const createTab = (path: string, title = '', isPinned = false): WorkspaceTab => ({
  id: newId(),
  path: keptPath(path),
  title: title.slice(0, MAX_TITLE_LENGTH),
  isPinned,
})
const createPane = (tab: WorkspaceTab): WorkspacePane => ({ id: newId(), tabs: [tab], active: tab.id })

export const countPlaces = ({ panes }: Workspace): number =>
  panes.reduce((sum, { tabs }) => sum + tabs.length, 0)
export const isFull = (workspace: Workspace): boolean => countPlaces(workspace) >= MAX_PLACES

/** An invalid path becomes `/`. */
const keptPath = (path: string): string =>
  path.length <= MAX_PATH_LENGTH && /^\/(?![/\\])/.test(path) ? path : '/'

export const paneOf = (workspace: Workspace, tabId: string): WorkspacePane | undefined =>
  workspace.panes.find(({ tabs }) => tabs.some(({ id }) => id === tabId))

const mapPane = (
  workspace: Workspace,
  paneId: string,
  change: (pane: WorkspacePane) => WorkspacePane,
): Workspace => ({
  ...workspace,
  panes: workspace.panes.map((pane) => (pane.id === paneId ? change(pane) : pane)),
})

/** Opens a place after the active tab of a pane. Does nothing at the limit of places. */
export function openTab(
  workspace: Workspace,
  path: string,
  { title, paneId = workspace.activePane, isInFront = false }: OpenOptions = {},
): Workspace {
  if (isFull(workspace)) return workspace
  const tab = createTab(path, title)
  const next = mapPane(workspace, paneId, (pane) => {
    const at = pane.tabs.findIndex(({ id }) => id === pane.active) + 1
    const tabs = pane.tabs.toSpliced(Math.max(at, pinnedCount(pane.tabs)), 0, tab)
    return { ...pane, tabs, active: isInFront ? tab.id : pane.active }
  })
  return isInFront ? { ...next, activePane: paneId } : next
}
export interface OpenOptions {
  readonly title?: string
  readonly paneId?: string
  readonly isInFront?: boolean
}

const pinnedCount = (tabs: readonly WorkspaceTab[]) => tabs.filter(({ isPinned }) => isPinned).length

/** Activates a tab and its pane. */
export function showTab(workspace: Workspace, tabId: string): Workspace {
  const pane = paneOf(workspace, tabId)
  if (!pane || (pane.active === tabId && workspace.activePane === pane.id)) return workspace
  return { ...mapPane(workspace, pane.id, (of) => ({ ...of, active: tabId })), activePane: pane.id }
}

/** Closes a tab, unless it is the last of the window. A pane without tabs is removed. */
export function closeTab(workspace: Workspace, tabId: string): Workspace {
  const pane = paneOf(workspace, tabId)
  return pane && countPlaces(workspace) > 1 ? takeTab(workspace, pane, tabId) : workspace
}

function takeTab(workspace: Workspace, pane: WorkspacePane, tabId: string): Workspace {
  const at = pane.tabs.findIndex(({ id }) => id === tabId)
  const tabs = pane.tabs.toSpliced(at, 1)
  const next = tabs[Math.min(at, tabs.length - 1)]
  if (!next) {
    const panes = workspace.panes.filter(({ id }) => id !== pane.id)
    return { ...workspace, panes, activePane: panes[0]?.id ?? workspace.activePane }
  }
  return mapPane(workspace, pane.id, (of) => ({
    ...of,
    tabs,
    active: of.active === tabId ? next.id : of.active,
  }))
}

/** Closes the other tabs of the pane, except pinned ones. */
export function closeOthers(workspace: Workspace, tabId: string): Workspace {
  const pane = paneOf(workspace, tabId)
  if (!pane) return workspace
  const tabs = pane.tabs.filter(({ id, isPinned }) => id === tabId || isPinned)
  return showTab(
    mapPane(workspace, pane.id, (of) => ({ ...of, tabs, active: tabId })),
    tabId,
  )
}

/** Pins or unpins a tab. Pinned tabs are at the start of their pane. */
export function pinTab(workspace: Workspace, tabId: string, isPinned: boolean): Workspace {
  const pane = paneOf(workspace, tabId)
  const tab = pane?.tabs.find(({ id }) => id === tabId)
  if (!pane || !tab) return workspace
  const others = pane.tabs.filter((other) => other !== tab)
  const tabs = others.toSpliced(pinnedCount(others), 0, { ...tab, isPinned })
  return mapPane(workspace, pane.id, (of) => ({ ...of, tabs }))
}

/** Moves a tab to a position of a pane, counted without the tab, and activates it. Pinned tabs stay at the start. */
export function moveTab(workspace: Workspace, tabId: string, paneId: string, position: number): Workspace {
  const from = paneOf(workspace, tabId)
  const tab = from?.tabs.find(({ id }) => id === tabId)
  if (!from || !tab || !workspace.panes.some(({ id }) => id === paneId)) return workspace
  const taken = takeTab(workspace, from, tabId)
  const put = (pane: WorkspacePane): WorkspacePane => {
    const others = pane.tabs.filter(({ id }) => id !== tabId)
    const pinned = pinnedCount(others)
    const at = tab.isPinned ? Math.min(position, pinned) : Math.max(position, pinned)
    return { ...pane, tabs: others.toSpliced(at, 0, tab), active: tabId }
  }
  // `takeTab` has removed the pane, whose only tab this is.
  if (from.id === paneId) return { ...mapPane(workspace, paneId, put), activePane: paneId }
  return { ...mapPane(taken, paneId, put), activePane: paneId }
}

/** Opens a place in the other pane. Adds a pane where there is only one. */
export function openPathInOtherPane(
  workspace: Workspace,
  path: string,
  { title, layout = workspace.layout, isFirst = false }: OtherPaneOptions = {},
): Workspace {
  const other = workspace.panes.find(({ id }) => id !== workspace.activePane)
  if (other)
    return openTab(workspace, path, { paneId: other.id, isInFront: true, ...(title ? { title } : {}) })
  if (isFull(workspace) || workspace.panes.length >= MAX_PANES) return workspace
  const pane = createPane(createTab(path, title))
  const panes = isFirst ? [pane, ...workspace.panes] : [...workspace.panes, pane]
  return { ...workspace, panes, layout, ratio: 0.5, activePane: pane.id }
}
export interface OtherPaneOptions {
  readonly title?: string
  readonly layout?: Layout
  /** Puts the new pane before the existing one. */
  readonly isFirst?: boolean
}

/** Moves a tab to an edge of the window: to a new pane there, or to the existing one. */
export function moveToEdge(workspace: Workspace, tabId: string, layout: Layout, isFirst: boolean): Workspace {
  const from = paneOf(workspace, tabId)
  const tab = from?.tabs.find(({ id }) => id === tabId)
  if (!from || !tab) return workspace
  if (workspace.panes.length === 1) {
    if (from.tabs.length === 1) return workspace
    const pane = createPane(tab)
    const rest = takeTab(workspace, from, tabId).panes
    return {
      ...workspace,
      panes: isFirst ? [pane, ...rest] : [...rest, pane],
      layout,
      ratio: 0.5,
      activePane: pane.id,
    }
  }
  const target = isFirst ? workspace.panes[0] : workspace.panes.at(-1)
  if (!target) return workspace
  return { ...moveTab(workspace, tabId, target.id, target.tabs.length), layout }
}

/** Moves the tabs of all panes into one. */
export function joinPanes(workspace: Workspace): Workspace {
  const { panes, activePane } = workspace
  const [first] = panes
  const active = panes.find(({ id }) => id === activePane)
  if (!first || !active || panes.length === 1) return workspace
  const tabs = panes.flatMap((pane) => pane.tabs)
  const sorted = [...tabs.filter(({ isPinned }) => isPinned), ...tabs.filter(({ isPinned }) => !isPinned)]
  return {
    ...workspace,
    panes: [{ ...first, tabs: sorted, active: active.active }],
    activePane: first.id,
  }
}

export const setRatio = (workspace: Workspace, ratio: number): Workspace => ({
  ...workspace,
  ratio: Math.min(1 - MIN_RATIO, Math.max(MIN_RATIO, ratio)),
})

/** Switches for two panes with lists of the same kind. */
export type SideBySideToggle = 'scrollsTogether' | 'comparesLists'

export const toggleSideBySide = (workspace: Workspace, toggle: SideBySideToggle): Workspace => ({
  ...workspace,
  [toggle]: workspace[toggle] !== true,
})

/** The tab that is `by` steps from the active one in its pane, wrapping at both ends. */
export function adjacentTab(workspace: Workspace, by: number): WorkspaceTab | undefined {
  const pane = workspace.panes.find(({ id }) => id === workspace.activePane)
  if (!pane) return undefined
  const at = pane.tabs.findIndex(({ id }) => id === pane.active)
  return pane.tabs.at((at + by) % pane.tabs.length)
}
