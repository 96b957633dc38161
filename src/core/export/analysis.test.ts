/** Tests the DuckDB query in docs/analysis.md on an exported file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportJob } from '#shared/rpc/contract/export.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { openDuckDb } from './testing/duck-db.ts'

const document = readFileSync(new URL('../../../docs/analysis.md', import.meta.url), 'utf8')
const query = /## DuckDB\n[^]*?```sql\n([^]*?)```/.exec(document)?.[1] ?? ''

let instance: ChainInstance
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-analysis-'))
  instance = await startChainInstance()
})
afterEach(async () => {
  await instance.stop()
  rmSync(folder, { recursive: true })
})

interface Sent {
  readonly from: { readonly hash: string }
  readonly timestamp: string
  readonly value: string
}

test('its sums are those of the rows, to the wei', async () => {
  instance.chain.grow(Array.from({ length: 3_000 }, () => 1))
  const core = await createTestCore(folder)
  const client = connectInMemory(core.server)
  let jobs: readonly ExportJob[] = []
  client.subscribe('export.jobs', {}, (now) => (jobs = now))
  const added = await client.call('sources.add', { url: instance.url, chainId: '1' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  const owner = exampleAddress(1)
  for (const format of ['parquet', 'jsonl'] as const)
    await client.call('export.start', {
      source: added.data.id,
      list: 'address-transactions',
      params: { address_hash: owner },
      filters: {},
      where: '',
      zone: 'utc',
      format,
    })
  await expect.poll(() => jobs.map(({ state }) => state), { timeout: 30_000 }).toEqual(['done', 'done'])
  core.close()

  const sums = new Map<string, { wei: bigint; rows: bigint }>()
  for (const line of readFileSync(jobs[0]!.file, 'utf8').trimEnd().split('\n')) {
    const { from, timestamp, value } = JSON.parse(line) as Sent
    if (from.hash !== owner) continue
    const month = timestamp.slice(0, 7)
    const { wei, rows } = sums.get(month) ?? { wei: 0n, rows: 0n }
    sums.set(month, { wei: wei + BigInt(value), rows: rows + 1n })
  }
  const duck = await openDuckDb()
  await duck.run(`SET file_search_path = '${folder}'`)
  const found = (await duck.runAndReadAll(query))
    .getRows()
    .map(([month, , rows, wei]) => [String(month).slice(0, 7), { wei: BigInt(String(wei)), rows }])
  duck.closeSync()
  expect(found.length).toBeGreaterThan(0)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sums))
})
