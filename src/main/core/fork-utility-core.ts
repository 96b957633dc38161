import { createInterface } from 'node:readline'
import { utilityProcess } from 'electron'
import { coreEnvironment } from '#host/core-environment.ts'
import type { CoreProcess, CoreStart } from '#host/link-messages.ts'

/**
 * Runs the core in Electron's utility process, so that reading a list never blocks the window. Its output, and the
 * reason of its end, go to the log. `variables` are added to this process's environment.
 */
export function forkUtilityCore(
  entry: string,
  start: CoreStart,
  log: (line: string) => void,
  variables: Readonly<Record<string, string>> = {},
): CoreProcess<string> {
  const child = utilityProcess.fork(entry, [JSON.stringify(start)], {
    serviceName: 'Chainglass core',
    stdio: 'pipe',
    env: { ...coreEnvironment(process.env), ...variables },
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', log)
  }
  // V8 has ended the process; `exit` follows.
  child.on('error', (type, location) => {
    log(`The core has failed: ${type} in ${location || 'an unknown place'}.`)
  })
  child.on('exit', (code) => {
    if (code !== 0) log(`The core’s process has ended with code ${String(code)}.`)
  })
  return {
    post: (message) => {
      child.postMessage(message)
    },
    onMessage: (listener) => {
      child.on('message', listener)
    },
    onExit: (listener) => {
      child.once('exit', listener)
    },
    kill: () => {
      child.kill()
    },
  }
}
