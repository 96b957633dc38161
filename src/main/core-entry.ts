/** The core's process under Electron: a utility process whose channel is its parent port. */
import { textFrames, type CoreStart, type ToCore } from '#host/link-messages.ts'
import { runCore } from '#host/run-core.ts'
import { logToTerminal } from '#platform/log/terminal.ts'

const start = JSON.parse(process.argv.at(-1) ?? '{}') as CoreStart
const { parentPort } = process

await runCore(
  start,
  {
    frames: textFrames,
    post: (message) => {
      parentPort.postMessage(message)
    },
    onMessage: (listener) => {
      parentPort.on('message', ({ data }) => {
        listener(data as ToCore<string>)
      })
    },
  },
  new URL('./node-worker.js', import.meta.url),
  logToTerminal,
)
