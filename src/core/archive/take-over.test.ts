/** What an archive of chunks holds is held by one of items, and says the same. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/sqlite/database.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { ROWS_FORMAT } from '../rows/rows-format.ts'
import { CHUNK_FORMAT } from './chunk-format.ts'
import { createArchive, type Archive } from './create-archive.ts'
import type { ArchiveFormat } from './list-storage.ts'
import { takeOver } from './take-over.ts'
import { createChainModel } from './testing/chain-model.ts'

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-take-over-'))
  now = 1_000
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const open = (format: ArchiveFormat) =>
  createArchive({ dataDir: folder, maxBytes: () => Infinity, isOn: () => true, now: () => now, format })
const readAt = (time: number) => {
  now = time
}
const history = (archive: Archive) =>
  archive.list({
    source: 'eth',
    list: 'address-transactions',
    params: { address_hash: exampleAddress(1) },
    filters: {},
  })!
const holders = (archive: Archive) =>
  archive.list({
    source: 'eth',
    list: 'token-holders',
    params: { address_hash: exampleAddress(2) },
    filters: {},
  })!
const DETAIL = { source: 'eth', detail: 'address', params: { address_hash: exampleAddress(1) } } as const

/** Every page of a list, over its gaps. */
function walk(list: ReturnType<typeof history>) {
  const pages: unknown[] = []
  let page = list.first()
  while (page) {
    pages.push(page.keys, page.gap)
    const next: Cursor | null = page.next
    page = next === null ? undefined : (list.after(next) ?? list.belowGap(next))
  }
  return pages.flat(2).filter((one) => one !== undefined)
}

test('lists with their gaps, lists in an order of their own, and single things, with when they were read', () => {
  const chain = createChainModel()
  chain.grow(Array.from({ length: 300 }, () => 1))
  const from = open(CHUNK_FORMAT)
  let cursor: Cursor | null = null
  for (let at = 0; at < 3; at += 1) {
    const page = chain.page(cursor, 50)
    history(from).writeNow(cursor, page)
    cursor = page.next
  }
  chain.grow(Array.from({ length: 200 }, () => 1))
  now = 2_000
  history(from).writeNow(null, chain.page(null, 50))
  const held = Array.from({ length: 5 }, (_, at) => ({ address: { hash: exampleAddress(at) }, value: '7' }))
  holders(from).writeNow(null, { items: held, keys: held.map((_, at) => String(at)), unread: [], next: null })
  from.writeDetail(DETAIL, { coin_balance: '7' })
  from.flush()
  const before = [walk(history(from)), walk(holders(from)), from.detail(DETAIL)]
  const coverage = history(from).coverage()
  expect(coverage.intervals).toHaveLength(2)
  from.close()

  const archive = open(ROWS_FORMAT)
  takeOver(folder, CHUNK_FORMAT, { archive, readAt })
  expect([walk(history(archive)), walk(holders(archive)), archive.detail(DETAIL)]).toEqual(before)
  expect(history(archive).coverage()).toEqual({ ...coverage, bytes: expect.any(Number) })
  expect(existsSync(join(folder, CHUNK_FORMAT.file))).toBe(false)
  archive.close()
})

test('a file of a newer version stays, and so does one that was left half way', () => {
  const chain = createChainModel()
  chain.grow([1, 1, 1])
  const from = open(CHUNK_FORMAT)
  history(from).writeNow(null, chain.page(null, 50))
  const before = walk(history(from))
  from.close()
  const setVersion = (version: number) => {
    const database = openDatabase(join(folder, CHUNK_FORMAT.file))
    database.exec(`PRAGMA user_version = ${String(version)}`)
    database.get('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
  setVersion(999)
  const archive = open(ROWS_FORMAT)
  takeOver(folder, CHUNK_FORMAT, { archive, readAt })
  expect(history(archive).isEmpty()).toBe(true)
  setVersion(4)
  history(archive).writeNow(null, chain.page(null, 2))
  takeOver(folder, CHUNK_FORMAT, { archive, readAt })
  expect(walk(history(archive))).toEqual(before)
  archive.close()
})
