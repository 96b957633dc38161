/**
 * Tests keep jobs with real HTTP and real files: what they read, what they wait for, and what a killed process left.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { OFFICIAL_PRO } from '#shared/official-pro.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { listOf } from '../archive/testing/open-list.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { builtHelper } from '#platform/testing/built-program.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { openKeep, type OpenKeepOptions } from './testing/open-keep.ts'

const DAY = 86_400_000
const KILLS_IN_WRITES = 12
const JITTER_MS = 15
let instance: ChainInstance
let folder: string
let opened: ReturnType<typeof openKeep>
let time: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-keep-'))
  instance = await startChainInstance()
  time = Date.UTC(2026, 10, 22, 12)
})
afterEach(async () => {
  opened.close()
  await instance.stop()
  rmSync(folder, { recursive: true })
})

const open = (options: Partial<OpenKeepOptions> = {}) =>
  (opened = openKeep({ folder, url: instance.url, now: () => time, ...options }))
/** Adds one row in every second block. */
const grow = (rows: number) => {
  instance.chain.grow(Array.from({ length: rows * 2 }, (_, at) => at % 2))
}
const start = (address = 1, total: number | null = null) =>
  opened.keep.start({
    source: opened.source,
    lists: [{ ...listOf(opened.source), params: { address_hash: exampleAddress(address) }, total }],
  })
const job = (id?: number) => opened.keep.view().jobs.find((one) => id === undefined || one.id === id)
const reaches = (state: string, id?: number) => expect.poll(() => job(id)?.state, { interval: 5 }).toBe(state)
/** Each check is a second later. */
const isDoneLater = () =>
  expect
    .poll(() => {
      time += 1_000
      return job()?.state
    })
    .toBe('done')
const heldList = () => opened.archive.list(listOf(opened.source))!
function* heldPages() {
  for (let page = heldList().first(); page; page = page.next ? heldList().after(page.next) : undefined)
    yield page
}
const heldHashes = () => [...heldPages()].flatMap(({ keys }) => keys)
const heldItems = () => [...heldPages()].flatMap(({ items }) => items)
function expectAllLoaded() {
  expect(heldHashes()).toEqual(instance.chain.rows().map(({ hash }) => hash))
  expect(heldList().coverage().isComplete).toBe(true)
}
const askedTwice = () => instance.asked.length - new Set(instance.asked).size

test('a job reads its list to the end and says how far it is; a second one of the same list is the same', async () => {
  grow(500)
  open()
  const rows: number[] = []
  opened.keep.onChange(({ jobs }) => rows.push(jobs[0]?.lists[0]?.rows ?? -1))
  const { id } = start(1, 500)
  expect(start(1, 500).id).toBe(id)
  await reaches('done')
  expectAllLoaded()
  expect(job()).toMatchObject({
    requests: 10,
    credits: 0,
    doneAt: time,
    lists: [{ rows: 500, isDone: true }],
  })
  expect(rows).toEqual(rows.toSorted((one, other) => one - other))
  expect(instance.asked).toHaveLength(10)
})

test('what is new is read when it is asked for, and by itself where it is followed', async () => {
  grow(200)
  open()
  const { id } = start()
  await reaches('done')
  instance.chain.grow(Array.from({ length: 100 }, () => 1))
  opened.keep.resume(id)
  await reaches('done')
  expectAllLoaded()
  expect(instance.asked).toHaveLength(4 + 3)
  opened.keep.follow(id, true)
  instance.chain.grow([1])
  time += 3_600_000
  await expect.poll(() => heldHashes().length).toBe(301)
  await reaches('done')
  expect(instance.asked).toHaveLength(8)
  // A clock that was set back does not prolong the wait.
  time -= 30 * DAY
  instance.chain.grow([1])
  await expect.poll(() => heldHashes().length).toBe(302)
})

