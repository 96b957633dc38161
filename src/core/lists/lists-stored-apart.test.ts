/**
 * Open lists whose pages can't be archived: all rows of the source are shown. Over the contract, real HTTP and real files;
 * only the clock is fake.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import type { ChainItem } from '../archive/testing/chain-instance.ts'
import { listOf } from '../archive/testing/open-list.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'
import { openedList, settled } from './testing/opened-list.ts'

const ROWS = 260
const PAGE = 50

let world: CoreWithInstance
let { instance, source, client } = {} as CoreWithInstance

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    shouldAdvanceTime: true,
    now: Date.UTC(2026, 9, 7, 12),
  })
  world = await startCoreWithInstance(Array.from({ length: ROWS }, () => 1))
  ;({ instance, source, client } = world)
})
afterEach(async () => {
  vi.useRealTimers()
  await world.end()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const open = (list: Parameters<typeof openedList>[1] = listOf(source), by: RpcClient = client) =>
  openedList(by, list)
const hashes = () => instance.chain.rows().map(({ hash }) => hash)
const asked = () => instance.asked.length
const keptRows = async () => {
  const status = await client.call('archive.status', {})
  return status.ok ? status.data.sources.map(({ rows }) => rows) : undefined
}
const upsideDown = (items: readonly ChainItem[]) => items.toReversed()
/** Keys of the first pages, in the order of the source. */
const upsideDownPages = (count: number) =>
  Array.from({ length: count }, (_, page) =>
    hashes()
      .slice(page * PAGE, (page + 1) * PAGE)
      .reverse(),
  ).flat()

