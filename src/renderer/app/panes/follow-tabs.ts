/** Shows the active tab in each pane, and adds an entry to the history for each change. */
import { watch } from 'vue'
import type { WorkspacePane } from '#shared/workspace/workspace.ts'
import { tabInFront, useWorkspace } from '#renderer/stores/workspace.ts'
import type { PaneRouters } from './pane-routers.ts'
import { record, type Step } from './pane-history.ts'
import { arrive, peek } from './two-pane-history.ts'

let isStep = true
/** True while a pane goes back or forward: its trail has that step already. */
let isTravel = false

/** Runs `change`, which may activate another tab, without adding an entry to the history. */
export function withoutStep(change: () => void): void {
  isStep = false
  change()
  isStep = true
}

const followed = new WeakSet<PaneRouters>()

/** Call it before a second place is opened. Does nothing when called again. */
export function followTabs(routers: PaneRouters): void {
  if (followed.has(routers)) return
  followed.add(routers)
  const workspace = useWorkspace()
  const { history, listeners, histories } = routers

  function show(paneId: string, path: string) {
    const listener = listeners.get(paneId)
    // A router adds its listener with its first navigation.
    if (!listener) void routers.of(paneId).replace(path)
    listener?.(path, '', { type: 'push', direction: '', delta: 0 } as never)
  }
  /** Activates the tab of a step in a pane's trail. */
  function travel(paneId: string, step: Step) {
    const { current } = workspace
    arrive(histories, paneId, step)
    isTravel = true
    const inFront = (pane: WorkspacePane): WorkspacePane => ({
      ...pane,
      active: step.tab,
      tabs: pane.tabs.map((of) => (of.id === step.tab ? { ...of, path: step.path } : of)),
    })
    workspace.replaceAll({
      ...current,
      activePane: paneId,
      panes: current.panes.map((of) => (of.id === paneId ? inFront(of) : of)),
    })
    isTravel = false
  }
  watch(
    () => workspace.front?.id,
    () => {
      const { front } = workspace
      if (front) history[isStep ? 'push' : 'replace'](front.path, { tab: front.id })
    },
    { flush: 'sync' },
  )
  watch(
    () => workspace.current.panes,
    (now, before) => {
      for (const { id, active } of now) {
        const was = before.find((pane) => pane.id === id)
        if (!was || was.active === active) continue
        const path = tabInFront(workspace.current, id)?.path ?? '/'
        if (!isTravel) record(histories, id, { tab: active, path }, isStep ? 'push' : 'replace')
        show(id, path)
      }
      for (const { id } of before) if (!now.some((pane) => pane.id === id)) routers.forget(id)
    },
    { flush: 'sync' },
  )
  routers.onPop = (to) => {
    const { tab } = history.state
    const { current } = workspace
    const pane = current.panes.find(({ tabs }) => tabs.some(({ id }) => id === tab))
    if (pane && typeof tab === 'string')
      withoutStep(() => {
        travel(pane.id, { tab, path: to })
      })
    show(workspace.current.activePane, to)
  }
  routers.peek = (paneId, by) => {
    const open = workspace.current.panes.find(({ id }) => id === paneId)?.tabs
    return peek(histories, paneId, by, (tab) => open?.some(({ id }) => id === tab) === true)
  }
  routers.goIn = (paneId, step) => {
    const isInFront = workspace.front?.id === step.tab
    travel(paneId, step)
    // The window's history gets a new entry, so that steps of the other pane stay as they are.
    if (isInFront) history.push(step.path, { tab: step.tab })
    show(paneId, step.path)
  }
}
