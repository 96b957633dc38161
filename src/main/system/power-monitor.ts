/** Sleep and shutdown: a core that does not respond after sleep is restarted; a shutdown quits the app cleanly. */
import { app, powerMonitor, type BrowserWindow } from 'electron'
import type { CoreLink } from '#host/core-link.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** Sockets that died in sleep make the first responses slow; a core that takes longer than this is stuck. */
const RESUME_TIMEOUT_MS = 15_000

/** Returns a function that stops watching. */
export function watchPower(deps: {
  readonly core: Pick<RpcClient, 'call'>
  readonly link: Pick<CoreLink, 'restart'>
  readonly log: (line: string) => void
}): () => void {
  const onSuspend = () => {
    deps.log('The machine goes to sleep.')
  }
  const onResume = () => {
    deps.log('The machine is awake again.')
    const signal = AbortSignal.timeout(RESUME_TIMEOUT_MS)
    void deps.core.call('app.info', {}, { signal }).then((result) => {
      // Any other error is a response too, or the core has died and is already being restarted.
      if (!result.ok && result.error.code === 'cancelled') deps.link.restart()
    })
  }
  const onShutdown = () => {
    app.quit()
  }
  // Windows tells only its windows about the end of a session.
  const onWindow = (_event: unknown, window: BrowserWindow) => {
    window.on('session-end', onShutdown)
  }
  app.on('browser-window-created', onWindow)
  powerMonitor.on('suspend', onSuspend)
  powerMonitor.on('resume', onResume)
  powerMonitor.on('shutdown', onShutdown)
  return () => {
    app.off('browser-window-created', onWindow)
    powerMonitor.off('suspend', onSuspend)
    powerMonitor.off('resume', onResume)
    powerMonitor.off('shutdown', onShutdown)
  }
}
