// `npm test`: sets itself up and proves the project: types, lint, unit and service tests, the build, and the end-to-end
// suite in real Chromium. The last line counts tests from the runners' own reports.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureAccountingPrograms } from './ensure-accounting-programs.mjs'
import { ensureNodes } from './ensure-nodes.mjs'
import { ensurePostgres } from './ensure-postgres.mjs'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './setup.mjs'

const reports = join(ROOT, 'out', 'reports')
const failures = []
/** Characters of a failed test's message. */
const MAX_MESSAGE = 2_000

async function step(name, work) {
  const from = Date.now()
  console.log(`\n== ${name}`)
  try {
    await work()
    console.log(`== ${name}: ok, ${((Date.now() - from) / 1000).toFixed(0)} s`)
  } catch (error) {
    failures.push(name)
    console.log(`== ${name}: FAILED (${error.message})`)
  }
}

await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Before lint, which reads the types of other layers from what this writes.
await step('types', () => run('vue-tsc', ['--build']))
await step('lint', async () => {
  // No cache: a file's findings change with the types of other files.
  await run('eslint', ['.', '--max-warnings', '0'])
  await run('prettier', ['--check', '--log-level', 'warn', '.'])
})
await step('accounting programs', ensureAccountingPrograms)
await step('PostgreSQL and haproxy', ensurePostgres)
await step('unit and service tests', async () => {
  const nodes = await ensureNodes()
  const chromium = await ensureChromium()
  await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`],
    { env: { ...nodes, CHAINGLASS_CHROMIUM: chromium } },
  )
})
// From the same seed each time: what is found belongs to a change. `npm run fuzz` looks further.
await step('fuzz', () =>
  run(NODE, ['--disable-warning=ExperimentalWarning', join(ROOT, 'fuzz', 'fuzz.ts'), '--seconds', '100']),
)
await step('build', ensureBuilt)
await step('end-to-end', async () => {
  const chromium = await ensureChromium()
  await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { CHAINGLASS_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
  })
})

const unit = read('vitest.json')
const endToEnd = read('playwright.json')
const flows = endToEnd?.stats
// A suite that could not even be loaded has no tests to count, but it is a failure all the same.
const broken =
  unit?.testResults?.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    .length ?? 0
const passed = (unit?.numPassedTests ?? 0) + (flows?.expected ?? 0)
const skipped = (unit?.numPendingTests ?? 0) + (flows?.skipped ?? 0)
const counted = (unit?.numFailedTests ?? 0) + broken + (flows?.unexpected ?? 0)
const failed = Math.max(counted, failures.length)

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
// Once more at the end, where nobody has to look for it.
for (const { name, message } of [...failedUnits(), ...failedFlows(endToEnd?.suites ?? [])])
  console.log(`\n${name}\n${stripVTControlCharacters(message).slice(0, MAX_MESSAGE)}`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function failedUnits() {
  return (unit?.testResults ?? []).flatMap(({ name: file, status, message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [{ name: file.replace(ROOT, ''), message }]
      : assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            name: `${file.replace(ROOT, '')} > ${fullName}`,
            message: failureMessages.join('\n'),
          })),
  )
}

function failedFlows(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...failedFlows(inner),
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => ({
        name: `${file} > ${title} (${tests.map(({ projectName }) => projectName).join(', ')})`,
        message: tests
          .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map((error) => error.message)))
          .join('\n'),
      })),
  ])
}

function read(name) {
  const path = join(reports, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
