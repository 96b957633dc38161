/** Tells the core the name of this window, and restores its stored places. */
import type { KeptWorkspace } from '#shared/rpc/contract/workspace.ts'
import { afterFirstRows } from '#renderer/lib/paint/after-first-rows.ts'
import type { KeepDeps } from './keep-workspace.ts'

const NAME_IN_STORAGE = 'chainglass.window'

export function followWorkspace(deps: KeepDeps): void {
  const { core, workspace } = deps
  const window = crypto.randomUUID()
  const before = takeName(window)
  const path = workspace.front?.path
  let restored: Promise<(() => void) | undefined> | undefined
  core.subscribe('workspace.changed', before === null ? { window } : { window, before }, (kept) => {
    // The core has restarted: the places of this window are newer than its own.
    if (restored)
      void restored.then((keep) => {
        keep?.()
      })
    const restore = () =>
      (restored ??= import('./keep-workspace.ts').then(
        ({ keepWorkspace }) => keepWorkspace({ ...deps, window, kept, path }),
        // The host is gone. Tried again when it is back.
        () => (restored = undefined),
      ))
    if (isMore(kept)) void restore()
    // Not in an idle moment: until then, a tab that a person opens is not stored.
    else afterFirstRows(() => void restore())
  })
}

/** Whether there are places to restore. A single place is shown already, so storing can begin after its rows. */
const isMore = ({ workspace, openCase, problem }: KeptWorkspace) =>
  problem !== null ||
  openCase !== null ||
  (workspace !== null && (workspace.panes.length > 1 || workspace.panes[0]?.tabs.length !== 1))

/** The name of this window before it reloaded; null where storage is switched off. */
function takeName(next: string): string | null {
  try {
    const name = sessionStorage.getItem(NAME_IN_STORAGE)
    sessionStorage.setItem(NAME_IN_STORAGE, next)
    return name
  } catch {
    return null
  }
}
