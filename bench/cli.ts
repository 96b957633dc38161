/**
 * The command line as a program of its own, built: from its start to its first row, and how fast it answers over kept rows.
 * A bare `node` that prints a line is measured beside it: what no program of Node can be below.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArchive } from '#core/archive/create-archive.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startService } from '../e2e/service.ts'
import { below, median, type Figure } from './figure.ts'
import { fillArchive } from './many-rows.ts'

const RUNS = 11
const ROWS = 200_000
const MIN_ROWS_PER_SECOND = 50_000
const CLI = join(import.meta.dirname, '..', 'out', 'node', 'cli.js')

export async function run(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  try {
    return [...(await measureStarts(dataDir)), await measureAsk(dataDir), await measureDump(dataDir)]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function measureStarts(dataDir: string): Promise<Figure[]> {
  const list = [CLI, 'list', 'transactions', '--source', 'sample', '--jsonl', '--data-dir', dataDir]
  // The first compiles it, and makes the folder.
  await read(list)
  const [bare, first]: [number[], number[]] = [[], []]
  for (let n = 0; n < RUNS; n += 1) {
    bare.push((await read(['--eval', 'console.log("row")'])).firstMs)
    first.push((await read(list)).firstMs)
  }
  return [
    { name: 'bare node to its first line', value: median(bare), unit: 'ms' },
    below('start to first row of the sample chain', median(first), 300, 'ms'),
  ]
}

async function measureAsk(dataDir: string): Promise<Figure> {
  const asked = [CLI, 'ask', 'amount>=0', '--all', '--jsonl', '--data-dir', dataDir]
  const service = await startService({ transactions: 20 })
  try {
    const core = await createTestCore(dataDir)
    const added = await connectInMemory(core.server).call('sources.add', { url: service.url })
    core.close()
    if (!added.ok) throw new Error(added.error.code)
    const archive = createArchive({ dataDir, maxBytes: () => Infinity, isOn: () => true })
    fillArchive(archive, added.data.id, ROWS)
    asked.push('--source', added.data.id)
    archive.close()
  } finally {
    await service.close()
  }
  const rates: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const { lines, firstMs, allMs } = await read(asked)
    if (lines !== ROWS) throw new Error(`ask printed ${String(lines)} rows of ${String(ROWS)}.`)
    rates.push(lines / ((allMs - firstMs) / 1_000))
  }
  const value = median(rates)
  return {
    name: 'ask, rows a second from the first on',
    value,
    unit: 'rows/s',
    aim: `> ${MIN_ROWS_PER_SECOND.toLocaleString('en')} rows/s`,
    met: value > MIN_ROWS_PER_SECOND,
  }
}

/** A whole list of a URL that is no source: its pages pass through. */
async function measureDump(dataDir: string): Promise<Figure> {
  const service = await startService({ transactions: ROWS })
  try {
    const [busiest] = service.suggestedAddresses
    const list = [CLI, 'list', busiest!.address, 'transactions', '--all', '--jsonl']
    const { lines, peak } = await read([...list, '--source', service.url, '--data-dir', dataDir])
    if (lines !== ROWS) throw new Error(`list printed ${String(lines)} rows of ${String(ROWS)}.`)
    return below(`a dump of ${ROWS.toLocaleString('en')} rows, peak memory`, peak / 1_000, 200, 'MB')
  } finally {
    await service.close()
  }
}

/** Says the peak of its memory in kB at its end. */
const MEASURED = `data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))`

/** Runs Node with these arguments; times from its start to its first byte and to its end, in ms; its peak memory in kB. */
async function read(args: readonly string[]) {
  const from = performance.now()
  const child = spawn(process.execPath, ['--import', MEASURED, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [lines, firstMs, said] = [0, 0, '']
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    firstMs ||= performance.now() - from
    for (const byte of chunk) if (byte === 10) lines += 1
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${said}`)
  const peak = Number(/\d+\s*$/.exec(said)?.[0])
  return { lines, firstMs, allMs: performance.now() - from, peak }
}
