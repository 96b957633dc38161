import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { awaitRows, endAwaitingRows } from './awaited-rows.ts'
import { holdIdleTurns, inIdleTurn, noteScrolling } from './idle-turns.ts'

let startMs = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.setSystemTime(0)
  // Far enough from the scrolling of the test before.
  vi.advanceTimersByTime((startMs += 10_000))
})
afterEach(() => {
  vi.useRealTimers()
})

test('one thing is loaded after another, in the order they were asked for', async () => {
  const begun: string[] = []
  let endFirst!: () => void
  const first = inIdleTurn(() => {
    begun.push('first')
    return new Promise<void>((resolve) => (endFirst = resolve))
  })
  const second = inIdleTurn(() => Promise.resolve(begun.push('second')))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toEqual(['first'])
  endFirst()
  await first
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  expect(await second).toBe(2)
})

test('what is visible comes before what is not, each in the order they were asked for', async () => {
  const begun: string[] = []
  const load = (name: string, isVisible: boolean) =>
    inIdleTurn(() => Promise.resolve(begun.push(name)), { isVisible })
  const all = [load('menu', false), load('list', false), load('button', true), load('notice', true)]
  await vi.advanceTimersByTimeAsync(10)
  await Promise.all(all)
  expect(begun).toEqual(['button', 'notice', 'menu', 'list'])
})

test('what can not be loaded tells who asked, and takes nothing else with it', async () => {
  const lost = inIdleTurn(() => Promise.reject(new Error('gone')))
  const thrown = inIdleTurn(() => {
    throw new Error('thrown')
  })
  const here = inIdleTurn(() => Promise.resolve('here'))
  const told = Promise.all([expect(lost).rejects.toThrow('gone'), expect(thrown).rejects.toThrow('thrown')])
  await vi.advanceTimersByTimeAsync(10)
  await told
  expect(await here).toBe('here')
})

test('while a person scrolls nothing is loaded; a moment after it is', async () => {
  let begun = false
  noteScrolling()
  void inIdleTurn(() => Promise.resolve((begun = true)))
  await vi.advanceTimersByTimeAsync(150)
  noteScrolling()
  await vi.advanceTimersByTimeAsync(150)
  expect(begun).toBe(false)
  await vi.advanceTimersByTimeAsync(60)
  expect(begun).toBe(true)
})

test('who scrolls on and on gets it all the same', async () => {
  let begun = false
  noteScrolling()
  void inIdleTurn(() => Promise.resolve((begun = true)))
  for (let ms = 0; ms < 2_900; ms += 100) {
    noteScrolling()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(begun).toBe(false)
  for (let ms = 0; ms < 300; ms += 100) {
    noteScrolling()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(begun).toBe(true)
})

test('while a person waits for rows nothing is loaded, whether it was asked for before or meanwhile', async () => {
  const begun: string[] = []
  void inIdleTurn(() => Promise.resolve(begun.push('before')))
  awaitRows()
  void inIdleTurn(() => Promise.resolve(begun.push('meanwhile')))
  await vi.advanceTimersByTimeAsync(30)
  expect(begun).toEqual([])
  endAwaitingRows()
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toEqual(['before', 'meanwhile'])
})

test('nothing is loaded while the host is gone, not even what was to be loaded next', async () => {
  const begun: string[] = []
  void inIdleTurn(() => Promise.resolve(begun.push('before')))
  holdIdleTurns(true)
  void inIdleTurn(() => Promise.resolve(begun.push('meanwhile')))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual([])
  holdIdleTurns(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toEqual(['before', 'meanwhile'])
})
