/** Runs the command line as a process: its signals, input and output. */
import type { Readable } from 'node:stream'
import { run } from './run.ts'

export interface ProcessOptions {
  readonly version: string
  readonly nodeWorker: URL
  /** The process's own by default. */
  readonly stdin?: Readable
}

/** Resolves with the exit code. */
export async function runProcess(args: readonly string[], options: ProcessOptions): Promise<number> {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopped.abort()
    })
  process.stdout.on('error', endWriting)
  // Keeps the process running: the core's timers do not, and a command may wait for nothing else.
  const alive = setInterval(() => undefined, MAX_INTERVAL_MS)
  const { env, stdin, stdout, stderr } = process
  try {
    return await run(args, { stdin, ...options, env, signal: stopped.signal, stdout, stderr })
  } finally {
    // Waits for an empty write, which shows whether the last output could be written.
    await new Promise((resolve) => stdout.write('', resolve))
    clearInterval(alive)
  }
}

const MAX_INTERVAL_MS = 2 ** 31 - 1

/**
 * A reader may close the pipe early, as in `| head`: then the process ends normally. Any other error is a failure.
 */
function endWriting(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0)
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  process.stderr.write(`Not everything could be written: ${reason}.\n`)
  process.exit(1)
}
