/** The time of a page of the index for a short and a long chain, and the size of the index on disk. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { ChainReader, Position } from '#service/chain-reader.ts'
import { openSqliteIndex } from '#service/indexer/store/sqlite-index.ts'
import { longChain } from '#service/indexer/testing/long-chain.ts'
import { below, type Figure, median } from './figure.ts'

const SHORT = 10_000
const LONG = 1_000_000

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  try {
    return await pages(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function pages(folder: string): Promise<Figure[]> {
  const short = longChain(openSqliteIndex(join(folder, 'short.sqlite')), SHORT)
  const long = longChain(openSqliteIndex(join(folder, 'long.sqlite')), LONG)
  // Moves the write-ahead log into the file, whose size is measured.
  long.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const figures = [
    { name: 'rows into SQLite, in the end 1,000,000 transfers', value: long.rowsPerSecond, unit: 'a second' },
    { name: 'on disk, transfers only', value: long.database.bytes / LONG, unit: 'bytes a transfer' },
    ...(await pageFigures(short.reader, long.reader, long)),
  ]
  short.close()
  long.close()
  return figures
}

/** Figures for 10,000 and for 1,000,000 transfers. */
export async function pageFigures(
  short: Pick<ChainReader, 'list'>,
  long: Pick<ChainReader, 'list'>,
  { token, busiest }: { readonly token: string; readonly busiest: string },
): Promise<Figure[]> {
  const lists: readonly (readonly [
    label: string,
    id: Parameters<ChainReader['list']>[0],
    of: string | null,
    filters: object,
  ])[] = [
    ['latest transfers', 'token-transfers', null, {}],
    ['latest transfers of a kind', 'token-transfers', null, { type: ['ERC-20'] }],
    ['transfers of a token', 'token-transfers-of-token', token, {}],
    ['transactions of an address', 'address-transactions', busiest, {}],
  ]
  const figures: Figure[] = []
  for (const [label, id, of, filters] of lists) {
    const request = { params: of === null ? {} : { address_hash: of }, filters: { ...filters }, limit: 50 }
    const deep: Position = { block_number: 40, index: 5, value: '30' }
    const [few, many, last] = await pageMs([
      () => short.list(id, { ...request, after: null }),
      () => long.list(id, { ...request, after: null }),
      () => long.list(id, { ...request, after: deep }),
    ])
    figures.push(
      below(`a page of ${label}, at 1,000,000 transfers`, many, 5, 'ms'),
      below('  against one at 10,000', many / few, 1.2, 'x'),
      below('  its last page against its first', last / many, 1.2, 'x'),
    )
  }
  return figures
}

/** Medians of pages that take turns, so that a noisy moment of the machine falls on all of them. */
async function pageMs(
  reads: readonly [() => unknown, () => unknown, () => unknown],
): Promise<[number, number, number]> {
  const times: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < 220; round++) {
    for (const [index, read] of reads.entries()) {
      const from = performance.now()
      await read()
      // The first rounds warm up what every later page finds warm.
      if (round >= 20) times[index as 0 | 1 | 2].push(performance.now() - from)
    }
  }
  return [median(times[0]), median(times[1]), median(times[2])]
}
