/** Shows in each pane the tab that is in front of it, and makes a step of the history of what is shown next. */
import { watch } from 'vue'
import { tabInFront, useWorkspace } from '#renderer/stores/workspace.ts'
import type { PaneRouters } from './pane-routers.ts'

let isStep = true

/** While `change` runs, what is in front changes without a step of the history. */
export function withoutStep(change: () => void): void {
  isStep = false
  change()
  isStep = true
}

const followed = new WeakSet<PaneRouters>()

/** To be called before a second place is opened; again does nothing. */
export function followTabs(routers: PaneRouters): void {
  if (followed.has(routers)) return
  followed.add(routers)
  const workspace = useWorkspace()
  const { history, listeners } = routers

  function show(paneId: string, path: string) {
    const listener = listeners.get(paneId)
    // Before its first place is there, a router listens to nothing.
    if (!listener) void routers.of(paneId).replace(path)
    listener?.(path, '', { type: 'push', direction: '', delta: 0 } as never)
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
        if (was && was.active !== active) show(id, tabInFront(workspace.current, id)?.path ?? '/')
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
        const panes = current.panes.map((of) => (of === pane ? { ...of, active: tab } : of))
        workspace.replaceAll({ ...current, panes, activePane: pane.id })
      })
    show(workspace.current.activePane, to)
  }
}
