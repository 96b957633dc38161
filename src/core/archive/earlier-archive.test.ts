/** Tests that data of an earlier version is kept unchanged. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { openDatabase } from '#platform/sqlite/database.ts'
import { ARCHIVE_FILE } from './archive-file.ts'
import { createArchive, type Archive, type ArchivedList } from './create-archive.ts'
import { EARLIER_FILE } from './earlier-archive.ts'
import { earlierChains, writeEarlierFile } from './testing/earlier-file.ts'

let folder: string
let archive: Archive | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-earlier-'))
})
afterEach(() => {
  archive?.close()
  archive = undefined
  moved = undefined
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

let moved: string | undefined
const place = {
  read: () => moved,
  write: (to: string | null) => {
    moved = to ?? undefined
  },
}
const open = () =>
  (archive = createArchive({ dataDir: folder, folder: place, maxBytes: () => Infinity, isOn: () => true }))
const isThere = (name = EARLIER_FILE) => existsSync(join(folder, name))
const requestOf = (list: ListId, number: number) => ({
  source: 'eth',
  list,
  params: { address_hash: exampleAddress(number) },
  filters: {},
})
const TWO_INTERVALS = requestOf('address-transactions', 1)
const HOLDERS = requestOf('token-holders', 2)
const WHOLE = requestOf('address-transactions', 3)
const DETAIL = { source: 'eth', detail: 'address', params: { address_hash: exampleAddress(1) } } as const

/** Every page of a list, across gaps. */
function walk(list: ArchivedList | undefined) {
  const found: { readonly keys: string[]; unread: number; readonly gaps: unknown[] } = {
    keys: [],
    unread: 0,
    gaps: [],
  }
  let page = list?.first()
  while (page) {
    found.keys.push(...page.keys)
    found.unread += page.unread.length
    if (page.gap) found.gaps.push(page.gap)
    const next: Cursor | null = page.next
    page = next === null ? undefined : (list?.after(next) ?? list?.belowGap(next))
  }
  return found
}

function expectAll(from: Archive) {
  const { chain, whole } = earlierChains()
  const keys = chain.rows().map(({ hash }) => hash)
  expect(walk(from.list(TWO_INTERVALS))).toEqual({
    keys: [...keys.slice(0, 50), ...keys.slice(200, 350)],
    unread: 1,
    gaps: [{ from: 450, to: 299 }],
  })
  expect(from.list(TWO_INTERVALS)?.coverage()).toMatchObject({
    intervals: [
      { top: 499, bottom: 450, rows: 51 },
      { top: 299, bottom: 150, rows: 150 },
    ],
    isComplete: false,
    readAt: 2_000,
  })
  expect(walk(from.list(HOLDERS)).keys).toEqual(['0', '1', '2', '3', '4'])
  expect(walk(from.list(WHOLE)).keys).toEqual(whole.rows().map(({ hash }) => hash))
  expect(from.list(WHOLE)?.coverage()).toMatchObject({ rows: 600, isComplete: true, readAt: 3_000 })
  expect(from.detail(DETAIL)).toMatchObject({ item: { coin_balance: '7' } })
}

test('lists with their gaps, lists in an order of their own, and single things are taken over by themselves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  writeEarlierFile(folder)
  const taken = open()
  expect(taken.isTakingOver()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([taken.isTakingOver(), isThere()]).toEqual([false, false])
  expectAll(taken)
  taken.close()
  expectAll(open())
})

test('a list of few rows is there as soon as it is asked for, one of many once it is whole', () => {
  writeEarlierFile(folder, (database) => {
    // Simulates a list that is longer than the limit for moving at once.
    database.exec('UPDATE chunks SET row_count = row_count * 100 WHERE list_id = 3')
  })
  const taken = open()
  expect(walk(taken.list(TWO_INTERVALS)).keys).toHaveLength(200)
  expect(taken.list(WHOLE)).toBeUndefined()
  while (taken.list(WHOLE) === undefined) expect(taken.takeOver()).toBe(true)
  expectAll(taken)
})

test('ended in the middle of a list, it goes on: nothing is missing, nothing twice', () => {
  writeEarlierFile(folder)
  for (let steps = 1; isThere(); steps += 1) {
    const taken = open()
    for (let step = 0; step < steps; step += 1) taken.takeOver()
    taken.close()
  }
  expectAll(open())
})

