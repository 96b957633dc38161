/** Runs one command from its arguments to its exit code: 0 done, 1 not possible, 2 not understood, 130 stopped. */
import { CommanderError } from 'commander'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { sentenceOfFailure } from './describe-failure.ts'
import { EndedWith } from './ended-with.ts'
import { createOutput } from './output/output.ts'
import { createProgram } from './program.ts'
import type { RunOptions } from './run-options.ts'
import { UsageError } from './usage-error.ts'

export async function run(args: readonly string[], options: RunOptions): Promise<number> {
  const output = createOutput(options.stdout, options.stderr, options.env)
  try {
    await createProgram({ ...options, output }).parseAsync(args, { from: 'user' })
    return options.signal.aborted ? 130 : 0
  } catch (error) {
    if (options.signal.aborted) return 130
    // commander has printed the error; help and the version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof EndedWith) return error.code
    if (error instanceof UsageError) {
      output.note(error.message)
      return 2
    }
    output.note(sentenceOfFailure(error))
    return error instanceof ChainglassFailure && error.error.code === 'invalid_input' ? 2 : 1
  }
}
