/** Stores the open places in the core, and restores them when the window opens again. */
import { watch } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { KeptWorkspace } from '#shared/rpc/contract/workspace.ts'
import type { Workspace, WorkspaceProblem } from '#shared/workspace/workspace.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { useOpenCase } from '#renderer/stores/cases/open-case.ts'
import type { useWorkspace } from '#renderer/stores/workspace.ts'
import { followTabs, withoutStep } from './follow-tabs.ts'
import { joinKept } from './join-kept.ts'
import type { PaneRouters } from './pane-routers.ts'

export interface KeepDeps {
  readonly core: Pick<RpcClient, 'call' | 'subscribe'>
  readonly workspace: ReturnType<typeof useWorkspace>
  readonly routers: PaneRouters
  /** The page was reloaded, or a person went back to it: the id of its tab is a stored one. */
  readonly isKnownTab: boolean
}

/** Changes of paths, titles and sizes within this time are stored together. */
const KEEP_DELAY_MS = 250

const PROBLEMS: Readonly<Record<WorkspaceProblem, string>> = {
  newer: $msgid('The tabs of last time were kept by a newer Chainglass. This window starts with one tab.'),
  unreadable: $msgid('The tabs of last time could not be read. This window starts with one tab.'),
}

/**
 * Restores the stored places, then stores each change. `path`: the place that the window opened on. Returns a function
 * that stores the places at once.
 */
export function keepWorkspace({
  core,
  workspace,
  routers,
  isKnownTab,
  window,
  kept,
  path,
}: KeepDeps & {
  readonly window: string
  readonly kept: KeptWorkspace
  readonly path: string | undefined
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const openCase = useOpenCase()

  function keep() {
    clearTimeout(timer)
    timer = undefined
    void core.call('workspace.keep', { window, workspace: workspace.current, openCase: openCase.kept })
  }
  followTabs(routers)
  const next =
    kept.workspace &&
    joinKept(kept.workspace, workspace.current, { path, isKnownTab, ofCase: kept.openCase !== null })
  if (next)
    withoutStep(() => {
      workspace.replaceAll(next)
    })
  if (kept.openCase) openCase.restore(kept.openCase)
  if (kept.problem) useToasts().show($gettext(PROBLEMS[kept.problem]))
  keep()
  watch(
    () => workspace.current,
    (now, before) => {
      // A page that is reloaded or killed right after this could store nothing more.
      if (isSameTabs(now, before)) timer ??= setTimeout(keep, KEEP_DELAY_MS)
      else keep()
    },
    { flush: 'sync' },
  )
  // The places of a case are set a moment after the case is open.
  watch(
    () => openCase.kept,
    () => (timer ??= setTimeout(keep, 0)),
  )
  addEventListener('pagehide', () => {
    if (timer !== undefined) keep()
  })
  return keep
}

/** Whether panes, tabs, their order, the active ones and the switches of both lists are the same. */
function isSameTabs(one: Workspace, other: Workspace): boolean {
  const tabsOf = ({ panes, layout, activePane, scrollsTogether, comparesLists }: Workspace) => [
    ...panes.flatMap(({ id, active, tabs }) => [
      id,
      active,
      ...tabs.map((tab) => `${tab.id} ${String(tab.isPinned)}`),
    ]),
    layout,
    activePane,
    scrollsTogether,
    comparesLists,
  ]
  return tabsOf(one).join('\n') === tabsOf(other).join('\n')
}
