// What `npm run lint` and `npm test` hold every file to.
import { join } from 'node:path'
import { runBin, runNode } from './setup.mjs'

/**
 * The rules: oxlint has those of TypeScript and JavaScript, and those of components that need types; ESLint the others of
 * components. `paths` of files or folders.
 */
export async function lint(paths, options) {
  await runBin('oxlint', ['--no-error-on-unmatched-pattern', ...paths], options)
  await runNode([join('build', 'lint', 'lint-components.ts')], options)
  await runBin(
    'eslint',
    ['--max-warnings', '0', '--no-warn-ignored', '--no-error-on-unmatched-pattern', ...paths],
    options,
  )
}

/** By name, in their order. Options as of `run`. */
export const LINT_STEPS = {
  types: (options) => runBin('vue-tsc', ['--build'], options),
  lint: (options) => lint(['.'], options),
  // What nothing uses, and what only tests use.
  unused: async (options) => {
    await runBin('knip', [], options)
    await runBin('knip', ['--production'], options)
  },
  formatting: (options) => runBin('prettier', ['--check', '--log-level', 'warn', '.'], options),
}
