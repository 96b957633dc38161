// Writes a run of Vitest for the report of `npm test`. Vitest's own JSON leaves out what fails outside of a test: a
// hook, a worker that ended, a rejection that nobody handled.
import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { ROOT } from './setup.mjs'

/** Where the report goes: an array of the files that `readVitestReport` describes. */
export const VITEST_REPORT_VARIABLE = 'CHAINGLASS_VITEST_REPORT'
/** After how many minutes a run is given up. Without it, only where no test ends any more. */
const MAX_MINUTES_VARIABLE = 'CHAINGLASS_MAX_TEST_MINUTES'

/** A test ends after its time limit of five minutes, unless its thread is blocked. */
const MAX_SILENT_MS = 15 * 60_000

/** Ends a run that hangs or takes too long: the report then names the files that did not end. */
export default class VitestReporter {
  #maxSilentMs
  #maxMs
  #specifications = []
  #silence
  #limit

  constructor({
    maxSilentMs = MAX_SILENT_MS,
    maxMs = Number(process.env[MAX_MINUTES_VARIABLE] ?? 0) * 60_000,
  } = {}) {
    this.#maxSilentMs = maxSilentMs
    this.#maxMs = maxMs
  }

  onTestRunStart(specifications) {
    this.#specifications = specifications
    const silence = this.#maxSilentMs
    this.#silence = setTimeout(() => this.#giveUp(`No test ended for ${silence / 1_000} s.`), silence)
    const limit = this.#maxMs
    if (limit > 0)
      this.#limit = setTimeout(() => this.#giveUp(`The run took more than ${limit / 1_000} s.`), limit)
  }

  onTestCaseResult() {
    this.#silence?.refresh()
  }

  onTestModuleEnd() {
    this.#silence?.refresh()
  }

  onTestRunEnd(modules, unhandledErrors) {
    clearTimeout(this.#silence)
    clearTimeout(this.#limit)
    this.#silence = undefined
    writeReport(modules, unhandledErrors)
  }

  #giveUp(message) {
    const modules = this.#specifications.map(({ moduleId, testModule }) => testModule ?? unstarted(moduleId))
    writeReport(modules, [{ message }])
    const unfinished = modules.filter(isUnfinished).map(({ moduleId }) => pathOf(moduleId))
    console.error(`${message} These files did not end:\n${unfinished.join('\n')}`)
    process.exit(1)
  }
}

/** Stands for the module of a file that no worker has loaded yet. */
const unstarted = (moduleId) => ({
  ...{ moduleId, state: () => 'queued', errors: () => [] },
  children: { allTests: () => [], allSuites: () => [] },
})

function writeReport(modules, errors) {
  const files = modules.map(readModule)
  if (errors.length > 0) files.push({ file: 'vitest', seconds: 0, tests: [failed('the run', errors)] })
  writeFileSync(process.env[VITEST_REPORT_VARIABLE], JSON.stringify(files))
}

const pathOf = (moduleId) => relative(ROOT, moduleId).split(sep).join('/')

/** A worker that ends takes its file's tests with it, without an error of theirs. */
const isUnfinished = (module) => module.state() === 'queued' || module.state() === 'pending'

function readModule(module) {
  const tests = [...module.children.allTests()]
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  return {
    file: pathOf(module.moduleId),
    seconds: tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0) / 1_000,
    tests: [
      ...(isUnfinished(module) ? [failed('the file', [{ message: 'It did not run to its end.' }])] : []),
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
