/** Tests who is told of changes, and when. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryChain } from '../testing/memory-chain.ts'
import { createRequestQueue, type RequestQueue } from '../request-queue.ts'
import { createChanges } from './changes.ts'

const SECOND = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function changesOf(version: () => Promise<string> | string, turns: RequestQueue = createRequestQueue()) {
  const failures: unknown[] = []
  const changes = createChanges({ ...createMemoryChain(), version }, turns, (error) => failures.push(error))
  return { changes, failures }
}

it('whoever begins to listen is told once while the version stands still', async () => {
  const { changes } = changesOf(() => 'a')
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  changes.listen(first)
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  changes.listen(second)
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})

it('one that fails is told again, and keeps nobody else from being told', async () => {
  const { changes, failures } = changesOf(() => 'a')
  const failing = vi.fn().mockRejectedValueOnce(new Error('cannot read')).mockResolvedValue(undefined)
  const other = vi.fn(async () => undefined)
  changes.listen(failing)
  changes.listen(other)
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  expect([failing.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
  expect(failures).toEqual([new Error('cannot read')])
})

it('nobody is told twice at a time, whoever begins to listen meanwhile', async () => {
  let version = 0
  const { changes } = changesOf(() => String((version += 1)))
  const slow = Promise.withResolvers<undefined>()
  const told = vi.fn(() => slow.promise)
  changes.listen(told)
  await vi.advanceTimersByTimeAsync(SECOND + 1)
  changes.listen(async () => undefined)
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(told).toHaveBeenCalledTimes(1)
  slow.resolve(undefined)
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(told.mock.calls.length).toBeGreaterThan(1)
})

it('each reads in its turn among requests', async () => {
  const begun: PromiseWithResolvers<() => void>[] = []
  const turns: RequestQueue = {
    isFull: false,
    begin() {
      const turn = Promise.withResolvers<() => void>()
      begun.push(turn)
      return turn.promise
    },
  }
  const { changes } = changesOf(() => 'a', turns)
  const told = vi.fn(async () => undefined)
  changes.listen(() => told())
  changes.listen(() => told())
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect([begun.length, told.mock.calls.length]).toEqual([2, 0])
  const ended = vi.fn()
  begun[0]!.resolve(ended)
  await vi.advanceTimersByTimeAsync(1)
  expect([told.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1])
})
