/** Applies the theme of the settings to the system's parts: menus, dialogs, and the window before its first paint. */
import { nativeTheme } from 'electron'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { HostStateFile } from './host-state.ts'

/** Returns a function that stops following. */
export function followTheme(deps: {
  readonly core: Pick<RpcClient, 'subscribe'>
  readonly state: HostStateFile
}): () => void {
  return deps.core.subscribe('settings.changed', {}, ({ theme = 'system' }) => {
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
    if (deps.state.read().theme !== theme) deps.state.change({ theme })
  })
}
