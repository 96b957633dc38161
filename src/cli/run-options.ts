import type { Readable } from 'node:stream'
import type { OutputStream } from './output/output.ts'

export interface RunOptions {
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  /** Aborted when the person stops the program. */
  readonly signal: AbortSignal
  /** The file of node-worker, built or source. */
  readonly nodeWorker: URL
  readonly stdin: Readable
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** How often progress is printed where stderr is no terminal; five seconds unless given. */
  readonly progressIntervalMs?: number
}
