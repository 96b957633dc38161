/** Runs a command of the packages, in this folder, to its end; what it prints is kept from the table. */
import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The command's exit code is 0, or it failed. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const PATH = `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { env: { ...process.env, ...env, PATH }, maxBuffer: 64 * 1024 * 1024 },
      (error) => {
        resolve(error === null ? 0 : 1)
      },
    )
  })
}
