/** The system's parts (menus, dialogs, the window before its first paint) wear the theme that is set in the core. */
import { nativeTheme } from 'electron'
import type { Settings } from '#shared/rpc/contract/app.ts'
import type { CoreClient } from '../core/core-client.ts'
import type { HostStateFile } from './host-state.ts'

/** Returns how to stop following. */
export function followTheme(deps: {
  readonly core: Pick<CoreClient, 'onSettings'>
  readonly state: HostStateFile
}): () => void {
  return deps.core.onSettings(({ theme = 'system' }: Settings) => {
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
    if (deps.state.read().theme !== theme) deps.state.change({ theme })
  })
}
