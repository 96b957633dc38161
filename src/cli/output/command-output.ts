/** Gives each row to a command of the person's own, as JSON on its stdin. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EndedWith } from '../ended-with.ts'
import type { RowOutput } from './row-output.ts'

/** One after another. Rejects with `EndedWith` where one ends with another code than 0. Nothing of a row is in the command. */
export function createCommandOutput(command: string, signal: AbortSignal): RowOutput {
  return {
    async write(rows) {
      for (const { item } of rows) {
        if (signal.aborted) return
        await runCommand(command, `${JSON.stringify(item)}\n`)
      }
    },
    end: () => Promise.resolve(),
  }
}

async function runCommand(command: string, input: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] })
  // It need not read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new EndedWith(code ?? 1)
}