test('paused and resumed, over a restart too: it goes on where it was', async () => {
  grow(2_000)
  open()
  const { id } = start()
  await expect.poll(() => instance.asked.length, { interval: 1 }).toBeGreaterThan(3)
  opened.keep.pause(id)
  opened.close()
  open()
  const before = instance.asked.length
  expect(job()).toMatchObject({ id, state: 'paused' })
  expect(instance.asked).toHaveLength(before)
  opened.keep.resume(id)
  await reaches('done')
  expectAllLoaded()
  // The page that was being read may be requested again.
  expect(askedTwice()).toBeLessThanOrEqual(1)
})

test('killed at any moment, again and again: nothing is missing, nothing twice, no page asked for without need', async () => {
  grow(3_000)
  open().close()
  const KILLS = 8
  for (let kills = 0; kills < KILLS; kills += 1) {
    const asked = instance.asked.length
    const child = runKeeper()
    const ended = once(child, 'exit')
    await expect.poll(() => instance.asked.length, { interval: 1 }).toBeGreaterThan(asked + kills)
    child.kill('SIGKILL')
    await ended
  }
  const last = runKeeper()
  expect(await once(last, 'exit')).toEqual([0, null])
  open()
  expectAllLoaded()
  expect(job()).toMatchObject({ state: 'done', lists: [{ rows: 3_000 }] })
  // At each kill, one page may have been in progress.
  expect(askedTwice()).toBeLessThanOrEqual(KILLS)
  expect(new Set(instance.asked).size).toBe(60)
  // Stored rows equal newly read ones in every field.
  const [kept, asked] = [heldItems(), instance.asked.length]
  await opened.keep.readAgain(job()?.id ?? 0)
  await expect.poll(() => instance.asked.length).toBe(asked + 60)
  await reaches('done')
  expect(heldItems()).toEqual(kept)
})

test('killed while rows are written, what is asked of them is what they say', async () => {
  grow(2_000)
  open().close()
  const kept: number[] = []
  let isDone = false
  for (let kills = 0; kills < KILLS_IN_WRITES && !isDone; kills += 1) {
    const child = runKeeper()
    const ended = once(child, 'exit')
    const before = instance.asked.length
    await expect
      .poll(() => instance.asked.length > before + (kills % 5) || child.exitCode !== null, {
        interval: 1,
      })
      .toBe(true)
    // Some milliseconds after a page was sent.
    setTimeout(() => child.kill('SIGKILL'), Math.random() * JITTER_MS)
    isDone = ((await ended) as [number | null])[0] === 0
    // A core that is opened for reading continues the job if it can.
    await instance.stop()
    kept.push(await expectAnswersOfRows())
    await instance.start()
  }
  expect(new Set(kept).size).toBeGreaterThan(2)
})

/** Compares rows in the file with sums of the columns that are written beside them. Returns the number of rows. */
async function expectAnswersOfRows() {
  const core = await createTestCore(folder)
  try {
    const client = connectInMemory(core.server)
    const scope = { of: 'list', ...listOf(opened.source) } as const
    const question = { scope, text: '', zone: 'utc' } as const
    const items: { readonly hash: string; readonly fee: { readonly value: string } }[] = []
    for (let count = 1; items.length < count;) {
      const found = await client.call('rows.find', {
        ...question,
        sort: null,
        offset: items.length,
        limit: 200,
      })
      if (!found.ok) throw new Error(JSON.stringify(found.error))
      ;({ count } = found.data)
      if (count === 0) break
      items.push(...found.data.rows.map(({ item }) => item as (typeof items)[number]))
    }
    const truth = instance.chain.rows().map(({ hash }) => hash)
    expect(items.map(({ hash }) => hash)).toEqual(truth.slice(0, items.length))
    const fees = items.reduce((sum, { fee }) => sum + BigInt(fee.value), 0n)
    const asked = { ...question, kind: 'transaction', grouping: 'method', offset: 0, limit: 10 } as const
    expect(await client.call('rows.totals', asked)).toMatchObject({
      data: { totals: items.length === 0 ? null : { rows: items.length, fees: String(fees) } },
    })
    return items.length
  } finally {
    core.close()
  }
}
const runKeeper = () =>
  spawn(process.execPath, [builtHelper('keep-process'), folder, instance.url], {
    stdio: 'inherit',
  })

