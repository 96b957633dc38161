/** Back and forward in a pane. */
import { inject, onScopeDispose, ref, watch, type Ref } from 'vue'
import { afterAwaitedRows } from '#renderer/lib/paint/awaited-rows.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { paneRoutersKey, type PaneRouters } from './pane-routers.ts'

type By = -1 | 1

const isAlone = () => useWorkspace().current.panes.length === 1

/** vue-router stores the neighbours of each entry in `history.state`. Beyond the first place is another website. */
function hasNeighbour(by: By): boolean {
  const state = history.state as { back?: string | null; forward?: string | null } | null
  return (by === -1 ? state?.back : state?.forward) != null
}

export function goInPane(routers: PaneRouters, paneId: string, by: By): void {
  const step = isAlone() ? undefined : routers.peek(paneId, by)
  if (step) routers.goIn(paneId, step)
  else if (isAlone() && hasNeighbour(by)) routers.window.go(by)
}

interface PaneHistory {
  readonly can: Readonly<Ref<{ readonly back: boolean; readonly forward: boolean }>>
  readonly go: (by: By) => void
}

export function usePaneHistory(paneId: () => string): PaneHistory {
  const workspace = useWorkspace()
  const routers = inject(paneRoutersKey)
  if (!routers) throw new Error('No pane routers.')

  const canGo = (by: By) => (isAlone() ? hasNeighbour(by) : routers.peek(paneId(), by) !== undefined)
  const look = () => ({ back: canGo(-1), forward: canGo(1) })
  const can = ref(look())
  const lookAgain = () => {
    // The entry of this page may be added after its rows, so look after that.
    afterAwaitedRows(() => {
      can.value = look()
    })
  }
  onScopeDispose(routers.window.afterEach(lookAgain))
  watch(() => workspace.current, lookAgain)
  return {
    can,
    go: (by) => {
      goInPane(routers, paneId(), by)
    },
  }
}
