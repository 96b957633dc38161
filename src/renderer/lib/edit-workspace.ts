/** What can be done with the open places: each gives a new workspace, or the same one where nothing changes. */
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

/** A path that can't be kept is that of the start. */
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

/** Opens a place behind the tab in front of the pane. Where as many as may be are open, nothing changes. */
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

/** Puts a tab, and its pane, in front. */
export function showTab(workspace: Workspace, tabId: string): Workspace {
  const pane = paneOf(workspace, tabId)
  if (!pane || (pane.active === tabId && workspace.activePane === pane.id)) return workspace
  return { ...mapPane(workspace, pane.id, (of) => ({ ...of, active: tabId })), activePane: pane.id }
}

/** The last tab of all stays. A pane without a tab goes. */
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

/** All but this one, and but those that are pinned, of its pane. */
export function closeOthers(workspace: Workspace, tabId: string): Workspace {
  const pane = paneOf(workspace, tabId)
  if (!pane) return workspace
  const tabs = pane.tabs.filter(({ id, isPinned }) => id === tabId || isPinned)
  return showTab(
    mapPane(workspace, pane.id, (of) => ({ ...of, tabs, active: tabId })),
    tabId,
  )
}

/** Pinned tabs are the first of their pane. */
export function pinTab(workspace: Workspace, tabId: string, isPinned: boolean): Workspace {
  const pane = paneOf(workspace, tabId)
  const tab = pane?.tabs.find(({ id }) => id === tabId)
  if (!pane || !tab) return workspace
  const others = pane.tabs.filter((other) => other !== tab)
  const tabs = others.toSpliced(pinnedCount(others), 0, { ...tab, isPinned })
  return mapPane(workspace, pane.id, (of) => ({ ...of, tabs }))
}

/** Moves a tab to a position of a pane, counted without it; it is in front there. A pinned one stays among the pinned. */
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
  // The only tab of its pane, which takeTab took away.
  if (from.id === paneId) return { ...mapPane(workspace, paneId, put), activePane: paneId }
  return { ...mapPane(taken, paneId, put), activePane: paneId }
}

/** Shows a place in the other pane, which is made where there is none. */
export function openBeside(
  workspace: Workspace,
  path: string,
  { title, layout = workspace.layout, isFirst = false }: BesideOptions = {},
): Workspace {
  const other = workspace.panes.find(({ id }) => id !== workspace.activePane)
  if (other)
    return openTab(workspace, path, { paneId: other.id, isInFront: true, ...(title ? { title } : {}) })
  if (isFull(workspace) || workspace.panes.length >= MAX_PANES) return workspace
  const pane = createPane(createTab(path, title))
  const panes = isFirst ? [pane, ...workspace.panes] : [...workspace.panes, pane]
  return { ...workspace, panes, layout, ratio: 0.5, activePane: pane.id }
}
export interface BesideOptions {
  readonly title?: string
  readonly layout?: Layout
  /** Before the pane that is there. */
  readonly isFirst?: boolean
}

/** Moves a tab to an edge of the window: into a pane of its own there, or into the pane that is there. */
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

/** The tabs of all panes in one. */
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

/** What is done with two lists of one kind in the panes. */
export type BesideToggle = 'scrollsTogether' | 'comparesLists'

export const switchBeside = (workspace: Workspace, toggle: BesideToggle): Workspace => ({
  ...workspace,
  [toggle]: workspace[toggle] !== true,
})

/** The tab so many steps from the one in front, in its pane, from the end to the beginning too. */
export function tabBeside(workspace: Workspace, by: number): WorkspaceTab | undefined {
  const pane = workspace.panes.find(({ id }) => id === workspace.activePane)
  if (!pane) return undefined
  const at = pane.tabs.findIndex(({ id }) => id === pane.active)
  return pane.tabs.at((at + by) % pane.tabs.length)
}
