// Writes a run of Vitest for the report of `npm test`. Vitest's own JSON leaves out what fails outside of a test: a
// hook, a worker that ended, a rejection that nobody handled.
import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { ROOT } from './setup.mjs'

/** Where the report goes: an array of the files that `readVitestReport` describes. */
export const VITEST_REPORT_VARIABLE = 'CHAINGLASS_VITEST_REPORT'

export default class VitestReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map(readModule)
    if (unhandledErrors.length > 0)
      files.push({ file: 'vitest', seconds: 0, tests: [failed('the run', unhandledErrors)] })
    writeFileSync(process.env[VITEST_REPORT_VARIABLE], JSON.stringify(files))
  }
}

function readModule(module) {
  const tests = [...module.children.allTests()]
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  // A worker that ends takes its file's tests with it, without an error of theirs.
  const isUnfinished = module.state() === 'queued' || module.state() === 'pending'
  return {
    file: relative(ROOT, module.moduleId).split(sep).join('/'),
    seconds: tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0) / 1_000,
    tests: [
      ...(isUnfinished ? [failed('the file', [{ message: 'It did not run to its end.' }])] : []),
      ...(module.errors().length > 0 ? [failed('the file', module.errors())] : []),
      ...suites.map((suite) => failed(suite.fullName, suite.errors())),
      ...tests.map((test) => {
        const { state, errors = [] } = test.result()
        return state === 'failed'
          ? failed(test.fullName, errors)
          : { name: test.fullName, status: state === 'passed' ? 'passed' : 'skipped', message: '' }
      }),
    ],
  }
}

const failed = (name, errors) => ({
  name,
  status: 'failed',
  message: errors.map(({ stack, message }) => stack ?? message).join('\n'),
})
