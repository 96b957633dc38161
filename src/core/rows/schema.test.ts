/** The constraints of the file, and that forgotten rows leave no traces in it. */
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { createArchive, type Archive } from '../archive/create-archive.ts'

let folder: string
let archive: Archive
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-rows-'))
  archive = createArchive({
    dataDir: folder,
    maxBytes: () => Infinity,
    isOn: () => true,
  })
  database = openDatabase(join(folder, ARCHIVE_FILE))
})
afterEach(() => {
  database.close()
  archive.close()
  rmSync(folder, { recursive: true })
})

const write = (source: string, name: string, count = 3) => {
  const items = Array.from({ length: count }, (_, at) => ({
    hash: `0x${String(at)}`,
    block_number: 10 - at,
    position: 0,
    from: { hash: exampleAddress(at), name: `${name} ${String(at)}` },
    to: { hash: exampleAddress(7) },
    value: '1',
  }))
  archive
    .list({
      source,
      list: 'address-transactions',
      params: { address_hash: exampleAddress(7) },
      filters: {},
    })
    ?.writeNow(null, { items, keys: items.map(({ hash }) => hash), unread: [], next: null })
}
const namesOf = () =>
  database
    .all<{ text: string }>("SELECT text FROM names WHERE text <> '' ORDER BY id")
    .map(({ text }) => text)
const findsText = (text: string) =>
  database.get<{ count: number }>(
    'SELECT count(*) AS count FROM name_texts WHERE name_texts MATCH ?',
    `"${text}"`,
  )?.count

test('intervals of a list do not overlap', () => {
  write('eth', 'Bank')
  const add = (top: number, bottom: number) =>
    database.run(
      `INSERT INTO intervals (list_id, top_height, top_rank, bottom_height, bottom_rank, is_end)
        VALUES (1, ?, 0, ?, 0, 0)`,
      top,
      bottom,
    )
  // The written rows are from 10 down to 8.
  for (const [top, bottom] of [
    [10, 10],
    [20, 10],
    [8, 1],
    [20, 1],
    [9, 9],
  ] as const)
    expect(() => add(top, bottom), `${String(top)} to ${String(bottom)}`).toThrow()
  expect(add(7, 5)).toBe(1)
  expect(add(20, 11)).toBe(1)
  expect(() => database.run('UPDATE intervals SET bottom_height = 8 WHERE top_height = 20')).toThrow()
  expect(() => add(3, 4)).toThrow()
})

test('names go with the last row that has them, from the full-text index too', () => {
  write('eth', 'Bank')
  write('other', 'Harbour', 1)
  // Enough names to be added to the full-text index.
  const many = Array.from({ length: 6_000 }, (_, at) => ({
    hash: `0x${at.toString(16)}`,
    block_number: 10_000 - at,
    position: 0,
    from: { hash: exampleAddress(at), name: `Filling ${String(at)}` },
    to: { hash: exampleAddress(7) },
    value: '1',
  }))
  archive
    .list({
      source: 'eth',
      list: 'address-transactions',
      params: { address_hash: exampleAddress(8) },
      filters: {},
    })
    ?.writeNow(null, { items: many, keys: many.map(({ hash }) => hash), unread: [], next: null })
  write('eth', 'Bank')
  expect([findsText('bank 1'), findsText('filling 5999'), findsText('harbour')]).toEqual([1, 1, 1])
  archive.forget('eth')
  expect(namesOf()).toEqual(['["Harbour 0"]'])
  expect([findsText('bank 1'), findsText('filling 5999'), findsText('harbour')]).toEqual([0, 0, 1])
})

test('a row that is given in a lower block is not held twice: what was held above is of another branch', () => {
  const list = archive.list({
    source: 'eth',
    list: 'address-transactions',
    params: { address_hash: exampleAddress(1) },
    filters: {},
  })
  const page = (rows: readonly (readonly [hash: string, height: number])[], next: Cursor | null) => ({
    items: rows.map(([hash, block_number]) => ({ hash, block_number, position: 0 })),
    keys: rows.map(([hash]) => hash),
    unread: [],
    next,
  })
  const below = { block_number: 100, index: 0 }
  list?.writeNow(null, page([['0xa', 100]], below))
  list?.writeNow(below, page([['0xb', 20]], null))
  expect(list?.coverage()).toMatchObject({ rows: 2, isComplete: true })
  const moved: (readonly [string, number])[] = [
    ['0xa', 98],
    ['0xb', 20],
  ]
  expect(list?.writeNow(below, page(moved, null))).toBe('refused')
  expect(list?.coverage().rows).toBe(1)
  list?.writeNow(null, page(moved, null))
  expect(list?.coverage()).toMatchObject({ rows: 2, isComplete: true })
})
