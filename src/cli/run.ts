/** Runs one command from its arguments to its exit code: 0 done, 1 not possible, 2 not understood, 130 stopped. */
import { CommanderError } from 'commander'
import { sayFailure } from './output/failures.ts'
import { createOutput } from './output/output.ts'
import { createProgram } from './program.ts'
import type { RunOptions } from './run-options.ts'

export async function run(args: readonly string[], options: RunOptions): Promise<number> {
  const output = createOutput(options.stdout, options.stderr, options.env, options.progressIntervalMs)
  try {
    await createProgram({ ...options, output }).parseAsync(args, { from: 'user' })
    return options.signal.aborted ? 130 : 0
  } catch (error) {
    if (options.signal.aborted) return 130
    // commander has printed the error; help and the version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return sayFailure(error, output)
  }
}
