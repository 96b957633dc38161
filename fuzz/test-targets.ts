/** Each target as a property: whatever the input, it throws declared errors only, and takes bounded time and memory. */
import * as fc from 'fast-check'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { test } from 'vitest'
import { changedInputs } from './changed-inputs.ts'
import type { Target } from './target.ts'

/**
 * The processor time for one input; a longer one is a hang. The longest input, read as a page of each list, takes up to
 * 72 ms on a quiet machine and three times that on a busy one; time that grows with the square of its length takes
 * seconds.
 */
const MAX_MS = 500
/** The time by the clock for all inputs of a run; a run that takes longer never ends. */
const MAX_WAIT_MS = 60_000
/** For inputs like one that did not. */
const MAX_WAIT_WHILE_SHRINKING_MS = 2_000
/** Inputs of one run: a time limit costs more than most of them. */
const AT_ONCE = 32
/** Far from what all inputs of a target take on a busy machine. */
const MAX_TEST_MS = 240_000
const MAX_HEAP_GROWTH = 256 * 1024 * 1024

/** Where inputs are looked for longer: `npm run fuzz`. */
const seconds = Number(process.env.CHAINGLASS_FUZZ_SECONDS ?? 0)
/** The same each time: what is found belongs to a change. */
const seed = Number(process.env.CHAINGLASS_FUZZ_SEED ?? 1)

export function testTargets(targets: readonly Target[]): void {
  test.each(targets)('$name', { timeout: seconds * 1_000 + MAX_TEST_MS + 60_000 }, async (target) => {
    maxWaitMs = MAX_WAIT_MS
    const seeds = await target.seeds()
    const found = await fc.check(
      fc.asyncProperty(
        fc.array(changedInputs(seeds, target.grammar), { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
        (inputs) => check(target, inputs),
      ),
      {
        seed,
        numRuns: seconds > 0 ? Number.MAX_SAFE_INTEGER : Math.ceil(target.inputs / (AT_ONCE / 2)),
        examples: [[seeds]],
        // Shrinking ends by then too, with the shortest input that was found.
        interruptAfterTimeLimit: seconds > 0 ? seconds * 1_000 : MAX_TEST_MS,
        markInterruptAsFailure: seconds === 0,
        timeout: MAX_WAIT_MS,
      },
    )
    if (found.failed) throw describe(target.name, found)
  })
}

/** Inputs may be long: the whole one is in a file. */
function describe(name: string, found: fc.RunDetails<(readonly string[])[]>): Error {
  const { counterexample, numRuns, counterexamplePath, errorInstance: cause } = found
  if (!counterexample) return new Error(`The time was over after ${String(numRuns)} runs.`, { cause })
  const folder = join(import.meta.dirname, '..', 'out', 'fuzz')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.txt`)
  // Shrinking leaves an input that fails alone as the only one.
  const text = (counterexample[0] ?? []).join('\n')
  writeFileSync(file, text)
  const json = JSON.stringify(text)
  const shown = json.length > 2_000 ? `${json.slice(0, 1_500)} … ${json.slice(-300)}` : json
  return new Error(
    `Run ${String(numRuns)} of seed ${String(found.seed)} (${counterexamplePath ?? ''}), shrunk, in ${file}: ${shown}`,
    { cause },
  )
}

/** More than one input may take. Compiling and collecting take their time once: what is too much is so again. */
class TooMuch extends Error {}

async function check(target: Target, inputs: readonly string[]): Promise<void> {
  for (let again = 0; ; again += 1)
    try {
      await readWithin(maxWaitMs, target, inputs)
      return
    } catch (error) {
      if (!(error instanceof TooMuch) || again === 2) throw error
    }
}

/** A script that a time limit can be set for: a loop without end in what it calls is ended, and throws. */
const script = new Script('globalThis.readInputs()')
let maxWaitMs = MAX_WAIT_MS

async function readWithin(timeout: number, target: Target, inputs: readonly string[]): Promise<void> {
  Object.assign(globalThis, { readInputs: () => readAll(target, inputs) })
  try {
    await script.runInThisContext({ timeout })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      maxWaitMs = MAX_WAIT_WHILE_SHRINKING_MS
    throw error
  }
}

/** A promise only where the target gives one: what it does before stays within the time limit. */
function readAll(target: Target, inputs: readonly string[]): Promise<void> | undefined {
  for (const [at, input] of inputs.entries()) {
    const heap = process.memoryUsage().heapUsed
    const cpu = process.threadCpuUsage()
    let reading: unknown
    try {
      reading = target.run(input)
    } catch (error) {
      if (!target.isDeclared?.(error)) throw error
    }
    if (reading instanceof Promise)
      return reading
        .catch((error: unknown) => {
          if (!target.isDeclared?.(error)) throw error
        })
        .then(() => {
          judge(heap, cpu)
          return readAll(target, inputs.slice(at + 1))
        })
    judge(heap, cpu)
  }
  return undefined
}

function judge(heap: number, cpu: NodeJS.CpuUsage) {
  const { user, system } = process.threadCpuUsage(cpu)
  const ms = (user + system) / 1_000
  if (ms > MAX_MS) throw new TooMuch(`It took ${String(Math.round(ms))} ms of the processor.`)
  if (process.memoryUsage().heapUsed - heap > MAX_HEAP_GROWTH) throw new TooMuch('The heap grew too much.')
}
