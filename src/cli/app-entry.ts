/** The command line of the installed app: its executable runs it instead of a window (src/main/index.ts). */
import { runProcess } from './run-process.ts'

export const runFromApp = (args: readonly string[], version: string): Promise<number> =>
  runProcess(args, { version, nodeWorker: new URL('./node-worker.js', import.meta.url) })
