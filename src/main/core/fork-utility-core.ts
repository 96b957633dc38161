import { createInterface } from 'node:readline'
import { utilityProcess, type UtilityProcess } from 'electron'
import type { CoreProcess } from '#host/core-link.ts'
import type { CoreStart, FromCore } from '#host/link-messages.ts'

/**
 * The core in Electron's utility process, so that reading a list never blocks the window. Its output goes to the log.
 * The process is forked when `start` resolves; until then there is no process to post to.
 */
export function forkUtilityCore(
  entry: string,
  start: Promise<CoreStart>,
  log: (line: string) => void,
): CoreProcess<string> {
  let child: UtilityProcess | undefined
  let onMessage: (message: FromCore<string>) => void = () => undefined
  let onExit: () => void = () => undefined
  let isKilled = false

  void start.then((known) => {
    if (isKilled) return
    child = utilityProcess.fork(entry, [JSON.stringify(known)], {
      serviceName: 'Chainglass core',
      stdio: 'pipe',
    })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', log)
    }
    child.on('message', (message) => {
      onMessage(message as FromCore<string>)
    })
    child.once('exit', () => {
      onExit()
    })
  })

  function kill() {
    if (child) child.kill()
    else {
      isKilled = true
      onExit()
    }
  }
  return {
    post(message) {
      if (child) child.postMessage(message)
      else if (message.kind === 'shutdown') kill()
    },
    onMessage: (listener) => (onMessage = listener),
    onExit: (listener) => (onExit = listener),
    kill,
  }
}