test('reads a list again, whatever is held of it', async () => {
  grow(300)
  open()
  const { id } = start()
  await reaches('done')
  await opened.keep.readAgain(id)
  await expect.poll(() => instance.asked.length).toBe(12)
  await reaches('done')
  expectAllLoaded()
})

describe('what is said while a run is being stopped', () => {
  const isRunning = async () => {
    await expect.poll(() => instance.asked.length, { interval: 1 }).toBeGreaterThan(2)
  }

  test('to pause: a list that was to be read again waits, and is read again once it is resumed', async () => {
    grow(2_000)
    open()
    const { id } = start()
    await isRunning()
    const again = opened.keep.readAgain(id)
    opened.keep.pause(id)
    await again
    expect(job()?.state).toBe('paused')
    const asked = instance.asked.length
    opened.keep.resume(id)
    await reaches('done')
    expect(instance.asked.length - asked).toBeGreaterThanOrEqual(40)
    expectAllLoaded()
  })

  test('to go on: it is read again all the same', async () => {
    grow(2_000)
    open()
    const { id } = start()
    await isRunning()
    const again = opened.keep.readAgain(id)
    opened.keep.resume(id)
    await again
    const asked = instance.asked.length
    await reaches('done')
    // The first page may have been asked for by now.
    expect(instance.asked.length - asked).toBeGreaterThanOrEqual(39)
    expectAllLoaded()
  })
})

test('a pause that the disk refuses is said: after a restart the job would go on, and cost', () => {
  open()
  const { id } = start()
  opened.store.exec('PRAGMA query_only = 1')
  expect(() => {
    opened.keep.pause(id)
  }).toThrow('storage')
  opened.store.exec('PRAGMA query_only = 0')
})

test('reading again that the disk refuses is said: after a restart it would not be read again', async () => {
  open()
  const { id } = start()
  await reaches('done')
  opened.store.exec('PRAGMA query_only = 1')
  await expect(opened.keep.readAgain(id)).rejects.toThrow('storage')
  opened.store.exec('PRAGMA query_only = 0')
})

test('many jobs that end at once are one change', async () => {
  open()
  for (const address of [1, 2, 3, 4]) start(address)
  const views: number[] = []
  opened.keep.onChange(({ jobs }) => views.push(jobs.length))
  await opened.keep.drop(null)
  // The one that was being read ends a moment later.
  expect(views.length).toBeLessThanOrEqual(2)
  expect(views[0]).toBe(0)
})

test('a job that is paused, or that waits once more, has the problem no longer', async () => {
  grow(200)
  let isOn = true
  open({ isOn: () => isOn })
  const { id } = start()
  isOn = false
  await reaches('failed')
  opened.keep.pause(id)
  expect(job()).not.toHaveProperty('problem')
})

describe('the budget of a day', () => {
  test('ends what is read today, and it goes on by itself on the next', async () => {
    grow(500)
    open()
    opened.keep.setBudget(opened.source, 4)
    start()
    await reaches('budget')
    expect(instance.asked).toHaveLength(4)
    expect(opened.keep.view().budgets.find(({ holder }) => holder === opened.source)).toEqual({
      holder: opened.source,
      unit: 'requests',
      amount: 4,
      isDefault: false,
      spent: 4,
    })
    opened.close()
    open()
    await reaches('budget')
    expect(instance.asked).toHaveLength(4)
    time += DAY
    await expect.poll(() => instance.asked.length).toBe(8)
    await reaches('budget')
    opened.keep.setBudget(opened.source, null)
    await reaches('done')
    expectAllLoaded()
    expect(askedTwice()).toBe(0)
  })

  test('of the plan that is known, half; of others, as much as there is', () => {
    const { sources, budgets } = open()
    const account = { name: 'Pro', auth: 'bearer', chains: {} } as const
    const [official, other] = [OFFICIAL_PRO.baseUrl, 'https://pro.example'].map((baseUrl) =>
      sources.addAccount({ ...account, baseUrl }),
    )
    const amountOf = (holder?: string) => budgets.all().find((one) => one.holder === holder)?.amount
    expect(amountOf(official?.id)).toBe(50_000)
    expect(amountOf(other?.id)).toBeNull()
    budgets.set(official!.id, null)
    expect(amountOf(official?.id)).toBeNull()
    budgets.set(official!.id, undefined)
    expect(amountOf(official?.id)).toBe(50_000)
  })

  test('a clock that was set back does not end it for long', async () => {
    grow(200)
    open()
    opened.keep.setBudget(opened.source, 2)
    start()
    await reaches('budget')
    time -= 300 * DAY
    await reaches('done')
    expectAllLoaded()
  })
})

