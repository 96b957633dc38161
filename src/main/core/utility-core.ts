import { createInterface } from 'node:readline'
import { utilityProcess, type UtilityProcess } from 'electron'
import type { CoreProcess } from '#host/core-link.ts'
import type { CoreStart, FromCore } from '#host/link-messages.ts'

/**
 * The core in Electron's utility process, so that a list being read never blocks the window. What it says goes to the
 * log. It is forked when `start` is known; until then there is nobody to post to.
 */
export function forkUtilityCore(
  entry: string,
  start: Promise<CoreStart>,
  log: (line: string) => void,
): CoreProcess {
  let child: UtilityProcess | undefined
  let hear: (message: FromCore) => void = () => undefined
  let exited: () => void = () => undefined
  let unwanted = false

  void start.then((known) => {
    if (unwanted) return
    child = utilityProcess.fork(entry, [JSON.stringify(known)], {
      serviceName: 'Chainglass core',
      stdio: 'pipe',
    })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', log)
    }
    child.on('message', (message) => {
      hear(message as FromCore)
    })
    child.once('exit', () => {
      exited()
    })
  })

  function end() {
    if (child) child.kill()
    else {
      unwanted = true
      exited()
    }
  }
  return {
    post(message) {
      if (child) child.postMessage(message)
      else if (message.kind === 'shutdown') end()
    },
    onMessage: (listener) => (hear = listener),
    onExit: (listener) => (exited = listener),
    kill: end,
  }
}
