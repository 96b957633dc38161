/**
 * Loaded before tests (vitest.config.ts), and in the place of find-program-file.ts from then on: finds what is built. A thread
 * comes up from there with a third of the work that its sources take.
 */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

const BUILT = join(import.meta.dirname, '../../../out/node')

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith('/find-program-file.ts') ? import.meta.url : specifier, context),
})

export function findProgramFile(...names: readonly string[]): string {
  const found = names.map((name) => join(BUILT, name)).find((file) => existsSync(file))
  if (found === undefined) throw new Error(`None of these is built: ${names.join(', ')}`)
  return found
}
