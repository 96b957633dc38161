// What the reports of Vitest and Playwright say, in one form.
import { existsSync, readFileSync } from 'node:fs'

/**
 * A report's files: path from the root, seconds of its tests, and its tests as `{ name, status, message }` with status
 * `passed`, `failed` or `skipped`. What failed outside of a test is one more test. Empty where there is no report.
 */
export const readVitestReport = (path) => readJson(path) ?? []

/** As readVitestReport; the errors of the run itself are failed tests of the file `playwright`. */
export function readPlaywrightReport(path) {
  const report = readJson(path)
  const files = new Map()
  for (const spec of specsIn(report?.suites ?? []))
    for (const { projectName, results, status } of spec.tests) {
      const file = `e2e/specs/${spec.file}`
      if (!files.has(file)) files.set(file, { file, seconds: 0, tests: [] })
      files.get(file).seconds += results.reduce((sum, { duration }) => sum + duration, 0) / 1_000
      files.get(file).tests.push({
        name: `${spec.title} (${projectName})`,
        status: PLAYWRIGHT_STATUS[status] ?? 'failed',
        message: results.flatMap(({ errors }) => errors.map((error) => error.message)).join('\n'),
      })
    }
  const errors = (report?.errors ?? []).map(({ message }) => ({ name: 'the run', status: 'failed', message }))
  return errors.length === 0
    ? [...files.values()]
    : [...files.values(), { file: 'playwright', seconds: 0, tests: errors }]
}

const PLAYWRIGHT_STATUS = { expected: 'passed', skipped: 'skipped' }

const specsIn = (suites) =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [...specs, ...specsIn(inner)])

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
