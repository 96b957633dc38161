import { watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Workspace, WorkspaceTab } from '#shared/workspace/workspace.ts'
import type { useCases } from '#renderer/stores/cases/cases.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'

/** The page of cases is no place of a case: its tab counts as what it showed before. */
const isOfCases = ({ path }: WorkspaceTab) => /^\/cases(?![^?#])/.test(path)

/** Tells the cases what is open in this window. */
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
      // A window that never had a second place does not follow what is in front of its pane.
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

/** A tab of the same id would be taken for the one that is open. */
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
