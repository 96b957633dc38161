/** A million rows into a file: how long it takes, and how much memory it needs more than it had. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRowWriter } from '#core/export/open-row-writer.ts'
import { rowTable } from '#shared/export/export-row.ts'
import type { ExportFormat } from '#shared/rpc/contract/export.ts'
import { exampleTransaction } from '#shared/lists/testing/example-items.ts'
import { below, type Figure } from './figure.ts'

const ROWS = 1_000_000
const PAGE = 50
const MEGABYTE = 1_000_000

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  try {
    return [...(await write(folder, 'csv')), ...(await write(folder, 'parquet'))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function write(folder: string, format: ExportFormat): Promise<Figure[]> {
  const path = join(folder, `list.${format}`)
  const table = rowTable('transaction', '1', {
    ownAddress: undefined,
    ownToken: undefined,
    coin: { symbol: 'ETH', decimals: 18 },
    labels: new Map(),
    zone: 'utc',
  })
  const writer = await openRowWriter(format, {
    ...{ path, table, from: undefined },
    about: { list: 'address-transactions', chainId: '1', filter: '', at: Date.now() },
  })
  const from = performance.now()
  /** The memory after each of three parts. The first warms up; growth with the rows shows between the others. */
  const peaks = [0, 0, 0]
  for (let at = 0; at < ROWS; at += PAGE) {
    await writer.write({
      items: Array.from({ length: PAGE }, (_, n) => exampleTransaction(at + n)),
      unread: [],
    })
    if (at % 10_000 === 0) {
      const part = Math.floor((3 * at) / ROWS)
      peaks[part] = Math.max(peaks[part]!, process.memoryUsage().rss)
    }
  }
  await writer.finish()
  await writer.close()
  const seconds = (performance.now() - from) / 1_000
  const [, early = 0, late = 0] = peaks
  return [
    below(`1,000,000 rows to ${format}`, seconds, 60, 's'),
    below(`memory of ${format}, peak of the last third over that of the second`, late / early, 1.2, 'x'),
    { name: `memory of ${format}, peak`, value: late / MEGABYTE, unit: 'MB' },
    { name: `size of ${format}`, value: statSync(path).size / ROWS, unit: 'bytes a row' },
  ]
}
