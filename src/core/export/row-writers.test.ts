/** Tests every format by reading it with other programs' readers, also after an interruption. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DuckDBConnection } from '@duckdb/node-api'
import { rawItem } from '#shared/chain/invalid-fields.ts'
import { anyItem } from '#shared/chain/testing/any-item.ts'
import {
  rowTable,
  UNREAD_COLUMN,
  type ExportPage,
  type RowTable,
  type Value,
} from '#shared/export/export-row.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { readCsvCell } from '#shared/text/csv-cell.ts'
import type { ExportFormat } from '#shared/rpc/contract/export.ts'
import { openRowWriter } from './open-row-writer.ts'
import type { WriterState } from './row-writer.ts'
import { openDuckDb } from './testing/duck-db.ts'

const CONTEXT: RowContext = {
  ownAddress: `0x${'11'.repeat(20)}`,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map([[`0x${'22'.repeat(20)}`, '=treasury, "cold"']]),
  zone: 'utc',
}
const FORMATS: readonly ExportFormat[] = ['csv', 'jsonl', 'parquet']
const folder = mkdtempSync(join(tmpdir(), 'chainglass-export-'))
let duck: DuckDBConnection

beforeAll(async () => {
  duck = await openDuckDb()
})
afterAll(() => {
  duck.closeSync()
  rmSync(folder, { recursive: true })
})

const tableOf = (list: ListId) => rowTable(listEndpoint(list).resource, '1', CONTEXT)
const ABOUT = { list: 'some-list', chainId: '1', filter: 'out failed', at: Date.UTC(2026, 9, 7) }
const rowsOf = (table: RowTable, pages: readonly ExportPage[]) => pages.flatMap((page) => table.rowsOf(page))

interface Written {
  readonly format: ExportFormat
  readonly table: RowTable
  readonly pages: readonly ExportPage[]
  /** The number of pages before the save; writing stops without a close one page later. */
  readonly interruptedAfter?: number
}

async function write({ format, table, pages, interruptedAfter }: Written): Promise<string> {
  const path = join(folder, `${format}-${String(Math.random())}`)
  let from: WriterState | undefined
  let done = 0
  if (interruptedAfter !== undefined) {
    const writer = await openRowWriter(format, { path, table, about: ABOUT, from: undefined })
    for (const [at, page] of pages.entries()) {
      await writer.write(page)
      if (at >= interruptedAfter) break
      const saved = await writer.save()
      if (saved) [from, done] = [saved, at + 1]
    }
    await writer.close()
    appendFileSync(path, 'what was written before the program was killed')
  }
  // Parquet rows wait for their group: if none was written, the file begins again.
  const writer = await openRowWriter(format, { path, table, about: ABOUT, from })
  for (const page of pages.slice(done)) await writer.write(page)
  await writer.finish()
  await writer.close()
  return path
}

/** Strict RFC 4180. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',') continue
    rows.push(row)
    row = []
    if (cell.lastIndex === text.length) return rows
  }
  throw new Error('This is no CSV.')
}

const asCsv = (table: RowTable, value: Value, at: number): string => {
  const column = table.columns[at]
  if (value === null) return ''
  if (column?.type === 'time') return new Date(Number(value)).toISOString()
  return String(value)
}
/** UTF-8 can't encode a lone surrogate. */
const inUtf8 = (text: string) => text.toWellFormed()

