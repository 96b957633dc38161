/** The output of the command line: rows go to stdout at the reader's speed, everything else to stderr. */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { terminalText } from '#platform/log/terminal.ts'

export type OutputStream = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Output {
  /** The width of the terminal; undefined if a program reads the output. */
  readonly columns: number | undefined
  readonly hasColour: boolean
  /** The thing that these rows belong to, which each row names: set if a command reads several things. */
  readonly thing?: string
  /** Resolves when the stream can take more. */
  write(text: string): Promise<void>
  /** Whether the output has begun with this line of names, or with another one, which is then the last. */
  headState(head: string): 'first' | 'other' | 'same'
  /** Prints a sentence for the person. */
  note(text: string): void
  /**
   * Says how much is done, without a full stop. Replaces the previous progress line on a terminal; elsewhere it is a line of
   * its own every few seconds, so that a long command does not look hung.
   */
  progress(text: string): void
}

const MIN_COLUMNS = 20
const PROGRESS_INTERVAL_MS = 5_000
const CLEAR_LINE = '\r\u001b[2K'

/** `progressIntervalMs`: how often progress is printed where stderr is no terminal. */
export function createOutput(
  stdout: OutputStream,
  stderr: OutputStream,
  env: NodeJS.ProcessEnv,
  progressIntervalMs = PROGRESS_INTERVAL_MS,
): Output {
  let hasProgress = false
  let saidAt = performance.now()
  let lastHead: string | undefined
  const clearProgress = () => {
    if (hasProgress) stderr.write(CLEAR_LINE)
    hasProgress = false
  }
  return {
    columns: stdout.isTTY ? Math.max(MIN_COLUMNS, stdout.columns ?? 80) : undefined,
    // https://no-color.org
    hasColour: stdout.isTTY === true && !env.NO_COLOR,
    async write(text) {
      clearProgress()
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    headState(head) {
      const state = lastHead === undefined ? 'first' : head === lastHead ? 'same' : 'other'
      lastHead = head
      return state
    },
    note(text) {
      clearProgress()
      stderr.write(`${terminalText(text)}\n`)
    },
    progress(text) {
      if (!stderr.isTTY) {
        if (performance.now() - saidAt < progressIntervalMs) return
        saidAt = performance.now()
        stderr.write(`So far: ${terminalText(text)}. Ctrl+C stops.\n`)
        return
      }
      clearProgress()
      hasProgress = true
      stderr.write(terminalText(text))
    },
  }
}
