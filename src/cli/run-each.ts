/** Runs a command for each thing that is written on stdin, one a line. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { CommandContext } from './command-context.ts'
import { sayFailure, UsageError, ExitWithCode } from './output/failures.ts'

/** One that fails does not end the others: the exit code is the highest of all. */
export async function runEach(
  { session, output, format }: CommandContext,
  stdin: Readable,
  work: (context: CommandContext, thing: string) => Promise<void>,
): Promise<void> {
  if (format === 'json')
    throw new UsageError('Several things are no one array: --jsonl gives each row a line.')
  let code = 0
  const { signal } = session
  // Ended by the signal, also while it waits for a line.
  for await (const line of createInterface({ input: stdin, crlfDelay: Infinity, signal })) {
    const thing = line.trim()
    if (thing === '') continue
    const note = (text: string) => {
      output.note(`${thing}: ${text}`)
    }
    const named = { ...output, thing, note }
    try {
      await work({ session, output: named, format }, thing)
    } catch (error) {
      if (signal.aborted) throw error
      code = Math.max(code, sayFailure(error, named))
    }
  }
  signal.throwIfAborted()
  if (code !== 0) throw new ExitWithCode(code)
}
