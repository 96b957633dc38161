/** How soon all of a list of this machine is there once it is asked about: by a core, of the sample chain's own service. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { Worker } from 'node:worker_threads'
import { noNodes } from '#core/nodes/testing/no-nodes.ts'
import { below, type Figure } from './figure.ts'

const LENGTHS = [
  [20_000, 3],
  [1_000_000, 90],
] as const

export async function run(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [transactions, maxSeconds] of LENGTHS) {
    const { whole, first } = await readList(transactions)
    const rows = transactions.toLocaleString('en')
    figures.push(
      { name: `${rows} rows: the first can be asked`, value: first, unit: 's' },
      below(`${rows} rows: all of them can`, whole, maxSeconds, 's'),
    )
  }
  return figures
}

/** Seconds until a question has an answer, and until it is of all rows. */
async function readList(transactions: number) {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const service = await startService(transactions)
  const core = await createTestCore(folder, {
    services: { sampleUrl: () => Promise.resolve(service.url), nodes: noNodes },
  })
  const client = connectInMemory(core.server)
  const list = {
    source: 'sample',
    list: 'address-transactions',
    params: { address_hash: service.address },
    filters: {},
  } as const
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1_000
  let first: number | undefined
  let isAsked = false
  try {
    return await new Promise<{ readonly first: number; readonly whole: number }>((resolve, reject) => {
      client.subscribe('lists.open', list, ({ id, loaded, isWhole, error }) => {
        if (!isAsked) void client.call('lists.loadAll', { id })
        isAsked = true
        if (loaded > 0) first ??= seconds()
        if (isWhole) resolve({ first: first ?? 0, whole: seconds() })
        if (error) reject(new Error(JSON.stringify(error)))
      })
    })
  } finally {
    core.close()
    await service.close()
    rmSync(folder, { recursive: true })
  }
}

/** In a thread of its own, as beside a core. */
async function startService(transactions: number) {
  const worker = new Worker(new URL('./sample-service.ts', import.meta.url), { workerData: transactions })
  const { url } = await new Promise<{ readonly url: string }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  const [busiest] = createSampleChain({ transactions }).suggestedAddresses()
  return { url, address: busiest?.address ?? '', close: () => worker.terminate() }
}