test('where the disk refuses a part, nothing of the list is lost', () => {
  writeEarlierFile(folder)
  const taken = open()
  const beside = openDatabase(join(folder, ARCHIVE_FILE))
  // Fails in the second half of a part.
  beside.exec(`CREATE TRIGGER full BEFORE INSERT ON bodies
    WHEN (SELECT count(*) FROM bodies) = 3 BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  while (taken.takeOver());
  expect(taken.isTakingOver()).toBe(true)
  beside.exec('DROP TRIGGER full')
  beside.close()
  while (taken.takeOver());
  expectAll(taken)
})

test('where the disk refuses to change the other file, it stays, and all is there after the next start', () => {
  writeEarlierFile(folder, (database) => {
    database.exec(
      "CREATE TRIGGER full BEFORE DELETE ON lists WHEN old.id = 3 BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
  })
  const taken = open()
  while (taken.takeOver());
  expect([isThere(), taken.isTakingOver()]).toEqual([true, true])
  taken.close()
  const beside = openDatabase(join(folder, EARLIER_FILE))
  beside.exec('DROP TRIGGER full')
  beside.close()
  const again = open()
  while (again.takeOver());
  expect(isThere()).toBe(false)
  expectAll(again)
})

test('what was read since then stays, and what was forgotten does not come back', () => {
  writeEarlierFile(folder)
  const first = open()
  const { chain } = earlierChains()
  chain.grow([1, 1])
  first.list(TWO_INTERVALS)?.writeNow(null, chain.page(null, 10))
  first.forgetList(WHOLE)
  first.forget('eth', exampleAddress(2))
  first.keepSources(() => true)
  first.close()
  // Simulates another start of the earlier version, with its own data.
  rmSync(join(folder, EARLIER_FILE))
  writeEarlierFile(folder, (database) => {
    database.exec('DELETE FROM chunks WHERE list_id > 1; DELETE FROM lists WHERE id > 1')
  })
  const taken = open()
  while (taken.takeOver());
  expect(walk(taken.list(TWO_INTERVALS)).keys[0]).toBe(chain.rows()[0]?.hash)
  expect(taken.list(WHOLE)?.rowCount()).toBe(0)
  expect(taken.list(HOLDERS)?.rowCount()).toBe(0)
})

test('of a source that is gone nothing is taken over; erased, the file goes too', () => {
  writeEarlierFile(folder)
  const taken = open()
  taken.keepSources((source) => source !== 'eth')
  while (taken.takeOver());
  expect([taken.status().sources, isThere()]).toEqual([[], false])
  taken.close()
  writeEarlierFile(folder)
  open().erase()
  expect(isThere()).toBe(false)
})

test('moved to another folder, all of it goes along', async () => {
  const other = join(folder, 'other')
  mkdirSync(other)
  writeEarlierFile(folder)
  const taken = open()
  await taken.move(other)
  expect(isThere()).toBe(false)
  expectAll(taken)
})

test('a file of a newer version stays as it is; one that is no database is set aside; one damaged body costs its list', () => {
  writeEarlierFile(folder, (database) => {
    database.exec('PRAGMA user_version = 999')
  })
  const before = readFileSync(join(folder, EARLIER_FILE))
  const newer = open()
  expect([newer.isTakingOver(), newer.list(WHOLE)?.isEmpty()]).toEqual([false, true])
  newer.close()
  expect(readFileSync(join(folder, EARLIER_FILE)).equals(before)).toBe(true)

  writeFileSync(join(folder, EARLIER_FILE), Buffer.alloc(50_000, 'no database at all'))
  const damaged = open()
  expect([damaged.isTakingOver(), damaged.status().problem]).toEqual([false, undefined])
  expect([isThere(), isThere('chainglass.archive-damaged.sqlite')]).toEqual([false, true])
  damaged.close()

  writeEarlierFile(folder, (database) => {
    database.exec("UPDATE chunks SET body = x'00' WHERE list_id = 3")
  })
  const taken = open()
  while (taken.takeOver());
  expect(taken.list(WHOLE)?.rowCount()).toBe(0)
  expect(walk(taken.list(TWO_INTERVALS)).keys).toHaveLength(200)
  expect(taken.status().problem).toBeUndefined()
})
