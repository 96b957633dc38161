import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Workspace, WorkspaceTab } from '#shared/workspace/workspace.ts'

/** The places open in this window. What changes here is shown at once: panes, their tabs, and what is in front of each. */
export const useWorkspace = defineStore('workspace', () => {
  const current = shallowRef(workspaceOf({ id: 'first', path: '/', title: '', isPinned: false }))
  const activePane = computed(() => current.value.panes.find(({ id }) => id === current.value.activePane))
  const front = computed(() => tabInFront(current.value, current.value.activePane))

  /** Shows other places in the place of all that are open. */
  function replaceAll(next: Workspace) {
    current.value = next
  }
  /** Changes what is known of the tab in front of a pane. */
  function changeFront(paneId: string, changes: Partial<Pick<WorkspaceTab, 'path' | 'title'>>) {
    const tab = tabInFront(current.value, paneId)
    if (!tab || Object.entries(changes).every(([name, value]) => tab[name as 'path' | 'title'] === value))
      return
    current.value = {
      ...current.value,
      panes: current.value.panes.map((pane) =>
        pane.id === paneId
          ? { ...pane, tabs: pane.tabs.map((of) => (of.id === tab.id ? { ...of, ...changes } : of)) }
          : pane,
      ),
    }
  }
  function activatePane(paneId: string) {
    if (current.value.activePane !== paneId) current.value = { ...current.value, activePane: paneId }
  }

  return {
    current,
    /** The pane that keys and commands are for. */
    activePane,
    /** The tab in front of the active pane. */
    front,
    /** One place is open: nothing of tabs and panes is shown. */
    isPlain: computed(() => current.value.panes.length === 1 && activePane.value?.tabs.length === 1),
    replaceAll,
    changeFront,
    activatePane,
  }
})

export const tabInFront = ({ panes }: Workspace, paneId: string): WorkspaceTab | undefined => {
  const pane = panes.find(({ id }) => id === paneId)
  return pane?.tabs.find(({ id }) => id === pane.active)
}

/** With one place only. */
export const workspaceOf = (tab: WorkspaceTab): Workspace => ({
  version: 1,
  panes: [{ id: 'pane', tabs: [tab], active: tab.id }],
  layout: 'beside',
  ratio: 0.5,
  activePane: 'pane',
})
