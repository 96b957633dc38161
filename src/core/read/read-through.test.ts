/**
 * Lists through the archive, over real HTTP and a real file: which pages are requested from the source, and which are not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/sqlite/database.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import { listOf, openList, readPage, readWholeList } from '../archive/testing/open-list.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'

let world: CoreWithInstance
let { instance, folder, source, client } = {} as CoreWithInstance

beforeEach(async () => {
  // A row in each second block.
  world = await startCoreWithInstance(Array.from({ length: 1_200 }, (_, at) => at % 2))
  ;({ instance, folder, source, client } = world)
})
afterEach(() => world.end())

async function start() {
  await world.start()
  client = world.client
}
async function restart() {
  world.core.close()
  await start()
}
/** Number of pages requested during `work`. */
async function requestsOf(work: () => Promise<unknown>) {
  const before = instance.asked.length
  await work()
  return instance.asked.length - before
}
const hashes = () => instance.chain.rows().map(({ hash }) => hash)
const readAll = async () => {
  expect(await readWholeList(client, source)).toEqual(hashes())
}

test('a list is walked once; then only its head is asked for, after a restart too', async () => {
  expect(await requestsOf(readAll)).toBe(12)
  expect(await requestsOf(readAll)).toBe(1)
  await restart()
  expect(await requestsOf(readAll)).toBe(1)
})

test('what is new is read down to what is held, and nothing further', async () => {
  await readAll()
  instance.chain.grow(Array.from({ length: 100 }, () => 1))
  expect(await requestsOf(readAll)).toBe(3)
  expect(await requestsOf(readAll)).toBe(1)
})

test('after a reorganisation the blocks that changed are read again', async () => {
  await readAll()
  instance.chain.reorganise(
    20,
    Array.from({ length: 21 }, () => 2),
  )
  expect(await requestsOf(readAll)).toBeLessThanOrEqual(2)
  expect(await requestsOf(readAll)).toBe(1)
})

test('many new rows leave a gap, which is filled as it is scrolled to', async () => {
  await readAll()
  instance.chain.grow(Array.from({ length: 500 }, () => 1))
  const head = await openList(client, source)
  expect(head.keys).toHaveLength(150)
  // The source stops before the gap is reached: the stored rows below it are shown, and the gap is reported.
  await instance.stop()
  const below = await readPage(client, source, head.next)
  expect(below.gap).toEqual({ from: 1_550, to: 1_199 })
  expect(below.keys[0]).toBe(hashes()[500])
  await instance.start()
  expect(await requestsOf(readAll)).toBeLessThanOrEqual(10)
  expect(await requestsOf(readAll)).toBe(1)
})

test('a source that is gone: everything that was read opens, with its age; what was not says why', async () => {
  await openList(client, source)
  await instance.stop()
  await restart()
  const first = await readPage(client, source, null)
  expect(first.keys).toEqual(hashes().slice(0, 50))
  expect(Math.abs(Date.now() - (first.kept?.readAt ?? 0))).toBeLessThan(60_000)
  expect(await client.call('lists.page', { ...listOf(source), cursor: first.next })).toMatchObject({
    ok: false,
    error: { code: 'offline' },
  })
  // A refresh returns the stored page and the reason why it is not current.
  expect(await client.call('lists.page', { ...listOf(source), cursor: null, refresh: true })).toMatchObject({
    ok: true,
    data: { keys: first.keys, kept: { ...first.kept, failure: { code: 'offline' } } },
  })
  const below = { ...listOf(source), cursor: first.next, offline: true }
  expect(await client.call('lists.page', below)).toMatchObject({ ok: true, data: { items: [], gap: {} } })
})