describe.each(LIST_IDS)('%s', (list) => {
  const pages = fc.array(
    fc.record({
      items: fc.array(anyItem(listItem(list)), { minLength: 1, maxLength: 4 }),
      unread: fc.array(
        fc
          .jsonValue()
          .map((value) => ({ position: 0, path: '', found: '', expected: '', raw: JSON.stringify(value) })),
        { maxLength: 1 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )

  test('CSV read back is the rows', async () => {
    const table = tableOf(list)
    await fc.assert(
      fc.asyncProperty(pages, fc.nat(3), async (given, interruptedAfter) => {
        const path = await write({ format: 'csv', table, pages: given, interruptedAfter })
        const [heads, ...rows] = readCsv(readFileSync(path, 'utf8'))
        expect(heads).toEqual(table.columns.map(({ name }) => name))
        const read = rows.map((row) =>
          row.map((cell, at) => {
            const { name, type } = table.columns[at]!
            if (name === UNREAD_COLUMN) return cell === '' ? '' : (JSON.parse(readCsvCell(cell)) as unknown)
            if (type === 'number') return cell === '' ? '' : String(Number(cell))
            return /^-?\d+(\.\d+)?$/.test(cell) ? cell : readCsvCell(cell)
          }),
        )
        expect(read).toEqual(
          rowsOf(table, given).map((row) =>
            row.map((value, at) =>
              table.columns[at]?.name === UNREAD_COLUMN && value !== null
                ? (JSON.parse(inUtf8(String(value))) as unknown)
                : inUtf8(asCsv(table, value, at)),
            ),
          ),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('Parquet read back by DuckDB is the rows', async () => {
    const table = tableOf(list)
    await fc.assert(
      fc.asyncProperty(pages, async (given) => {
        const path = await write({ format: 'parquet', table, pages: given })
        const read = (
          await duck.runAndReadAll(
            `SELECT * EXCLUDE (list, chain, filter, exported_at) FROM read_parquet('${path}')`,
          )
        ).getRows()
        expect(read.map((row) => row.map(plainValue))).toEqual(
          rowsOf(table, given).map((row) =>
            row.map((value, at) => {
              const text = typeof value === 'string' ? inUtf8(value) : value
              return table.columns[at]?.type === 'list' && typeof text === 'string' ? text.split(' ') : text
            }),
          ),
        )
      }),
      { numRuns: 10 },
    )
  })
})

/** A time in its original form. */
function plainValue(value: unknown) {
  if (typeof value !== 'object' || value === null) return value
  if ('micros' in value) return Number((value as { micros: bigint }).micros / 1_000n)
  return 'items' in value ? value.items : value
}

const LIST = 'address-transactions'
const transactions = (from: number, count: number): ExportPage => ({
  items: Array.from({ length: count }, (_, at) => ({
    hash: `0x${(from + at).toString(16).padStart(64, '0')}`,
    block_number: 20_000_000 - from - at,
    timestamp: '2026-01-02T03:04:05.000000Z',
    value: String(2n ** 200n + BigInt(from + at)),
    status: 'ok',
  })),
  unread: [],
})

test('JSON Lines are the items as they came', async () => {
  const items = fc.array(anyItem(listItem(LIST)), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(items, async (given) => {
      const path = await write({
        format: 'jsonl',
        table: tableOf(LIST),
        pages: [{ items: given, unread: [] }],
      })
      const lines = readFileSync(path, 'utf8').split('\n')
      expect(lines.pop()).toBe('')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
        given.map((item) => JSON.parse(inUtf8(JSON.stringify(rawItem(item)))) as unknown),
      )
    }),
    { numRuns: 30 },
  )
})

test.each(FORMATS)('%s: a file that was gone on with is the one that was written at once', async (format) => {
  const table = tableOf(LIST)
  // Several Parquet groups.
  const pages = Array.from({ length: 9 }, (_, at) => transactions(at * 4_000, 4_000))
  const whole = readFileSync(await write({ format, table, pages }))
  for (const interruptedAfter of [1, 3, 7]) {
    const path = await write({ format, table, pages, interruptedAfter })
    expect(readFileSync(path).equals(whole)).toBe(true)
  }
  if (format !== 'parquet') return
  const path = await write({ format, table, pages, interruptedAfter: 7 })
  const [[rows, sum]] = (
    await duck.runAndReadAll(
      `SELECT count(*), string_agg(value, '+' ORDER BY block_number DESC) FROM read_parquet('${path}')`,
    )
  ).getRows() as [[bigint, string]]
  expect(rows).toBe(36_000n)
  expect(sum.split('+').reduce((total, value) => total + BigInt(value), 0n)).toBe(
    36_000n * 2n ** 200n + (36_000n * 35_999n) / 2n,
  )
})

test('a text that a table program would run is none in a cell, and what does not fit is kept', async () => {
  const table = tableOf(LIST)
  const item = {
    hash: '0x1',
    timestamp: 'soon',
    gas_limit: String(2n ** 64n),
    from: { hash: `0x${'22'.repeat(20)}` },
    to: { hash: '0x3', name: '=HYPERLINK("http://evil.example")' },
  }
  const path = await write({ format: 'csv', table, pages: [{ items: [item], unread: [] }] })
  const [heads, row] = readCsv(readFileSync(path, 'utf8'))
  const cell = (name: string) => row?.[heads!.indexOf(name)]
  expect(cell('to_name')).toBe('\'=HYPERLINK("http://evil.example")')
  expect(cell('from_name')).toMatch(/^'=/)
  expect(JSON.parse(cell(UNREAD_COLUMN)!)).toEqual({ timestamp: 'soon', gas_limit: String(2n ** 64n) })
})
