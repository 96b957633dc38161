/** The command line as a process: what ends it, and where it reads and writes. */
import type { Readable } from 'node:stream'
import { run } from './run.ts'

export interface ProcessOptions {
  readonly version: string
  readonly nodeWorker: URL
  /** The process's own unless given. */
  readonly stdin?: Readable
}

/** Resolves with the exit code. */
export function runProcess(args: readonly string[], options: ProcessOptions): Promise<number> {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopped.abort()
    })
  // Whoever reads has read enough: `| head` ends so.
  process.stdout.on('error', () => process.exit(0))
  const { env, stdin, stdout, stderr } = process
  return run(args, { stdin, ...options, env, signal: stopped.signal, stdout, stderr })
}
