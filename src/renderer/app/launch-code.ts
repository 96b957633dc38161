/**
 * The loopback host's links carry a code in the URL fragment, which no server sees. It is read once and removed from the
 * address bar before anything else reads the URL. It can be exchanged once; what the browser's history keeps of it opens
 * nothing.
 */
import { CODE_PARAMETER } from '#shared/launch-proof.ts'

export interface LaunchContext {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState' | 'state'>
}

/** The code, or undefined where this window was opened without one. */
export function takeLaunchCode({ location, history }: LaunchContext): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get(CODE_PARAMETER)
  if (code === null || code === '') return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
