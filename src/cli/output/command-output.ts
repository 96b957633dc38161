/** Passes each row to the person's command, as JSON on its stdin. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ExitWithCode } from './failures.ts'
import { lineOf, type RowOutput } from './row-output.ts'

/**
 * Runs the command for one row after another. Rejects with `ExitWithCode` if one ends with a code other than 0. The
 * command line contains nothing of a row.
 */
export function createCommandOutput(command: string, signal: AbortSignal): RowOutput {
  return {
    async write(rows) {
      for (const row of rows) {
        if (signal.aborted) return
        await runCommand(command, `${lineOf(row)}\n`)
      }
    },
    end: () => Promise.resolve(),
  }
}

async function runCommand(command: string, input: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] })
  // The command need not read its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new ExitWithCode(code ?? 1)
}
