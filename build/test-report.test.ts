import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { readVitestReport } from '../scripts/reports.mjs'
import { VITEST_REPORT_VARIABLE } from '../scripts/vitest-reporter.mjs'

const FILES = {
  hook: `describe('a suite', () => {
  beforeAll(() => { throw new Error('a hook broke') })
  it('waits', () => {})
})
it('fails', () => { expect(1).toBe(2) })
it('passes', () => {})`,
  load: `throw new Error('can not load')`,
  worker: `it('ends its process', () => { process.kill(process.pid, 'SIGKILL') })`,
  promise: `it('passes', () => { void Promise.reject(new Error('handled by nobody')) })`,
}

/** Runs the tests, which fail. Returns what the report says of each failure: file, test and first line of the message. */
async function failuresOf(tests: Readonly<Record<string, string>>, reporterOptions: object = {}) {
  mkdirSync('out', { recursive: true })
  const folder = mkdtempSync(join('out', 'test-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, `${name}.test.ts`), text)
  const reporters = [[resolve('scripts/vitest-reporter.mjs'), reporterOptions]]
  const config = { test: { globals: true, pool: 'forks', reporters } }
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}`)
  const report = resolve(folder, 'report.json')

  const run = promisify(execFile)(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', `--root=${folder}`],
    { env: { ...process.env, [VITEST_REPORT_VARIABLE]: report } },
  )
  await expect(run).rejects.toMatchObject({ code: 1 })

  return readVitestReport(report).flatMap(({ file, tests }) =>
    tests
      .filter(({ status }) => status === 'failed')
      .map(({ name, message }) => [file.split('/').at(-1), name, message.split('\n')[0]]),
  )
}

it.each([
  ['blocks its thread', `() => { for (;;); }`, { maxSilentMs: 2_000 }, 'No test ended for 2 s.'],
  ['takes too long', `() => new Promise(() => {})`, { maxMs: 200 }, 'The run took more than 0.2 s.'],
])('the report of a run that %s names the file that did not end', async (name, work, options, reason) => {
  const failed = await failuresOf({ hang: `it('${name}', ${work}, 300_000)` }, options)
  expect(failed).toEqual([
    ['hang.test.ts', 'the file', 'It did not run to its end.'],
    ['vitest', 'the run', reason],
  ])
})

it('the report of a run names whatever failed, in a test or outside of one', async () => {
  const failed = await failuresOf(FILES)
  expect(failed.toSorted()).toEqual([
    ['hook.test.ts', 'a suite', 'Error: a hook broke'],
    ['hook.test.ts', 'fails', 'AssertionError: expected 1 to be 2 // Object.is equality'],
    ['load.test.ts', 'the file', 'Error: can not load'],
    ['vitest', 'the run', 'Error: handled by nobody'],
    ['worker.test.ts', 'the file', 'It did not run to its end.'],
  ])
})
