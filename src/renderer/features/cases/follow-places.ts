import { watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Workspace, WorkspaceTab } from '#shared/workspace/workspace.ts'
import type { useCases } from '#renderer/stores/cases/cases.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'

/** The page of cases is not stored as a place of a case: its tab is stored with the place it showed before. */
const isOfCases = ({ path }: WorkspaceTab) => /^\/cases(?![^?#])/.test(path)

/** Stores the open places of this window in the open case, and shows the places of a case that is opened. */
export function followPlaces(cases: ReturnType<typeof useCases>): void {
  const workspace = useWorkspace()
  const router = useRouter()
  const shownBefore = new Map<string, WorkspaceTab>()
  watch(
    () => workspace.current,
    ({ panes }) => {
      for (const tab of panes.flatMap(({ tabs }) => tabs)) if (!isOfCases(tab)) shownBefore.set(tab.id, tab)
      cases.placesChanged()
    },
    { immediate: true },
  )
  cases.follow({
    current: () => withoutCases(workspace.current, shownBefore),
    show: (next) => {
      workspace.replaceAll(withOtherIds(next, workspace.current))
      // A window that never had a second place does not follow the front tab of its pane by itself.
      if (workspace.front) void router.push(workspace.front.path)
    },
  })
}

const withoutCases = (current: Workspace, shownBefore: ReadonlyMap<string, WorkspaceTab>): Workspace => ({
  ...current,
  panes: current.panes.map((pane) => ({
    ...pane,
    tabs: pane.tabs.map((tab) =>
      isOfCases(tab) ? (shownBefore.get(tab.id) ?? { ...tab, path: '/', title: '' }) : tab,
    ),
  })),
})

/**
 * Gives tabs and panes new ids where the window uses the same id: a tab with an id in use would be taken for the open one.
 */
function withOtherIds(next: Workspace, current: Workspace): Workspace {
  const taken = new Set(current.panes.flatMap(({ id, tabs }) => [id, ...tabs.map((tab) => tab.id)]))
  const ids = new Map<string, string>()
  const other = (id: string) => {
    const known = ids.get(id) ?? (taken.has(id) ? crypto.randomUUID().slice(0, 18) : id)
    ids.set(id, known)
    return known
  }
  return {
    ...next,
    activePane: other(next.activePane),
    panes: next.panes.map((pane) => ({
      ...pane,
      id: other(pane.id),
      active: other(pane.active),
      tabs: pane.tabs.map((tab) => ({ ...tab, id: other(tab.id) })),
    })),
  }
}
