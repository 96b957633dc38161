/** The file of the rows that came with cases: what an earlier version wrote is there, and goes when it is to go. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/sqlite/database.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { CHUNK_FORMAT } from '../archive/chunk-format.ts'
import { createArchive, type Archive } from '../archive/create-archive.ts'
import { createChainModel } from '../archive/testing/chain-model.ts'
import { createCaseArchive } from './case-archive.ts'

let data: string
let folder: string
const READ_AT = 1_700_000_000_000
const listOf = (archive: Archive | undefined) =>
  archive?.list({
    source: 'case-1',
    list: 'address-transactions',
    params: { address_hash: exampleAddress(1) },
    filters: {},
  })

/** As an earlier version wrote it. */
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chainglass-cases-'))
  folder = join(data, 'cases')
  mkdirSync(folder)
  const earlier = createArchive({
    dataDir: folder,
    maxBytes: () => Infinity,
    isOn: () => true,
    now: () => READ_AT,
    format: CHUNK_FORMAT,
  })
  const chain = createChainModel()
  chain.grow([1, 1, 1])
  listOf(earlier)?.writeNow(null, chain.page(null, 50))
  earlier.close()
})
afterEach(() => {
  rmSync(data, { recursive: true })
})
const isThere = () => existsSync(join(folder, CHUNK_FORMAT.file))

test('rows of an earlier version are there, with when they were read, after a restart too', () => {
  for (let starts = 0; starts < 2; starts += 1) {
    const cases = createCaseArchive(data)
    const page = listOf(cases.open())?.first()
    expect(page?.items).toHaveLength(3)
    expect(page?.kept?.readAt).toBe(READ_AT)
    expect(isThere()).toBe(false)
    cases.close()
  }
})

test('a damaged file is set aside, and begun anew', () => {
  writeFileSync(join(folder, CHUNK_FORMAT.file), Buffer.alloc(50_000, 'no database at all'))
  const cases = createCaseArchive(data)
  expect(listOf(cases.open())?.isEmpty()).toBe(true)
  expect(isThere()).toBe(false)
  const damaged = join(folder, CHUNK_FORMAT.damagedFile)
  expect(readFileSync(damaged).includes('no database')).toBe(true)
  cases.erase()
  expect(existsSync(damaged)).toBe(false)
  cases.close()
})

test('a file that can not be taken over is left alone, and goes when everything is erased', () => {
  const database = openDatabase(join(folder, CHUNK_FORMAT.file))
  database.exec('PRAGMA user_version = 999')
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const cases = createCaseArchive(data)
  expect(listOf(cases.open())?.isEmpty()).toBe(true)
  expect(isThere()).toBe(true)
  cases.erase()
  expect(isThere()).toBe(false)
  cases.close()
})
