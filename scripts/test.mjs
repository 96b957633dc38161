// `npm test`: sets itself up and proves the project. Types, lint and formatting run beside the build and the unit tests;
// the end-to-end suite in real Chromium runs after both. The last line counts tests from the runners' own reports.
// `npm test -- PATH ...`: the tests in these files and folders, whatever kind they are.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureAccountingPrograms } from './ensure-accounting-programs.mjs'
import { ensureNodes } from './ensure-nodes.mjs'
import { ensurePostgres } from './ensure-postgres.mjs'
import { LINT_STEPS } from './lint-steps.mjs'
import { readPlaywrightReport, readVitestReport } from './reports.mjs'
import { ensureBuilt, ensureInstalled, ROOT, runBin } from './setup.mjs'
import { useMemoryForTempFiles } from './temp-folder.mjs'
import { VITEST_REPORT_VARIABLE } from './vitest-reporter.mjs'

const REPORTS = join(ROOT, 'out', 'reports')
const VITEST_REPORT = join(REPORTS, 'vitest.json')
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json')
/** Characters of a failed test's message. */
const MAX_MESSAGE = 2_000
const SLOWEST_FILES = 20

// Tests start threads and programs again and again: what Node compiles of them, and reads out of their TypeScript, is kept.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compiled')

useMemoryForTempFiles()

const steps = []
const started = Date.now()
const inSeconds = (ms) => `${(ms / 1_000).toFixed(0)} s`

/** Runs one step. It is failed where `work` rejects; the steps after it run all the same. */
async function step(name, work) {
  const from = Date.now()
  console.log(`\n== ${name}`)
  let problem
  try {
    await work()
  } catch (error) {
    problem = error.message
  }
  const ms = Date.now() - from
  steps.push({ name, ms, failed: problem !== undefined })
  console.log(`== ${name}: ${problem === undefined ? 'ok' : `FAILED (${problem})`}, ${inSeconds(ms)}`)
}

/** A step that runs beside others: what it prints is shown when it ends. */
const quietStep = (name, work) =>
  step(name, async () => {
    let printed = ''
    try {
      await work({ onOutput: (text) => (printed += text) })
    } finally {
      if (printed.trim() !== '') console.log(`\n-- ${name} says:\n${printed.trimEnd()}`)
    }
  })

async function unitTests(paths, env) {
  await runBin(
    'vitest',
    ['run', ...paths, '--reporter=default', '--reporter=./scripts/vitest-reporter.mjs'],
    {
      env: { ...env, [VITEST_REPORT_VARIABLE]: VITEST_REPORT },
    },
  )
}

async function endToEndTests(paths, chromium) {
  await runBin('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...paths], {
    env: { CHAINGLASS_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT },
  })
}

async function testAll() {
  let chromium
  await Promise.all([
    (async () => {
      for (const [name, work] of Object.entries(LINT_STEPS)) await quietStep(name, work)
    })(),
    (async () => {
      await step('build', ensureBuilt)
      await step('accounting programs', ensureAccountingPrograms)
      await step('PostgreSQL and haproxy', ensurePostgres)
      await step('unit and service tests', async () => {
        const nodes = await ensureNodes()
        chromium = await ensureChromium()
        await unitTests([], { ...nodes, CHAINGLASS_CHROMIUM: chromium })
      })
    })(),
  ])
  await step('end-to-end', async () => endToEndTests([], chromium ?? (await ensureChromium())))
}

/** Installs only what these tests need. */
async function testPaths(files) {
  const endToEnd = files.filter((file) => file.startsWith('e2e/'))
  const unit = files.filter((file) => !file.startsWith('e2e/'))
  const has = (pattern) => files.some((file) => pattern.test(file))
  const chromium = has(/^e2e\/|\.browser\.test\.ts$/) ? await ensureChromium() : undefined
  if (unit.length > 0) {
    if (has(/^src\/core\/ledger\/accounting\//)) await ensureAccountingPrograms()
    if (has(/^src\/(?:service\/indexer|server)\//)) await ensurePostgres()
    const nodes = has(/\/real-nodes\.test\.ts$/) ? await ensureNodes() : {}
    await step('unit and service tests', () =>
      unitTests(unit, { ...nodes, ...(chromium && { CHAINGLASS_CHROMIUM: chromium }) }),
    )
  }
  if (endToEnd.length > 0) {
    await step('build', ensureBuilt)
    await step('end-to-end', () => endToEndTests(endToEnd, chromium))
  }
}

/** The test files that a person named, from the root; null, said on stderr, where one names none. */
function findTests(paths) {
  const all = []
  for (const path of paths) {
    // From where npm was called, which may be a folder of the project.
    const full = resolve(process.env.INIT_CWD ?? process.cwd(), path)
    const found = existsSync(full) ? testFilesIn(full) : []
    if (found.length === 0) {
      console.error(`There are no tests in ${path}.`)
      return null
    }
    all.push(...found.map((file) => relative(ROOT, file).split(sep).join('/')))
  }
  return [...new Set(all)]
}

function testFilesIn(path) {
  if (!statSync(path).isDirectory()) return /\.(?:test|spec)\.ts$/.test(path) ? [path] : []
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'out' && !name.startsWith('.'))
    .flatMap(({ name }) => testFilesIn(join(path, name)))
}

function report() {
  const files = [...readVitestReport(VITEST_REPORT), ...readPlaywrightReport(PLAYWRIGHT_REPORT)]
  const tests = files.flatMap(({ file, tests }) => tests.map((test) => ({ file, ...test })))
  const count = (status) => tests.filter((test) => test.status === status).length
  const failedSteps = steps.filter(({ failed }) => failed)

  console.log(`\nThe slowest files, in seconds of their tests`)
  for (const { file, seconds, tests } of files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES))
    console.log(`${seconds.toFixed(1).padStart(8)}  ${file} (${tests.length})`)
  console.log(`\nThe steps, ${inSeconds(Date.now() - started)} in all`)
  for (const { name, ms, failed } of steps)
    console.log(`${inSeconds(ms).padStart(8)}  ${name}${failed ? ': FAILED' : ''}`)
  // Once more at the end, where nobody has to look for it.
  for (const { file, name, message } of tests.filter(({ status }) => status === 'failed'))
    console.log(`\n${file} > ${name}\n${stripVTControlCharacters(message).slice(0, MAX_MESSAGE)}`)

  const passed = count('passed')
  const skipped = count('skipped')
  // A step that failed without a failed test, as lint does, is a failure too.
  const failed = Math.max(count('failed'), failedSteps.length)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

const paths = process.argv.slice(2)
const files = paths.length === 0 ? [] : findTests(paths)
if (files === null) process.exitCode = 2
else {
  await ensureInstalled()
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  if (files.length === 0) await testAll()
  else await testPaths(files)
  report()
}
