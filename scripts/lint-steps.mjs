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

/**
 * The compiler in Go reads all but the renderer, whose components only vue-tsc reads. What it writes of them is read by those
 * that use them; they are no `--build`, which would have the renderer built anew by the other compiler.
 */
async function types(options) {
  const problems = []
  for (const [command, ...args] of [
    ['tsc', '--build', ...LAYERS],
    ['vue-tsc', '--project', 'src/renderer'],
    ...['tsconfig.tests.json', 'e2e', 'bench', 'fuzz'].map((project) => ['tsc', '--project', project]),
  ])
    // All that is wrong is said at once.
    await runBin(command, args, options).catch((error) => problems.push(error))
  if (problems.length > 0) throw problems[0]
}

/** Those that no other layer imports, but for the renderer: they have all others built. */
const LAYERS = ['web', 'cli', 'client', 'server', 'main', 'preload'].map((layer) => `src/${layer}`)

/**
 * What Prettier would change. oxfmt formats all but some unions and components as Prettier does, in a fiftieth of the time:
 * Prettier reads only the files that oxfmt would change.
 */
async function formatting(options) {
  let different = ''
  try {
    await runBin('oxfmt', ['--list-different'], { onOutput: (text) => (different += text) })
  } catch (error) {
    if (different.trim() === '') throw error
  }
  // What oxfmt says besides names of files fails here: there is no such file.
  const files = different.split('\n').filter((line) => line !== '')
  if (files.length > 0) await runBin('prettier', ['--check', '--log-level', 'warn', ...files], options)
}

/** By name, in their order. Options as of `run`. */
export const LINT_STEPS = {
  types,
  lint: (options) => lint(['.'], options),
  // What nothing uses, and what only tests use.
  unused: async (options) => {
    await runBin('knip', [], options)
    await runBin('knip', ['--production'], options)
  },
  formatting,
}
