/** A list is read to its end over real HTTP, into a real file: the requested pages, and the stored rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { listOf } from '../archive/testing/open-list.ts'
import type { ListPager } from './list-pager.ts'
import { openKeep } from '../keep/testing/open-keep.ts'
import type { Place } from './page-through-list.ts'

type PagingRequest = Parameters<ListPager['readAll']>[0]

const ROWS = 20_000

let instance: ChainInstance
let folder: string
let opened: ReturnType<typeof openKeep>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-walk-'))
  instance = await startChainInstance()
})
afterEach(async () => {
  opened.close()
  await instance.stop()
  rmSync(folder, { recursive: true })
})

function start(rows: number) {
  // A row in each second block.
  instance.chain.grow(Array.from({ length: rows * 2 }, (_, at) => at % 2))
  opened = openKeep({ folder, url: instance.url })
}
const readAll = (request: Partial<PagingRequest> = {}) =>
  opened.pager.readAll({
    list: listOf(opened.source),
    purpose: 'keeping',
    signal: new AbortController().signal,
    refreshesHead: true,
    ...request,
  })
/** Number of requested pages; checks that all rows are stored then. */
async function readAndCount(request: Partial<PagingRequest> = {}) {
  const before = instance.asked.length
  await readAll(request)
  expect(heldHashes()).toEqual(hashes())
  const held = list().coverage()
  expect(held).toMatchObject({ rows: hashes().length, isComplete: true })
  return instance.asked.length - before
}
/** Stops after some pages, as a person or a budget does. */
async function readSome(pages: number, request: Partial<PagingRequest> = {}) {
  const controller = new AbortController()
  let left = pages
  const ended = readAll({
    ...request,
    signal: controller.signal,
    onPage(progress) {
      request.onPage?.(progress)
      left -= 1
      if (left === 0) controller.abort()
    },
  })
  await expect(ended).rejects.toMatchObject({ error: { code: 'cancelled' } })
}
const list = () => opened.archive.list(listOf(opened.source))!
const hashes = () => instance.chain.rows().map(({ hash }) => hash)
function heldHashes() {
  const held: string[] = []
  for (let page = list().first(); page; page = page.next ? list().after(page.next) : undefined)
    held.push(...page.keys)
  return held
}

test('a long list: its pages once, then its head, what is new, a gap, what a reorganisation replaced', async () => {
  start(ROWS)
  expect(await readAndCount()).toBe(ROWS / 50)
  expect(await readAndCount()).toBe(1)
  expect(await readAndCount({ refreshesHead: false })).toBe(0)
  instance.chain.grow(Array.from({ length: 100 }, () => 1))
  expect(await readAndCount()).toBe(3)
  instance.chain.grow(Array.from({ length: 5_000 }, () => 1))
  // The beginning was read meanwhile, so a gap is left below it.
  await readSome(4)
  expect(list().coverage().intervals).toMatchObject([{ rows: 200 }, { rows: ROWS + 100 }])
  expect(await readAndCount({ refreshesHead: false })).toBe(97)
  instance.chain.reorganise(
    20,
    Array.from({ length: 21 }, () => 2),
  )
  expect(await readAndCount()).toBeLessThanOrEqual(2)
  expect(new Set(instance.asked).size).toBe(instance.asked.length - 4)
})

test('ended at any page, it goes on there: no page is asked for twice', async () => {
  start(1_000)
  const progress: number[] = []
  for (const pages of [1, 4, 2, 7])
    await readSome(pages, { refreshesHead: false, onPage: ({ rows }) => progress.push(rows) })
  expect(await readAndCount({ refreshesHead: false })).toBe(20 - 14)
  expect(progress).toEqual(Array.from({ length: 14 }, (_, at) => (at + 1) * 50))
  expect(new Set(instance.asked).size).toBe(instance.asked.length)
})

test('a reorganisation while it is read', async () => {
  start(2_000)
  await readSome(5, { refreshesHead: false })
  instance.chain.reorganise(
    300,
    Array.from({ length: 310 }, () => 1),
  )
  await readAll({ refreshesHead: false })
  await readAndCount()
})

test('read again: every page, whatever is held; ended in the middle, it goes on there', async () => {
  start(1_000)
  await readAndCount()
  expect(await readAndCount({ readsAgainFrom: { cursor: null } })).toBe(20)
  let from: Place | undefined = { cursor: null }
  await readSome(6, { readsAgainFrom: from, onPage: ({ readsAgainFrom }) => (from = readsAgainFrom) })
  expect(await readAndCount({ readsAgainFrom: from })).toBe(14)
})

describe('a source that is not right', () => {
  test('cursors that it does not take any more are found anew from above', async () => {
    start(1_000)
    await readSome(8)
    instance.cursorVersion += 1
    // The cursor, the one before it, then from the head to its position, and on.
    expect(await readAndCount({ refreshesHead: false })).toBe(2 + 20)
  })

  test('pages that are not in the order of the list are read no further, and not held', async () => {
    start(1_000)
    const page = instance.chain.page.bind(instance.chain)
    instance.chain.page = (cursor, size) => {
      const given = page(cursor, size)
      return cursor && Number(cursor.block_number) < 1_500
        ? { ...given, items: given.items.toReversed() }
        : given
    }
    await expect(readAll()).rejects.toMatchObject({ problem: { kind: 'unsteady' } })
    expect(instance.asked.length).toBeLessThan(50)
    expect(heldHashes()).toEqual(hashes().slice(0, heldHashes().length))
    expect(list().coverage().isComplete).toBe(false)
    instance.chain.page = page
    await readAndCount()
  })

  test('a cursor that does not move ends it', async () => {
    start(1_000)
    instance.repeatsBelow = 1_500
    await expect(readAll()).rejects.toMatchObject({ error: { code: 'bad_response', kind: 'cursor_repeats' } })
    expect(list().coverage()).toMatchObject({ isComplete: false })
  })

  test('one that is gone: what was read until then stays', async () => {
    start(1_000)
    await readSome(3)
    await instance.stop()
    await expect(readAll({ refreshesHead: false })).rejects.toMatchObject({ error: { code: 'offline' } })
    expect(list().coverage()).toMatchObject({ rows: 150, isComplete: false })
    await instance.start()
    expect(await readAndCount({ refreshesHead: false })).toBe(17)
  })
})
