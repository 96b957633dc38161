/** The core's process under the loopback host: a forked Node process whose channel is its IPC pipe. */
import { byteFrames, type CoreStart, type ToCore } from '#host/link-messages.ts'
import { runCore } from '#host/run-core.ts'
import { logToTerminal } from '#platform/log/terminal.ts'

const BUILT = import.meta.filename.endsWith('.js')
const start = JSON.parse(process.argv[2] ?? '{}') as CoreStart
// Ctrl-C reaches the whole process group; the host decides when the core ends.
process.on('SIGINT', () => undefined)
// A killed host sends no message, and without a host the core has no purpose.
process.on('disconnect', () => process.exit(0))

await runCore(
  start,
  {
    frames: byteFrames,
    post: (message) => process.send?.(message),
    onMessage: (listener) =>
      process.on('message', (message) => {
        listener(message as ToCore<Uint8Array>)
      }),
  },
  new URL(BUILT ? './node-worker.js' : '../host/node-worker.ts', import.meta.url),
  logToTerminal,
)
