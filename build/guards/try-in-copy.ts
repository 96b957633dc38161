/** Started within a copy of the sources by try-guards.ts: tries the guards of each test file that it is given. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runFlows } from './run-flows.ts'
import { closeUnits, invalidate, runUnits } from './run-units.ts'
import type { Guard } from './guard.ts'
import { GUARDS } from './guards.ts'

export interface Tried {
  readonly guard: Guard
  /** `seen to fail`, or what is wrong. */
  readonly verdict: string
}

/** How a test went, by its full name. */
export type Outcomes = ReadonlyMap<string, 'passed' | 'failed'>

const words = process.argv.slice(2)

process.on('message', (test: string) => {
  void tryGuardsOf(test).then((tried) => process.send?.(tried))
})
process.once('disconnect', () => {
  void closeUnits().then(() => process.exit(0))
})

async function tryGuardsOf(test: string): Promise<readonly Tried[]> {
  const guards = GUARDS.filter(
    (guard) =>
      guard.test === test && (words.length === 0 || words.some((word) => guard.title.includes(word))),
  )
  // All of them once, as they are.
  const whole = await run(test, [...new Set(guards.map(({ title }) => title))], [])
  const tried: Tried[] = []
  for (const guard of guards) tried.push({ guard, verdict: await verdictOn(guard, whole) })
  return tried
}

async function verdictOn(guard: Guard, whole: Outcomes | Error): Promise<string> {
  try {
    if (!passes(guard, whole)) return 'FAILS WITH ITS GUARD'
    return passes(guard, await runWithout(guard)) ? 'SEES NOTHING' : 'seen to fail'
  } catch (error) {
    return `COULD NOT BE TRIED (${(error as Error).message})`
  }
}

/** A test that was not found, was skipped or could not be loaded is neither passed nor failed: then this throws. */
function passes({ title }: Guard, outcomes: Outcomes | Error): boolean {
  if (outcomes instanceof Error) throw outcomes
  const its = [...outcomes].filter(([name]) => name.includes(title))
  if (its.length === 0) throw new Error('no such test ran')
  return its.every(([, outcome]) => outcome === 'passed')
}

async function runWithout({ test, title, out }: Guard): Promise<Outcomes | Error> {
  const before = new Map<string, string>()
  const write = (file: string, text: string) => {
    writeFileSync(file, text)
    invalidate(join(process.cwd(), file))
  }
  try {
    for (const [file, find, replace] of out) {
      const text = readFileSync(file, 'utf8')
      if (!text.includes(find)) throw new Error(`${file} has no such guard (any more): ${find}`)
      if (!before.has(file)) before.set(file, text)
      write(
        file,
        text.replace(find, () => replace),
      )
    }
    return await run(test, [title], [...before.keys()])
  } finally {
    for (const [file, text] of before) write(file, text)
  }
}

/** The tests of a file whose names hold one of these titles. `changed`: the files that are not as they were. */
async function run(
  test: string,
  titles: readonly string[],
  changed: readonly string[],
): Promise<Outcomes | Error> {
  const pattern = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  try {
    return test.startsWith('e2e/')
      ? await runFlows(test, pattern, changed)
      : await runUnits(test, new RegExp(pattern))
  } catch (error) {
    return error as Error
  }
}