describe('a source that gives nothing in the middle', () => {
  test.for([
    ['out of credits', 402, 'Your account is out of credits', 'budget', 'out_of_credits'],
    ['a key is needed', 401, 'No key', 'source', 'unauthorized'],
    ['refused', 403, 'Not you', 'source', 'forbidden'],
    ['down', 500, 'Oh no', 'source', 'server_error'],
    ['not there', 404, 'No such address', 'failed', 'not_found'],
  ] as const)('%s: it says so, keeps what it has, and goes on', async ([, status, message, state, code]) => {
    grow(500)
    open()
    const { id } = start()
    await expect.poll(() => instance.asked.length, { interval: 1 }).toBeGreaterThan(2)
    instance.refuses = [status, { message }]
    await reaches(state)
    expect(job()?.problem).toMatchObject({ kind: 'source', error: { code } })
    const held = heldHashes()
    expect(held).toEqual(
      instance.chain
        .rows()
        .slice(0, held.length)
        .map(({ hash }) => hash),
    )
    instance.refuses = undefined
    if (state === 'failed') opened.keep.resume(id)
    await isDoneLater()
    expectAllLoaded()
  })

  test('its port is closed: it goes on by itself once it is open', async () => {
    grow(500)
    open()
    start()
    await expect.poll(() => instance.asked.length, { interval: 1 }).toBeGreaterThan(2)
    await instance.stop()
    await reaches('source')
    await instance.start()
    await isDoneLater()
    expectAllLoaded()
  })
})

describe('the archive', () => {
  test('kept lists stay above its limit, others go; a job ends where there is no room', async () => {
    grow(2_000)
    let limit = Infinity
    open({ maxBytes: () => limit })
    const first = start(1)
    await reaches('done', first.id)
    limit = 60_000
    const second = start(2)
    await reaches('failed', second.id)
    expect(job(second.id)?.problem).toEqual({ kind: 'no_room' })
    expectAllLoaded()
    limit = Infinity
    opened.keep.retry()
    await reaches('done', second.id)
  })

  test('where nothing is kept, nothing is read', async () => {
    grow(200)
    let isOn = true
    open({ isOn: () => isOn })
    const { id } = start()
    isOn = false
    await reaches('failed')
    expect(job()?.problem).toEqual({ kind: 'not_kept' })
    isOn = true
    opened.keep.resume(id)
    await reaches('done')
  })

  test('what was kept of a file that is gone is read again', async () => {
    grow(200)
    open()
    start()
    await reaches('done')
    opened.archive.erase()
    opened.close()
    open()
    await expect.poll(() => instance.asked.length).toBe(8)
    await reaches('done')
    expectAllLoaded()
  })

  test('forgetting a job takes what it kept along, unless another keeps it', async () => {
    grow(200)
    open()
    const one = start(1)
    const both = opened.keep.start({
      source: opened.source,
      lists: [1, 2].map((address) => ({
        ...listOf(opened.source),
        params: { address_hash: exampleAddress(address) },
        total: null,
      })),
    })
    await reaches('done', both.id)
    expect(instance.asked).toHaveLength(4 + 1 + 4)
    await opened.keep.forget(one.id)
    expect(heldHashes()).toHaveLength(200)
    await opened.keep.forget(both.id)
    expect(heldHashes()).toEqual([])
    expect(opened.archive.status().sources).toEqual([])
    expect(opened.keep.view().jobs).toEqual([])
  })
})
