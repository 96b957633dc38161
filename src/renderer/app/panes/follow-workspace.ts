/** Tells the core which window this is, and restores the places that it kept. */
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
    // The core was started anew: what this window shows is newer.
    if (restored)
      void restored.then((keep) => {
        keep?.()
      })
    const restore = () =>
      (restored ??= import('./keep-workspace.ts').then(
        ({ keepWorkspace }) => keepWorkspace({ ...deps, window, kept, path }),
        // The host is gone. It is tried again when it is back.
        () => (restored = undefined),
      ))
    if (isMore(kept)) void restore()
    // Not in an idle moment: until then no tab is kept that a person opens.
    else afterFirstRows(() => void restore())
  })
}

/** The rows of the one place need not wait for what keeps it. */
const isMore = ({ workspace, openCase, problem }: KeptWorkspace) =>
  problem !== null ||
  openCase !== null ||
  (workspace !== null && (workspace.panes.length > 1 || workspace.panes[0]?.tabs.length !== 1))

/** The name this window had before it was loaded again. Storage may be switched off. */
function takeName(next: string): string | null {
  try {
    const name = sessionStorage.getItem(NAME_IN_STORAGE)
    sessionStorage.setItem(NAME_IN_STORAGE, next)
    return name
  } catch {
    return null
  }
}
