import { utilityProcess } from 'electron'
import type { CoreProcess } from '#host/core-link.ts'
import type { CoreStart, FromCore } from '#host/link-messages.ts'

/** The core in Electron's utility process: a list being read never blocks the window. */
export function utilityCore(entry: string, start: CoreStart): CoreProcess {
  const child = utilityProcess.fork(entry, [JSON.stringify(start)], {
    serviceName: 'Chainglass core',
    stdio: 'inherit',
  })
  return {
    post: (message) => {
      child.postMessage(message)
    },
    onMessage: (listener) => child.on('message', (message) => listener(message as FromCore)),
    onExit: (listener) => child.once('exit', listener),
    kill: () => {
      child.kill()
    },
  }
}
