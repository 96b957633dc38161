/**
 * Takes each guard of guards.ts out, alone, in a copy of the sources, and runs the one attack it stands against: an
 * attack that still fails to get through shows a test that sees nothing. Given words choose among the titles.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Guard } from './guard.ts'
import { GUARDS } from './guards.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const words = process.argv.slice(2)
const chosen = GUARDS.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))
const copy = mkdtempSync(join(tmpdir(), 'chainglass-guards-'))
let open = 0
try {
  copySources()
  await build()
  for (const guard of chosen) {
    const verdict = await verdictOn(guard)
    if (verdict !== 'seen to fail') open += 1
    const files = [...new Set(guard.out.map(([file]) => file))].join(', ')
    process.stdout.write(`${verdict.padEnd(20)} ${guard.title}  (${guard.test}; without ${files})\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
}
process.stdout.write(
  `\n${String(chosen.length - open)} of ${String(chosen.length)} attacks get through without their guard\n`,
)
process.exitCode = open > 0 ? 1 : 0

/** `seen to fail`, or what is wrong. */
async function verdictOn(guard: Guard): Promise<string> {
  try {
    if (!(await passes(guard))) return 'FAILS WITH ITS GUARD'
    return (await passesWithout(guard)) ? 'SEES NOTHING' : 'seen to fail'
  } catch (error) {
    return `COULD NOT BE TRIED (${(error as Error).message})`
  }
}

function copySources() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const path of listed.split('\n').filter((line) => line !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}

async function passesWithout(guard: Guard): Promise<boolean> {
  const before = new Map<string, string>()
  for (const [file, find, replace] of guard.out) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(find)) throw new Error(`${file} has no such guard (any more): ${find}`)
    if (!before.has(path)) before.set(path, text)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
  try {
    if (isFlow(guard)) await build()
    return await passes(guard)
  } finally {
    for (const [path, text] of before) writeFileSync(path, text)
    if (isFlow(guard)) await build()
  }
}

/** A test that was not found, or could not be loaded, is neither passed nor failed: then this throws. */
async function passes(guard: Guard): Promise<boolean> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const title = guard.title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (isFlow(guard)) {
    const config = [
      '--config',
      'e2e/playwright.config.ts',
      '--project=stand-in',
      '--reporter=json',
      '--workers=1',
      // An attack counts as it went the first time.
      '--retries=0',
    ]
    await run('playwright', ['test', ...config, guard.test, '-g', title], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const { expected, unexpected } = (JSON.parse(readFileSync(report, 'utf8')) as { stats: Stats }).stats
    if (expected + unexpected === 0) throw new Error(`No test: ${guard.test} › ${guard.title}`)
    return unexpected === 0
  }
  await run('vitest', ['run', guard.test, '-t', title, '--reporter=json', `--outputFile=${report}`], {})
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Counts
  if (numPassedTests + numFailedTests === 0) throw new Error(`No test ran: ${guard.test} › ${guard.title}`)
  return numFailedTests === 0
}

interface Stats {
  readonly expected: number
  readonly unexpected: number
}
interface Counts {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

function isFlow({ test }: Guard): boolean {
  return test.startsWith('e2e/')
}

async function build() {
  const code = await run('electron-vite', ['build', '--logLevel', 'warn'], {})
  if (code !== 0) throw new Error('The build failed.')
}

function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { cwd: copy, env: { ...process.env, ...env, PATH }, maxBuffer: 64 * 1024 * 1024 },
      (error) => {
        resolve(error === null ? 0 : 1)
      },
    )
  })
}
