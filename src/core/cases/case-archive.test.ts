/** Tests the file of cases' rows: rows of an earlier version are there, and are removed when they should be. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { EARLIER_FILE } from '../archive/earlier-archive.ts'
import type { Archive } from '../archive/create-archive.ts'
import { writeEarlierFile } from '../archive/testing/earlier-file.ts'
import { createCaseArchive } from './case-archive.ts'

let data: string
let folder: string
const listOf = (archive: Archive | undefined) =>
  archive?.list({
    source: 'case-1',
    list: 'address-transactions',
    params: { address_hash: exampleAddress(3) },
    filters: {},
  })

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chainglass-cases-'))
  folder = join(data, 'cases')
  mkdirSync(folder)
  writeEarlierFile(folder, (database) => {
    database.exec("UPDATE lists SET source = 'case-1'")
  })
})
afterEach(() => {
  rmSync(data, { recursive: true })
})
const isThere = () => existsSync(join(folder, EARLIER_FILE))

test('rows of an earlier version are there, with when they were read, after a restart too', () => {
  for (let starts = 0; starts < 2; starts += 1) {
    const cases = createCaseArchive(data)
    const list = listOf(cases.open())
    expect(list?.rowCount()).toBe(600)
    expect(list?.first()?.kept?.readAt).toBe(3_000)
    expect(isThere()).toBe(false)
    cases.close()
  }
})

test('a damaged file is set aside, and begun anew', () => {
  writeFileSync(join(folder, EARLIER_FILE), Buffer.alloc(50_000, 'no database at all'))
  const cases = createCaseArchive(data)
  expect(listOf(cases.open())?.isEmpty()).toBe(true)
  expect(isThere()).toBe(false)
  const damaged = join(folder, 'chainglass.archive-damaged.sqlite')
  expect(readFileSync(damaged).includes('no database')).toBe(true)
  cases.erase()
  expect(existsSync(damaged)).toBe(false)
  cases.close()
})

test('a file of a newer version is left alone, and goes when everything is erased', () => {
  writeEarlierFile(folder, (database) => {
    database.exec('PRAGMA user_version = 999')
  })
  const cases = createCaseArchive(data)
  expect(listOf(cases.open())?.isEmpty()).toBe(true)
  expect(isThere()).toBe(true)
  cases.erase()
  expect(isThere()).toBe(false)
  cases.close()
})
