/** One target for so many seconds, in a process of its own: `run-target.ts <name> <seconds> <seed> <folder of finds>`. */
import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { startCoverage } from './coverage.ts'
import { mutate } from './mutate.ts'
import { createRandom } from './random.ts'

/**
 * Of the processor, for one input: a longer one is a hang. The longest input, read as a page of each list, takes up to 72 on
 * a quiet machine and three times that on a busy one; what grows with the square of its length takes seconds.
 */
const MAX_MS = 500
const MAX_HEAP_GROWTH = 256 * 1024 * 1024
/** Between two looks at the coverage, which cost more than most inputs. */
const BATCH = 20
const MAX_CORPUS = 2_000

// What only Electron has is not needed to read its inputs.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'data:text/javascript,export const app = {}', shortCircuit: true }
      : next(specifier, context),
})

const [name = '', seconds = '8', seed = '1', folder = ''] = process.argv.slice(2)
const { TARGETS } = await import('./targets.ts')
const target = TARGETS.find((one) => one.name === name)
if (!target) throw new Error(`No such target: ${name}.`)

const finds = new Set<string>()
/** Set while an input runs: what is thrown outside of it, in a later turn, is a find too. */
let current = ''
process.on('uncaughtException', (error) => {
  report(current, 'thrown outside', error)
})
process.on('unhandledRejection', (error) => {
  report(current, 'rejected outside', error)
})

/** One file for each kind of find: by its message and the place it was thrown at. */
function report(input: string, kind: string, error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const place = stack
    .split('\n')
    .slice(0, 3)
    .join(' ')
    .replace(/[\d"'].*?(?= at |$)/, '')
  const id = createHash('sha256').update(`${kind} ${place}`).digest('hex').slice(0, 10)
  if (finds.has(id)) return
  finds.add(id)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}-${id}.txt`)
  writeFileSync(file, input)
  process.stderr.write(`${name}: ${kind}: ${stack.slice(0, 800)}\n  input in ${file}\n`)
}

async function cpuMsOf(input: string): Promise<number> {
  const before = process.threadCpuUsage()
  try {
    await target?.run(input)
  } catch (error) {
    if (!target?.isDeclared?.(error)) report(input, 'thrown', error)
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

async function execute(input: string) {
  current = input
  const heap = process.memoryUsage().heapUsed
  // Compiling and collecting take their time once: what is slow is so again.
  if ((await cpuMsOf(input)) > MAX_MS && (await cpuMsOf(input)) > MAX_MS) {
    const ms = await cpuMsOf(input)
    if (ms > MAX_MS) report(input, 'hang', `${String(Math.round(ms))} ms`)
  }
  if (process.memoryUsage().heapUsed - heap > MAX_HEAP_GROWTH)
    report(input, 'memory', 'the heap grew too much')
}

const random = createRandom(Number(seed))
const corpus = [...(await target.seeds())]
const fromGrammar = target.grammar ? fc.sample(target.grammar, { seed: Number(seed), numRuns: 300 }) : []
const coverage = startCoverage()
let executions = 0
for (const input of [...corpus, ...fromGrammar]) {
  await execute(input)
  executions += 1
}
corpus.push(...fromGrammar.slice(0, 50))
const first = (coverage.takeNew(), coverage.reached)
const end = performance.now() + Number(seconds) * 1_000
while (performance.now() < end) {
  const inputs = Array.from({ length: BATCH }, () => mutate(random.pick(corpus), corpus, random))
  for (const input of inputs) await execute(input)
  executions += inputs.length
  if (coverage.takeNew() > 0 && corpus.length < MAX_CORPUS)
    corpus.push(...inputs.filter((input) => input.length < 20_000))
}
process.stdout.write(
  `${JSON.stringify({ executions, first, reached: coverage.reached, finds: finds.size })}\n`,
)
process.exit(0)
