/** Sleep and shutdown: a core that slept badly is started anew, and a machine that goes down waits for our files. */
import { app, powerMonitor, type PowerMonitor } from 'electron'
import type { CoreLink } from '#host/core-link.ts'
import type { CoreClient } from '../core/core-client.ts'

/** Sockets that died in sleep make the first answers slow; a core that is silent for this long is stuck. */
const AWAKE_WITHIN_MS = 15_000

/** Returns how to stop watching. */
export function watchPower(deps: {
  readonly core: Pick<CoreClient, 'answers'>
  readonly link: Pick<CoreLink, 'restart'>
  readonly log: (line: string) => void
}): () => void {
  const onSuspend = () => {
    deps.log('The machine goes to sleep.')
  }
  const onResume = () => {
    deps.log('The machine is awake again.')
    void deps.core.answers(AWAKE_WITHIN_MS).then((awake) => {
      if (!awake) deps.link.restart()
    })
  }
  const onShutdown: Parameters<PowerMonitor['on']>[1] = () => {
    app.quit()
  }
  powerMonitor.on('suspend', onSuspend)
  powerMonitor.on('resume', onResume)
  powerMonitor.on('shutdown', onShutdown)
  return () => {
    powerMonitor.off('suspend', onSuspend)
    powerMonitor.off('resume', onResume)
    powerMonitor.off('shutdown', onShutdown)
  }
}
