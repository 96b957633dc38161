/** The command line of the installed app: the executable runs it in place of a window (src/main/index.ts). */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { logToTerminal } from '#platform/log/terminal.ts'
import { runProcess } from './run-process.ts'

export const runFromApp = (args: readonly string[], version: string): Promise<number> =>
  runProcess(args, {
    version,
    nodeWorker: new URL('./node-worker.js', import.meta.url),
    stdin: ownStdin(),
  })

/** On Windows, Electron replaces stdin with an empty stream, but the original descriptor is open. */
function ownStdin(): Readable {
  if ('fd' in process.stdin) return process.stdin
  const stdin = createReadStream('', { fd: 0, autoClose: false })
  stdin.on('error', () => {
    logToTerminal(
      'Nothing can be read from standard input: start this from another program, or in a terminal.',
    )
  })
  return stdin
}
