/** Lists of an instance that a window has open, over the contract, real HTTP and a real file; only the clock is fake. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { EventInput } from '#shared/rpc/contract.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createService } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { listOf } from '../archive/testing/open-list.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'
import { failed, openedList, settled } from './testing/opened-list.ts'

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
const MINUTE = 60_000

async function restart() {
  world.core.close()
  await world.start()
  client = world.client
}

const open = (list: EventInput<'lists.open'> = listOf(source), by: RpcClient = client) => openedList(by, list)
const hashes = () => instance.chain.rows().map(({ hash }) => hash)
const asked = () => instance.asked.length

describe('reading a list', () => {
  test('asks for the first page when it is opened, for the next only when told to, one at a time, to the end', async () => {
    const list = open()
    expect(list.state()).toMatchObject({ loaded: 0, isReading: true, isCurrent: false, readAt: null })
    await settled(list, { loaded: PAGE, isWhole: false, isEnd: false, isCurrent: true })
    expect(asked()).toBe(1)
    expect(await list.keys()).toEqual(hashes().slice(0, PAGE))
    for (let pages = 2; pages <= 6; pages += 1) {
      void list.call('lists.more')
      await list.call('lists.more')
      await settled(list, { loaded: Math.min(ROWS, pages * PAGE) })
      expect(asked()).toBe(pages)
    }
    expect(list.state()).toMatchObject({ isWhole: true, isEnd: true, gaps: [] })
    await list.call('lists.more')
    expect(asked()).toBe(6)
    expect(await list.keys()).toEqual(hashes().slice(0, 200))
  })

  test('brings up what answers questions over it, once it is read', async () => {
    const start = vi.spyOn(WorkerThread.prototype, 'start')
    onTestFinished(() => {
      start.mockRestore()
    })
    const list = open()
    await settled(list)
    expect(start).not.toHaveBeenCalled()
    await pass(1_000)
    expect(start).toHaveBeenCalledOnce()
  })

  test('a cursor that stands still is no end: it can be tried again from where it stands', async () => {
    instance.repeatsBelow = 250
    const list = open()
    await settled(list)
    await list.call('lists.more')
    await failed(list, {
      error: { error: { code: 'bad_response', kind: 'cursor_repeats' }, retryInMs: null },
    })
    instance.repeatsBelow = undefined
    await list.call('lists.retry')
    await settled(list, { isEnd: false })
    expect(list.state()).not.toHaveProperty('error')
  })
})

describe('errors', () => {
  test('keep what is loaded; a retry asks for the same page again', async () => {
    const list = open()
    await settled(list)
    instance.refuses = [500, { message: 'No' }]
    await list.call('lists.more')
    await failed(list, { loaded: PAGE, error: { error: { code: 'server_error' }, retryInMs: null } })
    instance.refuses = undefined
    const before = asked()
    await list.call('lists.more')
    expect(asked()).toBe(before)
    await list.call('lists.retry')
    await settled(list, { loaded: 2 * PAGE })
    expect(list.state()).not.toHaveProperty('error')
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
  })

  test('offline is tried again at growing intervals, and at once when the window asks', async () => {
    const list = open()
    await settled(list)
    await instance.stop()
    await list.call('lists.more')
    await failed(list, { error: { error: { code: 'offline' } } })
    expect(list.state().error?.retryInMs).toBeGreaterThan(2_000)
    expect(list.state().error?.retryInMs).toBeLessThanOrEqual(3_000)
    await pass(3_000)
    await expect
      .poll(async () => {
        await pass(500)
        return list.state().error?.retryInMs ?? 0
      })
      .toBeGreaterThan(5_000)
    await instance.start()
    await list.call('lists.retry')
    await settled(list, { loaded: 2 * PAGE })
    expect(list.state()).not.toHaveProperty('error')
  })

  test('goes on by itself when the time has come', async () => {
    const list = open()
    await settled(list)
    await instance.stop()
    await list.call('lists.more')
    await failed(list, { error: { error: { code: 'offline' } } })
    await instance.start()
    await pass(3_000)
    await settled(list, { loaded: 2 * PAGE })
  })

  test('a list that is closed asks for nothing by itself', async () => {
    const list = open()
    await settled(list)
    await instance.stop()
    await list.call('lists.more')
    await failed(list, { error: { error: { code: 'offline' } } })
    list.close()
    await instance.start()
    const before = asked()
    await pass(5 * MINUTE)
    expect(asked()).toBe(before)
  })
})

describe('what is kept', () => {
  test('is there at once; what a list was opened for goes on top, and nothing is read twice', async () => {
    const first = open()
    await settled(first)
    first.close()
    await pass(MINUTE)
    instance.chain.grow([1, 1])
    const list = open()
    expect(list.state()).toMatchObject({ loaded: PAGE, isCurrent: false, isReading: true })
    await settled(list, { loaded: PAGE + 2, isCurrent: true, newer: { count: 0, gap: false } })
    expect(asked()).toBe(2)
    expect(await list.keys()).toEqual(hashes().slice(0, PAGE + 2))
  })

  test('of a list that was closed a moment ago nothing is asked again', async () => {
    const first = open()
    await settled(first)
    first.close()
    const list = open()
    await settled(list, { loaded: PAGE, isCurrent: true })
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE })
    expect(asked()).toBe(2)
  })

  test('is there where its source is not, after a core that died too, with its age and why', async () => {
    const first = open()
    await settled(first)
    const { readAt } = first.state()
    await restart()
    await instance.stop()
    await pass(MINUTE)
    const list = open()
    await failed(list, { loaded: PAGE, isCurrent: false, readAt, error: { error: { code: 'offline' } } })
    expect(await list.keys()).toEqual(hashes().slice(0, PAGE))
    await instance.start()
    await list.call('lists.retry')
    await settled(list, { isCurrent: true })
  })

  test('and is on another branch of the chain now is replaced', async () => {
    const list = open()
    await settled(list)
    instance.chain.reorganise(10, [1, 1, 1])
    await list.call('lists.refresh')
    await expect.poll(async () => (await list.keys())[0]).toBe(hashes()[0])
    await settled(list)
    const { loaded } = list.state()
    expect(await list.keys()).toEqual(hashes().slice(0, loaded))
  })
})

describe('newer rows', () => {
  test.each([
    ['and nothing is in its place', 1, []],
    ['and a newer block has none', 1, [0, 0]],
    ['of several blocks', 3, [1]],
  ])('a row that is gone from the first page goes, %s', async (_, depth, rows) => {
    const list = open()
    await settled(list)
    await pass(1_000)
    instance.chain.reorganise(depth, rows)
    await pass(20_000)
    await expect
      .poll(async () => (await list.keys()).join() === hashes().slice(0, list.state().loaded).join())
      .toBe(true)
  })

  test('are counted, and are no newer than the rest once they are shown', async () => {
    const list = open()
    await settled(list)
    await pass(1_000)
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ newer: { count: 2, gap: false }, loaded: PAGE + 2 })
    instance.chain.grow([1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ newer: { count: 3, gap: false } })
    const all = await list.keys()
    expect(all).toEqual(hashes().slice(0, PAGE + 3))
    expect(await list.keys(list.state().newer.from)).toEqual(all.slice(3))
    await list.call('lists.showNewer')
    await settled(list, { newer: { count: 0, gap: false }, loaded: PAGE + 3 })
    expect(await list.keys(list.state().newer.from)).toEqual(all)
  })

  test('are counted for each window, and the list is read once', async () => {
    const [one, other] = [open(), open(listOf(source), connectInMemory(world.core.server))]
    await settled(one)
    await settled(other)
    await pass(1_000)
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(other.state).toMatchObject({ newer: { count: 2 } })
    await one.call('lists.showNewer')
    await settled(one, { newer: { count: 0 } })
    expect(other.state().newer.count).toBe(2)
    expect(asked()).toBe(2)
    await other.call('lists.more')
    await settled(one, { loaded: 2 * PAGE + 2 })
    one.close()
    await other.call('lists.more')
    await settled(other, { loaded: 3 * PAGE + 2 })
  })

  test('of several addresses as one wait, too', async () => {
    const list = open({ ...listOf(source), others: [exampleAddress(2)] })
    await settled(list)
    await pass(1_000)
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ newer: { count: 2, gap: false }, loaded: 2 * (PAGE + 2) })
    const all = await list.keys()
    expect(all).toEqual(hashes().slice(0, PAGE + 2))
    expect(await list.keys(list.state().newer.from)).toEqual(all.slice(2))
  })

  test('do not wait where the list is empty: nothing could move', async () => {
    instance.chain.reorganise(ROWS, [])
    const list = open()
    await settled(list, { loaded: 0, isWhole: true })
    await pass(1_000)
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ loaded: 2, newer: { count: 0 } })
  })

  test('more of them than a page leave a gap, which is filled page by page', async () => {
    const list = open()
    await settled(list)
    await pass(1_000)
    instance.chain.grow(Array.from({ length: 120 }, () => 1))
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ newer: { count: PAGE, gap: true }, loaded: 2 * PAGE })
    const unknown = await list.call('lists.fillGap', { cursor: { block_number: 3 } })
    expect(unknown).toMatchObject({ ok: false, error: { code: 'not_found' } })
    for (let [gap] = list.state().gaps; gap; [gap] = list.state().gaps) {
      expect(await list.call('lists.fillGap', { cursor: gap.cursor })).toMatchObject({ ok: true })
      await settled(list)
    }
    expect(list.state()).toMatchObject({ loaded: PAGE + 120, newer: { count: 120, gap: false } })
    expect(await list.keys()).toEqual(hashes().slice(0, PAGE + 120))
  })

  test('are asked for less often while the window is hidden', async () => {
    const list = open()
    await settled(list)
    await list.call('lists.hide', { isHidden: true })
    await pass(100_000)
    expect(asked()).toBe(1)
    await list.call('lists.hide', { isHidden: false })
    await pass(1_000)
    await expect.poll(asked).toBe(2)
  })
})

describe('loading all', () => {
  test('goes on to the end, counting, and can be stopped', async () => {
    const list = open()
    await settled(list)
    await list.call('lists.loadAll')
    await expect.poll(() => list.told.some(({ loadAll }) => loadAll !== undefined)).toBe(true)
    await list.call('lists.stop')
    await settled(list, { isWhole: false })
    expect(list.state()).not.toHaveProperty('loadAll')
    const before = asked()
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isWhole: true, isEnd: true })
    expect(list.state()).not.toHaveProperty('loadAll')
    expect(asked()).toBeGreaterThan(before)
    expect(await list.keys()).toEqual(hashes().slice(0, 200))
  })

  test('waits out what goes by, and stops at what needs a person', async () => {
    const list = open()
    await settled(list)
    await instance.stop()
    await list.call('lists.loadAll')
    await failed(list, { error: { error: { code: 'offline' } }, loadAll: { requests: 0 } })
    instance.refuses = [403, { message: 'No' }]
    await instance.start()
    await pass(3_000)
    await failed(list, { error: { retryInMs: null } })
    expect(list.state()).not.toHaveProperty('loadAll')
    instance.refuses = undefined
    await list.call('lists.loadAll')
    await settled(list, { isWhole: true })
    expect(list.state()).not.toHaveProperty('error')
  })

  test('ends with the window that wanted it, not with another', async () => {
    const [one, other] = [open(), open(listOf(source), connectInMemory(world.core.server))]
    await settled(one)
    await instance.stop()
    await one.call('lists.loadAll')
    await failed(other, { loadAll: { requests: 0 }, error: { error: { code: 'offline' } } })
    await other.call('lists.stop')
    expect(one.state()).toHaveProperty('loadAll')
    one.close()
    await expect.poll(other.state).not.toHaveProperty('loadAll')
  })
})

describe('whose list it is', () => {
  test('a number that was never given, is another’s, or is closed is not found', async () => {
    const list = open()
    await settled(list)
    const { id } = list.state()
    const stranger = connectInMemory(world.core.server)
    for (const name of [
      'lists.more',
      'lists.loadAll',
      'lists.stop',
      'lists.showNewer',
      'lists.retry',
      'lists.refresh',
    ] as const) {
      expect(await stranger.call(name, { id })).toEqual({ ok: false, error: { code: 'not_found' } })
      expect(await client.call(name, { id: 'another' })).toEqual({ ok: false, error: { code: 'not_found' } })
      expect(await client.call(name, { id: 5 as never })).toMatchObject({
        error: { code: 'invalid_input', field: 'id' },
      })
    }
    list.close()
    expect(await client.call('lists.more', { id })).toMatchObject({ error: { code: 'not_found' } })
    expect(asked()).toBe(1)
  })

  test('a connection has so many open, and no more', async () => {
    const lists = Array.from({ length: 65 }, () => open())
    await expect.poll(() => lists.at(-1)?.ended()).toMatchObject({ code: 'rate_limited' })
    expect(lists.at(-2)?.ended()).toBeUndefined()
    lists[0]?.close()
    const again = open()
    await settled(again, { loaded: PAGE })
    expect(asked()).toBe(1)
  })

  test('a list that there is not says so', async () => {
    const nowhere = open({ ...listOf(source), source: 'nowhere' })
    await expect.poll(nowhere.ended).toMatchObject({ code: 'not_found' })
    const wrong = open({ ...listOf(source), params: { address_hash: '0x12' } })
    await failed(wrong, { loaded: 0, error: { error: { code: 'invalid_input', field: 'address_hash' } } })
  })
})

test('several addresses are one list, of which the one that is read least far goes on', async () => {
  const merged = { ...listOf(source), others: [exampleAddress(2)] }
  const list = open(merged)
  await settled(list, { loaded: 2 * PAGE, isEnd: false })
  expect(asked()).toBe(2)
  await list.call('lists.more')
  await settled(list, { loaded: 3 * PAGE })
  await list.call('lists.more')
  await settled(list, { loaded: 4 * PAGE })
  expect(new Set(instance.asked).size).toBe(4)
  expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
  await list.call('lists.loadAll')
  await settled(list, { loaded: 2 * ROWS, isWhole: true })
})

describe('lists that may not be kept', () => {
  /** Adds a service as an instance, unlike the local sample chain. */
  async function addInstance() {
    const chain = createSampleChain({ transactions: 500 })
    const service = await createService({ reader: chain, dialect: 'v12' })
    onTestFinished(() => service.close())
    const added = await client.call('sources.add', { url: service.url })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    return { id: added.data.id, address: chain.suggestedAddresses()[0]!.address }
  }
  const keptLists = async () => {
    const status = await client.call('archive.status', {})
    return status.ok ? status.data.sources : undefined
  }

  test('with keeping turned off a list is read and asked like any other, and nothing of it stays', async () => {
    await client.call('settings.change', { keepRead: false })
    const list = open()
    await settled(list, { loaded: PAGE, isCurrent: true })
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE })
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isWhole: true })
    list.close()
    await client.call('settings.change', { keepRead: true })
    expect(await keptLists()).toEqual([])
    await client.call('settings.change', { keepRead: false })
    const again = open()
    expect(again.state()).toMatchObject({ loaded: 0 })
  })

  test('its newer rows are counted, too', async () => {
    await client.call('settings.change', { keepRead: false })
    const list = open()
    await settled(list)
    await pass(1_000)
    instance.chain.grow([1, 1])
    await pass(20_000)
    await expect.poll(list.state).toMatchObject({ loaded: PAGE + 2, newer: { count: 2, gap: false } })
  })

  test('of which their source says something: their rows are read and asked all the same', async () => {
    instance.says = 'Not all of it is indexed yet.'
    const list = open()
    const notice = { kind: 'pending', message: instance.says }
    await settled(list, { loaded: PAGE, isWhole: false, isEnd: false, notice })
    await list.call('lists.more')
    await settled(list, { loaded: 2 * PAGE })
    expect(await list.keys()).toEqual(hashes().slice(0, 2 * PAGE))
    await list.call('lists.loadAll')
    await settled(list, { loaded: ROWS, isWhole: false, isEnd: true, notice })
    expect(await keptLists()).toEqual([])
    list.close()
    instance.says = undefined
    const again = open()
    expect(again.state().loaded).toBe(0)
    await settled(again, { loaded: PAGE })
    expect(again.state()).not.toHaveProperty('notice')
    expect(await keptLists()).toHaveLength(1)
  })

  test('pending rows stand above those of a list that is kept, also where it was closed a moment ago', async () => {
    const { id, address } = await addInstance()
    const list = { ...listOf(id), params: { address_hash: address } }
    const first = open(list)
    await settled(first)
    expect(first.state().pending.length).toBeGreaterThan(0)
    const { loaded, pending } = first.state()
    first.close()
    const again = open(list)
    expect(again.state()).toMatchObject({ isReading: false, isCurrent: true, loaded, pending })
  })

  test('pending rows, and what was searched for', async () => {
    const { id } = await addInstance()
    const pending = open({
      source: id,
      list: 'latest-transactions',
      params: {},
      filters: { filter: 'pending' },
    })
    await settled(pending, { loaded: 6, pending: [] })
    expect(await pending.keys()).toHaveLength(6)
    const found = open({ source: id, list: 'search', params: {}, filters: { q: 'a' } })
    await settled(found)
    expect(found.state().loaded).toBeGreaterThan(0)
    expect(await found.keys()).toHaveLength(Math.min(200, found.state().loaded))
    expect(await keptLists()).toEqual([])
  })
})
