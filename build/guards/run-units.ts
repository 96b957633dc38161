/** Vitest as it stays: started once, with what is transformed already kept, for one file after the other. */
import { join } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { runCommand } from './run-command.ts'
import type { Outcomes } from './try-in-copy.ts'

let starting: Promise<Vitest> | undefined
let vitest: Vitest | undefined

async function start(): Promise<Vitest> {
  const started = await createVitest('test', { watch: false, maxWorkers: 1, silent: true, reporters: [{}] })
  await started.standalone()
  vitest = started
  return started
}

/** Is called for each file that was changed. */
export function invalidate(path: string): void {
  vitest?.invalidateFile(path)
}

export async function closeUnits(): Promise<void> {
  await vitest?.close()
}

/** A test that starts what is built starts what is built of the sources as they are now. */
async function buildWhatIsStarted({ project }: TestSpecification) {
  if (project.config.globalSetup.length === 0) return
  const ensure = "import('./scripts/ensure-programs.mjs').then((one) => one.default())"
  if ((await runCommand(process.execPath, ['-e', ensure])) !== 0) throw new Error('the build failed')
}

export async function runUnits(test: string, pattern: RegExp): Promise<Outcomes> {
  const started = await (starting ??= start())
  const path = join(process.cwd(), test)
  const [specification] = (await started.globTestSpecifications([test])).filter(
    // An attack has to get through in one project of those that have it.
    ({ moduleId }) => moduleId === path,
  )
  if (!specification) throw new Error('there is no such file of tests')
  await buildWhatIsStarted(specification)
  started.setGlobalTestNamePattern(pattern)
  const { testModules } = await started.runTestSpecifications([specification])
  // Vitest gives the modules of every earlier run as well.
  const module = testModules.find(
    ({ moduleId, project }) => moduleId === path && project === specification.project,
  )
  if (!module) throw new Error('it did not run')
  const [error] = module.errors()
  if (error) throw new Error(`it could not be loaded: ${error.message}`)
  const outcomes = new Map<string, 'passed' | 'failed'>()
  for (const one of module.children.allTests()) {
    const { state } = one.result()
    if (state === 'passed' || state === 'failed') outcomes.set(one.fullName.replaceAll(' > ', ' '), state)
  }
  return outcomes
}
