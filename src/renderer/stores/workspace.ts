import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Workspace, WorkspaceTab } from '#shared/workspace/workspace.ts'

/** The open places of this window: panes, their tabs and the active tab of each. Changes are shown at once. */
export const useWorkspace = defineStore('workspace', () => {
  const current = shallowRef(workspaceOf({ id: 'first', path: '/', title: '', isPinned: false }))
  const activePane = computed(() => current.value.panes.find(({ id }) => id === current.value.activePane))
  const front = computed(() => tabInFront(current.value, current.value.activePane))

  /** Replaces all open places. */
  function replaceAll(next: Workspace) {
    current.value = next
  }
  /** Changes path or title of the active tab of a pane. */
  function changeFront(paneId: string, changes: Partial<Pick<WorkspaceTab, 'path' | 'title'>>) {
    const tab = tabInFront(current.value, paneId)
    if (!tab || Object.entries(changes).every(([name, value]) => tab[name as 'path' | 'title'] === value))
      return
    current.value = {
      ...current.value,
      panes: current.value.panes.map((pane) =>
        pane.id === paneId
          ? { ...pane, tabs: pane.tabs.map((of) => (of === tab ? { ...of, ...changes } : of)) }
          : pane,
      ),
    }
  }
  function activatePane(paneId: string) {
    if (current.value.activePane !== paneId) current.value = { ...current.value, activePane: paneId }
  }

  return {
    current,
    /** The pane that keys and commands belong to. */
    activePane,
    /** The active tab of the active pane. */
    front,
    /** A single place is open, so tabs and panes are hidden. */
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

/** A workspace with one place. */
export const workspaceOf = (tab: WorkspaceTab): Workspace => ({
  version: 1,
  panes: [{ id: 'pane', tabs: [tab], active: tab.id }],
  layout: 'beside',
  ratio: 0.5,
  activePane: 'pane',
})
