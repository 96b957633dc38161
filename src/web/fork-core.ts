import { fork } from 'node:child_process'
import { coreEnvironment } from '#host/core-environment.ts'
import type { CoreProcess } from '#host/core-link.ts'
import type { CoreStart, FromCore } from '#host/link-messages.ts'

/** `entry`: the file of core-entry, built or source. Structured clone copies the bytes of a frame as they are. */
export function forkCore(entry: string, start: CoreStart): CoreProcess<Uint8Array> {
  const child = fork(entry, [JSON.stringify(start)], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: coreEnvironment(process.env),
  })
  return {
    post: (message) => {
      // One that has just died is not known to be gone yet: what is lost with it is no error of the host, and its exit is told.
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) =>
      child.on('message', (message) => {
        listener(message as FromCore<Uint8Array>)
      }),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill('SIGKILL'),
  }
}
