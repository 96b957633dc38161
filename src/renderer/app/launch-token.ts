/**
 * The loopback host hands its token over in the URL fragment, which no server sees. It is read once, kept for this tab
 * (so that a reload works), and removed from the address bar before anything else reads the URL.
 */
const KEPT_AS = 'chainglass.token'

export interface LaunchContext {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState' | 'state'>
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

/** The token, or undefined where this window was opened without one. */
export function takeLaunchToken({ location, history, storage }: LaunchContext): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null || given === '') return kept(storage)
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    storage.setItem(KEPT_AS, given)
  } catch {
    // Storage switched off: the token lasts until this page is reloaded.
  }
  return given
}

function kept(storage: LaunchContext['storage']): string | undefined {
  try {
    return storage.getItem(KEPT_AS) ?? undefined
  } catch {
    return undefined
  }
}
