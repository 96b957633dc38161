/** Questions over few rows before the thread runs: the answers equal those of the thread. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { createQueryWorld, transaction } from './testing/kept-world.ts'

const opened: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of opened.splice(0)) close()
})
function createWorld(threadFile: () => string | undefined) {
  const world = createQueryWorld(undefined, { threadFile, maxRowsHere: 2_000 })
  opened.push(world.close)
  return world
}
const hashOf = ({ hash }: Transaction) => hash
const down = (count: number) => Array.from({ length: count }, (_, at) => transaction(count - at))
const SWAPS = { text: 'method:swap' } as const

test('a list of few rows is answered where no thread comes up; one of many tells why not', async () => {
  const world = createWorld(() => undefined)
  const scope = world.scope()
  world.hold(scope, down(600), hashOf as never)
  expect(await world.find({ scope, ...SWAPS, limit: 5 })).toMatchObject({ count: 300, loaded: 600 })
  expect(await world.addUp({ scope, ...SWAPS })).toMatchObject({ totals: { rows: 300 } })
  expect(await world.activity({ scope, ...SWAPS })).toMatchObject({ undated: 0 })
  await expect(world.find({ scope: { of: 'everything', sources: ['eth'] } })).rejects.toMatchObject({
    isStarted: false,
  })
  const large = world.scope({ address: '0x00000000000000000000000000000000000000aa' })
  world.hold(large, down(2_100), hashOf as never)
  await expect(world.find({ scope: large })).rejects.toMatchObject({ isStarted: false })
})

test('what is written or replaced while it is answered so is in no answer by half', async () => {
  const world = createWorld(() => undefined)
  const scope = world.scope()
  for (let ticks = 0; ticks < 20; ticks += 1) {
    world.archive.forgetList(scope)
    world.hold(scope, down(300), hashOf as never)
    const found = world.find({ scope, ...SWAPS })
    const added = world.addUp({ scope, ...SWAPS, grouping: 'counterparty' })
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
    if (ticks % 2 === 0) world.archive.erase()
    else world.hold(scope, down(320), hashOf as never, 7)
    world.archive.flush()
    const { count, loaded } = await found
    expect([
      [150, 300],
      [160, 320],
      [0, 0],
      [154, 307],
      [153, 307],
    ]).toContainEqual([count, loaded])
    expect(await added).toMatchObject({ errors: [] })
  }
})

test('of a list of many rows it comes up when it is told to, of another a moment later; then it answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { pathname } = new URL('query-worker.ts', import.meta.url)
  let started = 0
  const createOne = () =>
    createWorld(() => {
      started += 1
      return pathname
    })
  const world = createOne()
  const scope = world.scope()
  world.hold(scope, down(2_100), hashOf as never)
  world.questions.start(scope)
  world.questions.start(scope)
  expect(started).toBe(1)
  expect(await world.find({ scope, ...SWAPS })).toMatchObject({ count: 1_050 })
  const other = createOne()
  other.hold(scope, down(20), hashOf as never)
  other.questions.start(scope)
  expect(await other.find({ scope, ...SWAPS })).toMatchObject({ count: 10 })
  expect(started).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(started).toBe(2)
  vi.advanceTimersByTime(10_000)
  expect(await other.find({ scope: { of: 'everything', sources: ['eth'] } })).toMatchObject({ loaded: 20 })
  expect(await other.find({ scope, ...SWAPS })).toMatchObject({ count: 10 })
  expect(started).toBe(2)
})