describe('a list that is not in the order of the chain', () => {
  test('is shown as it came, page after page, and can be asked, sorted and added up; nothing of it is kept', async () => {
    instance.gives = upsideDown
    const list = open()
    await settled(list, { loaded: PAGE, isWhole: false, isEnd: false, isCurrent: true })
    expect(await list.keys()).toEqual(upsideDownPages(1))
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE })
    expect(await list.keys()).toEqual(upsideDownPages(2))
    expect(asked()).toBe(2)
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isEnd: true })
    const sorted = await list.find({ sort: { by: 'block', descending: true } })
    expect(sorted.rows.map(({ key }) => key)).toEqual(hashes().slice(0, 200))
    expect(await list.find({ text: 'block>200' })).toMatchObject({ count: ROWS - 201, loaded: ROWS })
    const totals = await client.call('rows.totals', {
      scope: { of: 'list', ...listOf(source) },
      ...{ text: '', zone: 'utc', fold: false, grouping: 'counterparty', offset: 0, limit: 5 },
    })
    expect(totals).toMatchObject({ ok: true, data: { totals: { rows: ROWS } } })
    expect(await keptRows()).toEqual([])
    list.close()
    instance.gives = undefined
    const again = open()
    await settled(again, { loaded: PAGE })
    expect(await again.keys()).toEqual(hashes().slice(0, PAGE))
    expect(await keptRows()).toEqual([PAGE])
  })

  test.each([
    ['beyond what a number can tell', 2 ** 53],
    ['beyond any number', `${'9'.repeat(30)}`],
    ['negative', -1],
    ['a fraction', 1.5],
  ])('is shown with a height that is %s', async (_, height) => {
    instance.gives = (items) => items.map((item, at) => (at === 3 ? { ...item, block_number: height } : item))
    const list = open()
    await settled(list, { isCurrent: true })
    expect(list.state().loaded).toBe(PAGE)
    expect((await list.find()).rows).toHaveLength(PAGE)
  })

  test('more pending rows than a page are told, and what follows them is held', async () => {
    const first = hashes()[60]
    const lowest = instance.chain.rows().find(({ hash }) => hash === first)?.block_number ?? 0
    instance.gives = (items) =>
      items.map((item) => (item.block_number > lowest ? { ...item, block_number: null } : item))
    const list = open()
    await settled(list, { loaded: 0, isEnd: false })
    await list.call('lists.more')
    await settled(list, { loaded: 40 })
    expect(list.state().pending.map(({ key }) => key)).toEqual(hashes().slice(0, 60))
    expect(await list.keys()).toEqual(hashes().slice(60, 100))
  })

  test('is shown though nothing in it can be read', async () => {
    instance.gives = (items) => items.map((_, at) => ({ nothing: at }))
    const list = open()
    await settled(list, { loaded: PAGE })
    expect((await list.find()).rows).toHaveLength(PAGE)
  })

  test('further down: what stands above stays, and it is read to its end', async () => {
    const list = open()
    await settled(list, { loaded: PAGE })
    instance.gives = upsideDown
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE, isEnd: false })
    const second = hashes()
      .slice(PAGE, 2 * PAGE)
      .reverse()
    expect(await list.keys()).toEqual([...hashes().slice(0, PAGE), ...second])
    expect(await keptRows()).toEqual([PAGE])
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isEnd: true })
    expect(await keptRows()).toEqual([PAGE])
  })

  test('further down, where all of it is loaded', async () => {
    const list = open()
    await settled(list, { loaded: PAGE })
    instance.gives = upsideDown
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isEnd: true })
    expect((await list.keys()).slice(0, PAGE)).toEqual(hashes().slice(0, PAGE))
  })

  test('though it was: what is kept stays as it is, and what came since is shown', async () => {
    const list = open()
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isWhole: true })
    await pass(1_000)
    const before = asked()
    instance.chain.grow([1, 1])
    instance.gives = upsideDown
    await pass(20_000)
    // Kept rows were looked for in three pages.
    await expect.poll(list.state).toMatchObject({ isReading: false, loaded: 3 * PAGE })
    expect(await list.keys()).toEqual(upsideDownPages(3))
    expect(asked()).toBe(before + 4)
    instance.chain.grow([1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ isCurrent: false })
    expect(asked()).toBe(before + 5)
    await list.call('lists.refresh')
    await settled(list, { isCurrent: true })
    expect(await list.keys()).toEqual(upsideDownPages(3))
    expect(await keptRows()).toEqual([ROWS])
    list.close()
    instance.gives = undefined
    const again = open()
    await settled(again, { isCurrent: true })
    expect((await again.keys()).slice(0, PAGE)).toEqual(hashes().slice(0, PAGE))
  })

  test('that goes round in a circle is not read without end', async () => {
    instance.gives = () =>
      instance.chain
        .rows()
        .slice(0, 3)
        .map(({ hash }) => ({ hash }))
    const list = open()
    await settled(list)
    await list.call('lists.loadAll')
    await settled(list)
    expect(asked()).toBeLessThan(100)
  })
})

describe('a page whose cursor leads nowhere', () => {
  const error = { error: { code: 'bad_response', kind: 'cursor_repeats' }, retryInMs: null }

  test.each(['lists.more', 'lists.loadAll'] as const)('is shown, and read on from (%s)', async (call) => {
    const list = open()
    await settled(list, { loaded: PAGE })
    instance.repeatsBelow = ROWS
    await list.call(call)
    await settled(list, { loaded: 2 * PAGE, isEnd: false, isWhole: false, error })
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
    await list.call('lists.retry')
    await settled(list, { loaded: 2 * PAGE, error })
    instance.repeatsBelow = undefined
    await list.call('lists.retry')
    await expect.poll(list.state).not.toHaveProperty('error')
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isWhole: true })
    expect(await list.keys()).toEqual(hashes().slice(0, 200))
  })

  test('is shown as it came, where it is not in the order of the chain', async () => {
    const list = open()
    await settled(list, { loaded: PAGE })
    instance.gives = upsideDown
    instance.repeatsBelow = ROWS
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE, isEnd: false, error })
  })
})

