import type { Workspace, WorkspaceTab } from '#shared/workspace/workspace.ts'
import { countPlaces, isFull } from '#renderer/lib/edit-workspace.ts'
import { tabInFront } from '#renderer/stores/workspace.ts'

/**
 * Joins the stored places with the place that the window opened on, which becomes active: in its own tab where it has
 * one, else in a new tab. The active pane keeps its id, so that its view stays.
 */
export function joinKept(
  kept: Workspace,
  now: Workspace,
  {
    path,
    isKnownTab,
    ofCase = false,
  }: {
    readonly path: string | undefined
    readonly isKnownTab: boolean
    /** The places belong to a case: all of them stay, also a single one. */
    readonly ofCase?: boolean
  },
): Workspace {
  const [pane] = now.panes
  const tab = pane?.tabs[0]
  if (!pane || !tab) return kept
  const places = kept.panes.flatMap(({ tabs }) => tabs)
  // A single stored place adds nothing to the one that the window opened on. Places that were opened in the meantime
  // stay.
  if ((places.length === 1 && !ofCase) || countPlaces(now) > 1) return now
  const isStart = path === '/'
  const known =
    (isKnownTab ? places.find(({ id }) => id === tab.id) : undefined) ??
    (isStart ? undefined : places.find(({ path }) => path === tab.path))
  if (!known && isStart) return rename(kept, kept.activePane, pane.id)
  // At the limit of places, the place is shown in the tab that was active.
  const at = known ?? (isFull(kept) ? tabInFront(kept, kept.activePane) : undefined)
  const joined = at ? replaceTab(kept, at.id, { ...at, path: tab.path }) : addTab(kept, tab)
  return rename(joined, joined.activePane, pane.id)
}

function replaceTab(kept: Workspace, id: string, tab: WorkspaceTab): Workspace {
  const panes = kept.panes.map((pane) => {
    if (!pane.tabs.some((of) => of.id === id)) return pane
    return { ...pane, tabs: pane.tabs.map((of) => (of.id === id ? tab : of)), active: tab.id }
  })
  return { ...kept, panes, activePane: panes.find(({ active }) => active === tab.id)?.id ?? kept.activePane }
}
const addTab = (kept: Workspace, tab: WorkspaceTab): Workspace => ({
  ...kept,
  panes: kept.panes.map((pane) =>
    pane.id === kept.activePane ? { ...pane, tabs: [...pane.tabs, tab], active: tab.id } : pane,
  ),
})
/** Swaps two pane ids: the pane that has the new id gets the old one. */
function rename(workspace: Workspace, from: string, to: string): Workspace {
  const ids = new Map([
    [from, to],
    [to, from],
  ])
  return {
    ...workspace,
    panes: workspace.panes.map((pane) => ({ ...pane, id: ids.get(pane.id) ?? pane.id })),
    activePane: to,
  }
}
