// `npm run check`: what one wants before a commit. The types, and of what changed the rules, the formatting and the tests that
// need Node alone. What changed is what differs from the upstream branch, committed or not.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lint, LINT_STEPS } from './lint-steps.mjs'
import { ensureInstalled, ROOT, runBin, runNode, runScript } from './setup.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const lines = (text) => text.split('\n').filter((line) => line !== '')

/** The files that differ, those that are gone left out. Paths from the root. */
function changedFiles() {
  let base = 'HEAD'
  try {
    base = git('merge-base', 'HEAD', '@{upstream}').trim()
  } catch {
    // A branch without an upstream: what is not committed.
  }
  const differing = lines(git('diff', '--name-only', base))
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
  return [...differing, ...untracked].filter((path) => existsSync(join(ROOT, path)))
}

async function readChanged(changed, code) {
  await LINT_STEPS.types()
  if (code.length > 0) await lint(code)
  if (changed.length > 0)
    await runBin('prettier', ['--check', '--log-level', 'warn', '--ignore-unknown', ...changed])
}

const testRelated = (code) => runNode([join('build', 'check', 'run-related-tests.ts'), ...code])

await runScript(async () => {
  await ensureInstalled()
  const changed = changedFiles()
  const code = changed.filter((path) => /\.(?:ts|vue|js|mjs)$/.test(path))
  console.log(changed.length === 0 ? 'Nothing has changed.' : `Changed: ${changed.join(', ')}`)
  await Promise.all([readChanged(changed, code), code.length > 0 ? testRelated(code) : undefined])
})
