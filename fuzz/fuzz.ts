/**
 * `npm run fuzz`: looks for inputs longer than `npm test` does. Each target, or the named ones, for so many seconds: as
 * the same properties from another seed, or, with --jazzer, under libFuzzer, one after the other.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TARGETS } from './targets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jazzer: { type: 'boolean', default: false },
  },
})
const ROOT = join(import.meta.dirname, '..')
const JAZZER = join(ROOT, 'node_modules', '@jazzer.js', 'core', 'dist', 'cli.js')

const names = TARGETS.map(({ name }) => name)
const chosen = positionals.length > 0 ? positionals : names
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No such target: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exitCode = 2
} else if (!values.jazzer) {
  console.log(`Seed ${values.seed}: with --seed it is the same once more.`)
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  process.exitCode = run([vitest, 'run', '--project', 'fuzz', '-t', `^(?:${chosen.join('|')})$`], {
    CHAINGLASS_FUZZ_SECONDS: values.seconds,
    CHAINGLASS_FUZZ_SEED: values.seed,
  })
} else if (!existsSync(JAZZER)) {
  console.error(
    'Install it first: npm install --no-save --no-package-lock @jazzer.js/core@4.0.0. On Linux it needs glibc 2.38.',
  )
  process.exitCode = 2
} else for (const name of chosen) if (underJazzer(name) !== 0) process.exitCode = 1

function underJazzer(name: string): number {
  const folder = join(ROOT, 'out', 'fuzz')
  const corpus = join(folder, name)
  mkdirSync(corpus, { recursive: true })
  // A find is a file whose name begins with the target's.
  const limits = [`-max_total_time=${values.seconds}`, '-max_len=65536', '-timeout=10']
  return run(
    [
      '--import',
      join(ROOT, 'fuzz', 'strip-types.mjs'),
      JAZZER,
      join(ROOT, 'fuzz', 'jazzer.mjs'),
      corpus,
      // Two targets speak to a server of their own, on this machine.
      '--disableBugDetectors=ssrf',
      '--',
      ...limits,
      `-artifact_prefix=${join(folder, name)}-`,
    ],
    { CHAINGLASS_FUZZ_TARGET: name, CHAINGLASS_FUZZ_CORPUS: corpus },
  )
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], options).status ?? 1
}
