/** Following a node: how fast a chain is caught up, and who waits for whom. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { anvilPath, startAnvil } from '#service/indexer/testing/anvil.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { below, type Figure } from './figure.ts'
import type { CatchUp } from './indexer-follow.ts'
import { ponderCatchUp } from './indexer-ponder.ts'

const TRANSACTIONS = 20_000
const PER_BLOCK = 100

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  try {
    return anvilPath() === null ? [] : await catchUp(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function catchUp(folder: string): Promise<Figure[]> {
  const anvil = await startAnvil({ threads: 0 })
  try {
    const workload = await Workload.deploy(anvil.url)
    await workload.make(TRANSACTIONS, PER_BLOCK)
    const { found, bytes } = await follow(anvil.url, join(folder, 'whole'))
    const kept = await follow(anvil.url, join(folder, 'kept'), workload.at.Hybrid)
    return [
      { name: 'blocks caught up', value: found.blocks / found.seconds, unit: 'a second' },
      {
        name: 'transactions caught up (blocks, receipts, logs, transfers, balances)',
        value: found.transactions / found.seconds,
        unit: 'a second',
      },
      {
        name: 'transactions caught up, with call frames',
        value: found.transactions / found.secondsWithFrames,
        unit: 'a second',
      },
      { name: 'time spent waiting for the node', value: found.waiting * 100, unit: '%' },
      below('our own share of one core', (found.cpuSeconds / found.seconds) * 100, 40, '%'),
      {
        name: 'our own work, start included',
        value: (found.cpuSeconds / found.transactions) * 1e6,
        unit: 'µs a transaction',
      },
      below('memory while catching up', found.peakMegabytes, 300, 'MB'),
      { name: '  against half way of the blocks', value: found.peakMegabytes / found.peakHalfway, unit: 'x' },
      {
        name: 'on disk, of this mix, with call frames',
        value: bytes / found.transactions,
        unit: 'bytes a transaction',
      },
      ...besideKept(kept, { found, bytes }),
      ...(await beside(anvil.url, found)),
    ]
  } finally {
    await anvil.stop()
  }
}

interface Followed {
  readonly found: CatchUp
  readonly bytes: number
}

/** In a process of its own, for all of the chain or for some addresses of it. */
async function follow(url: string, dataDir: string, ...only: readonly string[]): Promise<Followed> {
  const script = join(import.meta.dirname, 'indexer-follow.ts')
  const args = ['--max-semi-space-size=8', script, url, dataDir, ...only]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  // Closed by now: what was written ahead is in the file.
  const bytes = readdirSync(dataDir).reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
  return { found: JSON.parse(stdout) as CatchUp, bytes }
}

/** An index of one contract, which a twenty-fifth of the transactions call, against that of the whole chain. */
const besideKept = (kept: Followed, whole: Followed): Figure[] => [
  below('kept for one contract: its time against all', kept.found.seconds / whole.found.seconds, 1, 'x'),
  {
    name: '  with call frames',
    value: kept.found.secondsWithFrames / whole.found.secondsWithFrames,
    unit: 'x',
  },
  below('  our own work', kept.found.cpuSeconds / whole.found.cpuSeconds, 0.8, 'x'),
  below('  on disk', kept.bytes / whole.bytes, 0.25, 'x'),
]

/** The same chain through ponder, if CHAINGLASS_PONDER names a folder where `npm i ponder@1.0.0 viem hono` was run. */
async function beside(rpcUrl: string, ours: CatchUp): Promise<Figure[]> {
  const folder = process.env.CHAINGLASS_PONDER
  if (folder === undefined) return []
  const ponder = await ponderCatchUp(folder, rpcUrl)
  return [
    {
      name: `ponder, only the ${ponder.transfers.toLocaleString('en')} ERC-20 transfers of the same chain`,
      value: ours.transactions / ponder.seconds,
      unit: 'transactions a second',
    },
    { name: '  its time against ours for every list', value: ponder.seconds / ours.seconds, unit: 'x' },
    {
      name: '  against ours with call frames',
      value: ponder.seconds / ours.secondsWithFrames,
      unit: 'x',
    },
  ]
}