test('a single thing: what is kept at once, on request how it is now, and what is kept where that fails', async () => {
  const { params } = listOf(source)
  const read = async (refresh?: boolean) => {
    const response = await client.call('details.read', { source, detail: 'address', params, refresh })
    if (!response.ok) throw new Error(JSON.stringify(response.error))
    const { item, kept } = response.data
    return { balance: (item as { coin_balance: string }).coin_balance, kept }
  }
  expect(await read()).toEqual({ balance: '600', kept: undefined })
  instance.chain.grow([1])
  const kept = await read()
  expect(kept.balance).toBe('600')
  expect(Math.abs(Date.now() - (kept.kept?.readAt ?? 0))).toBeLessThan(60_000)
  expect(await read(true)).toEqual({ balance: '601', kept: undefined })
  expect(await read()).toMatchObject({ balance: '601' })

  await instance.stop()
  await restart()
  const held = await read(true)
  expect(held).toMatchObject({ balance: '601', kept: { failure: { code: 'offline' } } })
  await client.call('settings.change', { keepRead: false })
  expect(await client.call('details.read', { source, detail: 'address', params })).toMatchObject({
    ok: false,
    error: { code: 'offline' },
  })
})

test('a cursor that the source refuses is walked anew from above', async () => {
  const first = await openList(client, source)
  const second = await readPage(client, source, first.next)
  instance.cursorVersion += 1
  const third = await readPage(client, source, second.next)
  expect(third.keys).toEqual(hashes().slice(100, 150))
  // The cursor before it is refused too, so the list is read from the head to the cursor's position.
  expect(instance.asked).toHaveLength(7)
  await readAll()
})

test('turned off, nothing is kept; forgotten, nothing is left of it in the file', async () => {
  await readAll()
  const hash = hashes()[0]!
  const status = await client.call('archive.status', {})
  expect(status).toMatchObject({ data: { isOn: true, sources: [{ source, lists: 1, rows: 600 }] } })
  await client.call('settings.change', { keepRead: false })
  expect(await requestsOf(readAll)).toBe(12)
  await client.call('settings.change', { keepRead: true })
  await client.call('archive.forget', { source })
  expect(await client.call('archive.status', {})).toMatchObject({ data: { sources: [] } })
  expect(await requestsOf(readAll)).toBe(12)
  await client.call('data.erase', { confirm: 'erase everything' })
  await restart()
  expect(readFileSync(join(folder, ARCHIVE_FILE)).includes(hash.slice(2))).toBe(false)
})

test('a damaged file is set aside and begun anew; what a person typed stays', async () => {
  await readAll()
  world.core.close()
  writeFileSync(join(folder, ARCHIVE_FILE), Buffer.alloc(50_000, 'no database at all'))
  await start()
  expect(await client.call('archive.status', {})).toMatchObject({
    data: { isOn: true, problem: 'was_damaged', sources: [] },
  })
  expect(readFileSync(join(folder, 'chainglass.lists-damaged.sqlite')).includes('no database')).toBe(true)
  expect(await requestsOf(readAll)).toBe(12)
  expect(await requestsOf(readAll)).toBe(1)
})

test('a page in the file that is damaged is found when it is read', async () => {
  await readAll()
  world.core.close()
  const database = openDatabase(join(folder, ARCHIVE_FILE))
  database.run(`UPDATE bodies SET json = ?`, Buffer.from('nothing that was ever compressed'))
  database.close()
  await start()
  expect(await requestsOf(readAll)).toBe(12)
  expect(await client.call('archive.status', {})).toMatchObject({ data: { problem: 'was_damaged' } })
})

test('a file of a newer version is left alone: nothing is kept, and everything is read', async () => {
  await readAll()
  world.core.close()
  const database = openDatabase(join(folder, ARCHIVE_FILE))
  database.exec('PRAGMA user_version = 999')
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const before = readFileSync(join(folder, ARCHIVE_FILE))
  await start()
  expect(await client.call('archive.status', {})).toMatchObject({ data: { isOn: false, problem: 'newer' } })
  expect(await requestsOf(readAll)).toBe(12)
  expect(readFileSync(join(folder, ARCHIVE_FILE)).equals(before)).toBe(true)
})
