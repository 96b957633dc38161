import type { Workspace, WorkspaceTab } from '#shared/workspace/workspace.ts'
import { countPlaces, isFull } from '#renderer/lib/edit-workspace.ts'
import { tabInFront } from '#renderer/stores/workspace.ts'

/**
 * What was kept, with the place that the window was opened on in front: at its own tab where it has one, else in one more.
 * The pane in front keeps the id that it has in this window, so that its view stays.
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
    /** They are those of a case: each of them stays, the only one too. */
    readonly ofCase?: boolean
  },
): Workspace {
  const [pane] = now.panes
  const tab = pane?.tabs[0]
  if (!pane || !tab) return kept
  const places = kept.panes.flatMap(({ tabs }) => tabs)
  // With one place there is nothing besides what the window was opened on; and what was opened since then stays.
  if ((places.length === 1 && !ofCase) || countPlaces(now) > 1) return now
  const isStart = path === '/'
  const known =
    (isKnownTab ? places.find(({ id }) => id === tab.id) : undefined) ??
    (isStart ? undefined : places.find(({ path }) => path === tab.path))
  if (!known && isStart) return rename(kept, kept.activePane, pane.id)
  // Where as many places as may be were kept, it is shown in the tab that was in front.
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
/** A pane that had that id already is given the other one. */
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
