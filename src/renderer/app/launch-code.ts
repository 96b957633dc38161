/**
 * Reads the code in the URL fragment of the loopback host's links, which no server sees. Removes it from the URL before
 * any other module reads that. The code can be exchanged once, so its copy in the browser's history opens nothing.
 */
import { CODE_PARAMETER } from '#shared/launch-proof.ts'

export interface LaunchContext {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState' | 'state'>
}

/** Returns the code; undefined where the window was opened without one. */
export function takeLaunchCode({ location, history }: LaunchContext): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get(CODE_PARAMETER)
  if (code === null || code === '') return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