describe('where nothing can be written', () => {
  /** Deletes the archive and the temporary file. */
  async function withoutFiles() {
    world.core.close()
    for (const ending of ['', '-wal', '-shm'])
      rmSync(join(world.folder, ARCHIVE_FILE + ending), { force: true })
    mkdirSync(join(world.folder, ARCHIVE_FILE))
    rmSync(join(world.folder, 'local'), { recursive: true, force: true })
    writeFileSync(join(world.folder, 'local'), 'no folder')
    await world.start()
    client = world.client
  }
  /** Simulates a full disk: reading works, inserts fail. */
  function fillDisk() {
    const file = new DatabaseSync(join(world.folder, ARCHIVE_FILE))
    file.exec("CREATE TRIGGER no_room BEFORE INSERT ON bodies BEGIN SELECT raise(ABORT, 'full'); END")
    file.close()
  }
  function emptyDisk() {
    const file = new DatabaseSync(join(world.folder, ARCHIVE_FILE))
    file.exec('DROP TRIGGER no_room')
    file.close()
  }

  test('no file at all: lists are read, asked and followed like any other', async () => {
    await withoutFiles()
    const list = open()
    await settled(list, { loaded: PAGE, isCurrent: true })
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE })
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
    await pass(1_000)
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ loaded: 2 * PAGE + 2, newer: { count: 2 } })
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS + 2, isWhole: true })
  })

  test('a full disk: what is kept is shown with what is read on top and below, until the list is closed', async () => {
    const first = open()
    await settled(first, { loaded: PAGE })
    first.close()
    await pass(60_000)
    fillDisk()
    instance.chain.grow([1, 1])
    const list = open()
    await settled(list, { loaded: PAGE + 2, isCurrent: true })
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE + 2 })
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE + 2))
    expect(asked()).toBe(3)
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS + 2, isWhole: true })
    expect(await keptRows()).toEqual([PAGE])
    list.close()
    emptyDisk()
    const again = open()
    await settled(again, { loaded: PAGE + 2, isCurrent: true })
    expect(await keptRows()).toEqual([PAGE + 2])
  })

  test('what would take too much memory is an error that can be read; what is here stays', async () => {
    await withoutFiles()
    instance.chain.grow(Array.from({ length: 50_000 }, () => 1))
    instance.pageSize = 1_000
    instance.gives = (items) => items.map(({ hash, block_number }) => ({ hash, block_number }))
    const list = open()
    await settled(list, { loaded: 1_000 })
    await list.call('lists.loadAll')
    await settled(list, {
      loaded: 50_000,
      error: { error: { code: 'storage', kind: 'full', target: 'archive' }, retryInMs: null },
    })
    const before = asked()
    await list.call('lists.retry')
    await settled(list, { loaded: 50_000, error: { error: { code: 'storage' } } })
    expect(asked()).toBe(before)
    expect((await list.find()).loaded).toBe(50_000)
  })

  test('a disk that is full while all of it is loaded', async () => {
    const list = open()
    await settled(list, { loaded: PAGE })
    fillDisk()
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isWhole: true })
    expect(list.state()).not.toHaveProperty('error')
  })

  test('a disk that is full when new rows come', async () => {
    const list = open()
    await settled(list, { loaded: PAGE })
    await pass(1_000)
    fillDisk()
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ loaded: PAGE + 2, newer: { count: 2 } })
  })
})

describe('of several addresses', () => {
  const merged = () => ({ ...listOf(source), others: [exampleAddress(2)] })

  test('one whose source says something of it takes the others along', async () => {
    const one = open({ ...listOf(source), params: { address_hash: exampleAddress(2) } })
    await settled(one, { loaded: PAGE })
    instance.says = 'Not all of it is indexed yet.'
    const list = open(merged())
    await settled(list, { loaded: 2 * PAGE, isCurrent: true })
    expect(await list.keys()).toEqual(hashes().slice(0, PAGE))
    const { rows } = await list.find()
    expect(rows).toHaveLength(PAGE)
    await list.call('lists.more')
    await settled(list, { loaded: 3 * PAGE })
    await list.call('lists.more')
    await settled(list, { loaded: 4 * PAGE })
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
  })

  test('one that is out of order is shown with the others', async () => {
    const one = open({ ...listOf(source), params: { address_hash: exampleAddress(2) } })
    await settled(one, { loaded: PAGE })
    instance.gives = upsideDown
    const list = open(merged())
    await settled(list, { loaded: 2 * PAGE, isCurrent: true })
    expect(new Set(await list.keys())).toEqual(new Set(hashes().slice(0, PAGE)))
  })
})
