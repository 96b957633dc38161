/** docs/columns.md has the type of each CSV column, and DuckDB reads a CSV of the command line with them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDuckDb } from '#core/export/testing/duck-db.ts'
import type { WireItem } from '#service/chain-reader.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { rowTable, type Column } from '#shared/export/export-row.ts'
import { RESOURCES } from '#shared/lists/resources.ts'
import { runProgram } from '../testing/run-command.ts'

const document = readFileSync(new URL('../../../docs/columns.md', import.meta.url), 'utf8')
const TYPES: Readonly<Record<Column['type'], string>> = {
  text: 'VARCHAR',
  amount: 'VARCHAR',
  list: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  time: 'TIMESTAMP',
  boolean: 'BOOLEAN',
  decimal: 'HUGEINT',
  binary: 'BLOB',
}
const CONTEXT = {
  ...{ ownAddress: undefined, ownToken: undefined, zone: 'utc' as const },
  ...{ coin: { symbol: 'COIN', decimals: 18 }, labels: new Map<string, string>() },
}

const typesOf = (kind: string) =>
  new RegExp(`^## ${kind}\n\n\`\`\`sql\n(types = \\{[^]*?\\})\n\`\`\``, 'm').exec(document)?.[1] ?? ''

test.each(RESOURCES)('the columns of %s are told', (kind) => {
  const told = rowTable(kind, '1', CONTEXT).columns.map(
    ({ name, type }) => `  '${name}': '${TYPES[type]}',\n`,
  )
  expect(typesOf(kind)).toBe(`types = {\n${told.join('')}}`)
})

let service: Service
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-columns-'))
  const reader = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7) })
  service = await createService({ reader })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const ask = (...args: readonly string[]) =>
  runProgram([...args, '--source', service.url, '--data-dir', ':memory:'])
const parsed = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

test('DuckDB reads them without losing a digit, also of a file for Excel', async () => {
  const owner = createSampleChain({ seed: 'cli', transactions: 400 }).suggestedAddresses()[0]!.address
  const { stdout } = await ask('list', owner, 'transactions', '--all', '--jsonl')
  const rows = parsed(stdout) as readonly { readonly value: string; readonly timestamp: string | null }[]
  const sum = rows.reduce((total, { value }) => total + BigInt(value), 0n)
  const duck = await openDuckDb()
  for (const more of [[], ['--excel']]) {
    const file = join(folder, `rows${String(more.length)}.csv`)
    expect((await ask('export', owner, 'transactions', '--out', file, ...more)).code).toBe(0)
    const text = readFileSync(file, 'utf8')
    expect(text.startsWith('\ufeffhash,')).toBe(more.length > 0)
    const listed = await ask('list', owner, 'transactions', '--all', more[0] ?? '--csv')
    expect(listed.stdout).toBe(text)
    const sums = await duck.runAndReadAll(
      `SELECT sum(value::HUGEINT)::VARCHAR, count(timestamp) FROM read_csv('${file}', ${typesOf('transaction')})`,
    )
    expect(sums.getRows()).toEqual([
      [String(sum), BigInt(rows.filter(({ timestamp }) => timestamp !== null).length)],
    ])
  }
  duck.closeSync()
  const refused = await ask('export', owner, 'transactions', '--out', join(folder, 'rows.jsonl'), '--excel')
  expect(refused.code).toBe(2)
})

/** Decimals that no amount of 256 bits could fill: its contract is a joke, or worse. */
async function serveTooMany(): Promise<Service> {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7) })
  const changed = (item: WireItem): WireItem => ({
    ...item,
    token: { ...(item.token as WireItem), decimals: '78' },
  })
  return createService({
    reader: {
      ...chain,
      async list(id, request) {
        const page = await chain.list(id, request)
        return page && { ...page, items: page.items.map(changed) }
      },
    },
  })
}

test.each(['none', 'too many'])(
  'a token with %s decimals is counted in its smallest unit, in files as in questions',
  async (which) => {
    const other = which === 'none' ? undefined : await serveTooMany()
    onTestFinished(() => other?.close())
    const list = ['list', 'transfers', '--filter', 'type=ERC-1155', '--all', '--jsonl']
    const fields = ['--fields', 'amount,amount_approx,token_decimals']
    const place = ['--source', (other ?? service).url, '--data-dir', ':memory:']
    const read = async (...more: readonly string[]) =>
      parsed((await runProgram([...list, ...fields, ...place, ...more])).stdout) as readonly {
        readonly amount: string
        readonly amount_approx: number | null
        readonly token_decimals: number | null
      }[]
    const rows = (await read()).filter((row) => row.token_decimals === (other ? 78 : null))
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map((row) => row.amount_approx)).toEqual(rows.map((row) => Number(row.amount)))
    const most = rows.reduce((max, { amount }) => Math.max(max, Number(amount)), 0)
    const found = await read('--where', `amount=${String(most)}`)
    expect(found.map((row) => row.amount)).toContain(String(most))
  },
)
