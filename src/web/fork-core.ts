import { fork } from 'node:child_process'
import { coreEnvironment } from '#host/core-environment.ts'
import type { CoreProcess, CoreStart, FromCore } from '#host/link-messages.ts'

/** `entry`: the file of core-entry, built or source. Structured clone copies the bytes of a frame unchanged. */
export function forkCore(entry: string, start: CoreStart): CoreProcess<Uint8Array> {
  const child = fork(entry, [JSON.stringify(start)], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: coreEnvironment(process.env),
  })
  return {
    post: (message) => {
      // The process may have died unnoticed. The lost message is no error of the host: the exit is reported
      // separately.
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
