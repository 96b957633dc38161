/** Each target as a property: whatever the input, it throws declared errors only, and takes bounded time and memory. */
import * as fc from 'fast-check'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { test } from 'vitest'
import { changedInputs } from './changed-inputs.ts'
import type { Target } from './target.ts'

/**
 * Of the processor, for one input: a longer one is a hang. The longest input, read as a page of each list, takes up to 72 on
 * a quiet machine and three times that on a busy one; what grows with the square of its length takes seconds.
 */
const MAX_MS = 500
/** Of the clock: what does not come back. */
const MAX_WAIT_MS = 10_000
/** For inputs like one that did not. */
const MAX_WAIT_WHILE_SHRINKING_MS = 1_000
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
      fc.asyncProperty(changedInputs(seeds, target.grammar), (input) => check(target, input)),
      {
        seed,
        numRuns: seconds > 0 ? Number.MAX_SAFE_INTEGER : target.runs,
        examples: seeds.map((one) => [one]),
        // Shrinking ends by then too, with the shortest input that was found.
        interruptAfterTimeLimit: seconds > 0 ? seconds * 1_000 : MAX_TEST_MS,
        markInterruptAsFailure: seconds === 0,
        timeout: 2 * MAX_WAIT_MS,
      },
    )
    if (found.failed) throw describe(target.name, found)
  })
}

/** Inputs may be long: the whole one is in a file. */
function describe(name: string, found: fc.RunDetails<string[]>): Error {
  const { counterexample, numRuns, counterexamplePath, errorInstance: cause } = found
  if (!counterexample) return new Error(`The time was over after ${String(numRuns)} inputs.`, { cause })
  const folder = join(import.meta.dirname, '..', 'out', 'fuzz')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.txt`)
  const [input = ''] = counterexample
  writeFileSync(file, input)
  const text = JSON.stringify(input)
  const shown = text.length > 2_000 ? `${text.slice(0, 1_500)} … ${text.slice(-300)}` : text
  return new Error(
    `Input ${String(numRuns)} of seed ${String(found.seed)} (${counterexamplePath ?? ''}), shrunk, in ${file}: ${shown}`,
    { cause },
  )
}

async function check(target: Target, input: string): Promise<void> {
  const heap = process.memoryUsage().heapUsed
  // Compiling and collecting take their time once: what is slow is so again.
  let ms = await cpuMsOf(target, input)
  for (let again = 0; ms > MAX_MS && again < 2; again += 1) ms = await cpuMsOf(target, input)
  if (ms > MAX_MS) throw new Error(`It took ${String(Math.round(ms))} ms of the processor.`)
  if (process.memoryUsage().heapUsed - heap > MAX_HEAP_GROWTH) throw new Error('The heap grew too much.')
}

/** A script that a time limit can be set for: a loop without end in what it calls is ended, and throws. */
const script = new Script('globalThis.runTarget()')
let maxWaitMs = MAX_WAIT_MS

async function cpuMsOf(target: Target, input: string): Promise<number> {
  const before = process.threadCpuUsage()
  Object.assign(globalThis, { runTarget: () => target.run(input) })
  try {
    await script.runInThisContext({ timeout: maxWaitMs })
  } catch (error) {
    const isHang = isTimeout(error)
    if (isHang) maxWaitMs = MAX_WAIT_WHILE_SHRINKING_MS
    if (isHang || !target.isDeclared?.(error)) throw error
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
