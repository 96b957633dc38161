/** Where the command line writes: rows to stdout as fast as they are read there, everything else to stderr. */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { terminalText } from '#platform/log/terminal.ts'

export type OutputStream = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Output {
  /** A person reads it, in this many columns; undefined where a program does. */
  readonly columns: number | undefined
  readonly hasColour: boolean
  /** Resolves when more can be taken. */
  write(text: string): Promise<void>
  /** A sentence for the person. */
  note(text: string): void
  /** Replaces the line it wrote before, where a person looks on; else nothing. */
  progress(text: string): void
}

const MIN_COLUMNS = 20
const CLEAR_LINE = '\r\u001b[2K'

export function createOutput(stdout: OutputStream, stderr: OutputStream, env: NodeJS.ProcessEnv): Output {
  let hasProgress = false
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
    note(text) {
      clearProgress()
      stderr.write(`${terminalText(text)}\n`)
    },
    progress(text) {
      if (!stderr.isTTY) return
      clearProgress()
      hasProgress = true
      stderr.write(terminalText(text))
    },
  }
}
