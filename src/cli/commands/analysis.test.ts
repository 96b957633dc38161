/** Tests the DuckDB queries in docs/analysis.md on files of the app and of the command line, run as a process. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportJob } from '#shared/rpc/contract/export.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance, type ChainInstance } from '#core/archive/testing/chain-instance.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { runProgram } from '../testing/run-command.ts'
import { openDuckDb } from '#core/export/testing/duck-db.ts'

const document = readFileSync(new URL('../../../docs/analysis.md', import.meta.url), 'utf8')
const queries = [
  ...(document.split('## DuckDB')[1]?.split('\n## ')[0] ?? '').matchAll(/```sql\n([^]*?)```/g),
].map(([, sql]) => sql!)

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
  readonly fee: { readonly value: string }
  readonly transaction_types: readonly string[]
}

const owner = exampleAddress(1)

/** The rows that both have written, as JSON Lines say them. */
async function exportByApp(dataDir: string): Promise<readonly Sent[]> {
  const core = await createTestCore(dataDir)
  const client = connectInMemory(core.server)
  let jobs: readonly ExportJob[] = []
  client.subscribe('export.jobs', {}, (now) => (jobs = now))
  const added = await client.call('sources.add', { url: instance.url, chainId: '1' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  for (const format of ['parquet', 'jsonl'] as const)
    await client.call('export.start', {
      ...{ source: added.data.id, list: 'address-transactions', params: { address_hash: owner } },
      ...{ filters: {}, where: '', zone: 'utc', format },
    })
  await expect.poll(() => jobs.map(({ state }) => state)).toEqual(['done', 'done'])
  core.close()
  const lines = readFileSync(jobs[0]!.file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Sent)
}

const parquet = (...more: readonly string[]) =>
  runProgram([
    ...['export', owner, 'transactions', '--out', join(folder, 'exports', 'rows.parquet'), '--force'],
    ...['--source', instance.url, '--data-dir', join(folder, 'data'), ...more],
  ])

async function ask(sql: string) {
  const duck = await openDuckDb()
  await duck.run(`SET file_search_path = '${folder}'`)
  const rows = (await duck.runAndReadAll(sql)).getRows()
  duck.closeSync()
  return rows
}

test.each(['the app', 'the command line'])(
  'its queries run on files of %s, and its sums are those of the rows',
  async (by) => {
    instance.chain.grow(Array.from({ length: 1_000 }, () => 1))
    const rows = await exportByApp(by === 'the app' ? folder : join(folder, 'data'))
    if (by === 'the command line') {
      mkdirSync(join(folder, 'exports'))
      expect((await parquet('--offline')).code).toBe(0)
    }
    const sums = new Map<string, { wei: bigint; rows: bigint }>()
    for (const { from, timestamp, value } of rows) {
      if (from.hash !== owner) continue
      const month = timestamp.slice(0, 7)
      const { wei, rows: count } = sums.get(month) ?? { wei: 0n, rows: 0n }
      sums.set(month, { wei: wei + BigInt(value), rows: count + 1n })
    }
    expect(queries).toHaveLength(3)
    const [months, files, kinds] = [await ask(queries[0]!), await ask(queries[1]!), await ask(queries[2]!)]
    const found = months.map(([month, , count, wei]) => [
      String(month).slice(0, 7),
      { wei: BigInt(String(wei)), rows: count },
    ])
    expect(found.length).toBeGreaterThan(0)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sums))
    expect(files.map((row) => row.slice(0, 4))).toEqual([
      ['address-transactions', 1n, null, BigInt(rows.length)],
    ])
    const said = rows.flatMap((row) => row.transaction_types.map((kind) => [row, kind] as const))
    expect(said.length).toBeGreaterThan(0)
    expect(kinds.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(said.length)
    expect(kinds.reduce((sum, [, , , fees]) => sum + BigInt(String(fees)), 0n)).toBe(
      said.reduce((sum, [{ fee }]) => sum + BigInt(fee.value), 0n),
    )
  },
)

test('a file says what it is of, and holds amounts in the form that was asked for', async () => {
  instance.chain.grow(Array.from({ length: 200 }, () => 1))
  const rows = await exportByApp(join(folder, 'data'))
  mkdirSync(join(folder, 'exports'))
  const file = `read_parquet('exports/rows.parquet')`
  const wei = rows.reduce((sum, { value }) => sum + BigInt(value), 0n)
  for (const [form, sql, type] of [
    ['string', 'sum(value::HUGEINT)', 'VARCHAR'],
    ['decimal', 'sum(value)', 'DECIMAL(38,0)'],
    ['double', 'sum(value)', 'DOUBLE'],
    ['binary', 'max(hex(value))', 'BLOB'],
  ] as const) {
    expect((await parquet('--u256', form, '--where', 'value>=0')).code, form).toBe(0)
    const [[sum, kind]] = (await ask(`SELECT (${sql})::VARCHAR, any_value(typeof(value)) FROM ${file}`)) as [
      string[],
    ]
    expect(kind).toBe(type)
    if (form === 'double') expect(Number(sum)).toBeCloseTo(Number(wei), -Math.log10(Number(wei)) + 12)
    else if (form === 'binary')
      expect(BigInt(`0x${sum!}`)).toBe(
        rows.reduce((most, { value }) => (BigInt(value) > most ? BigInt(value) : most), 0n),
      )
    else expect(BigInt(sum!)).toBe(wei)
  }
  const about = await ask(
    `SELECT decode(key), decode(value) FROM parquet_kv_metadata('exports/rows.parquet')`,
  )
  expect(Object.fromEntries(about as [string, string][])).toMatchObject({
    'chainglass.list': 'address-transactions',
    'chainglass.chain': '1',
    'chainglass.filter': 'value>=0',
    'chainglass.exported_at': expect.stringMatching(/^20\d\d-.*Z$/) as string,
  })
})
