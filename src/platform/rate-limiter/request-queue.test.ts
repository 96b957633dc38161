import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'
import { RequestPriority } from './request-priority.ts'
import { LeftQueueError, PausedError, RequestQueue } from './request-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const now = () => Date.now()
/** Sends requests that the test ends. */
function createSender() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    send: (name: string) => () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('bounds what runs, and keeps the rest free for what is visible', async () => {
  const queue = new RequestQueue({ maxRunning: 3, maxBackground: 2 })
  const { started, send, end } = createSender()
  for (const name of ['b1', 'b2', 'b3']) void queue.run({ priority: 'background' }, send(name))
  for (const name of ['v1', 'v2']) void queue.run({}, send(name))
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['b1', 'b2', 'v1'])
  await end('b1')
  expect(started).toEqual(['b1', 'b2', 'v1', 'v2'])
  await end('v1')
  expect(started).toEqual(['b1', 'b2', 'v1', 'v2', 'b3'])
})

it('a request whose priority rises goes before the others in the background', async () => {
  const queue = new RequestQueue({ maxRunning: 1 })
  const { started, send, end } = createSender()
  const priority = new RequestPriority('background')
  void queue.run({}, send('first'))
  void queue.run({ priority: 'background' }, send('second'))
  void queue.run({ priority }, send('third'))
  priority.raise('visible')
  await vi.advanceTimersByTimeAsync(0)
  await end('first')
  expect(started).toEqual(['first', 'third'])
})

it('starts requests at the rate of its limiter: a burst, then one by one', async () => {
  const limiter = new RateLimiter({ perSecond: 10, burst: 2 }, now)
  const queue = new RequestQueue({ maxRunning: 10 }, limiter)
  const { started, send } = createSender()
  for (const name of ['a', 'b', 'c', 'd']) void queue.run({}, send(name))
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(101)
  expect(started).toEqual(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(101)
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

it('a pause fails what does not wait so long, at once, and delays the rest', async () => {
  const limiter = new RateLimiter({ perSecond: Infinity, burst: 1 }, now)
  const limits = { maxRunning: 5, maxPauseMs: { visible: 100, background: 1_000 } }
  const queue = new RequestQueue(limits, limiter)
  const { started, send } = createSender()
  queue.pause(500)
  const visible = queue.run({}, send('visible'))
  const background = queue.run({ priority: 'background' }, send('background'))
  await expect(visible).rejects.toEqual(new PausedError(500))
  await vi.advanceTimersByTimeAsync(499)
  expect(started).toEqual([])
  await vi.advanceTimersByTimeAsync(2)
  expect(started).toEqual(['background'])
  void background
})

it('a request that is aborted, and all when it is closed, leave the queue without a start', async () => {
  const queue = new RequestQueue({ maxRunning: 1 })
  const { started, send, end } = createSender()
  void queue.run({}, send('runs'))
  const controller = new AbortController()
  const aborted = queue.run({ signal: controller.signal }, send('aborted'))
  const closed = queue.run({}, send('closed'))
  controller.abort()
  await expect(aborted).rejects.toThrow(LeftQueueError)
  await expect(queue.run({ signal: AbortSignal.abort() }, send('late'))).rejects.toThrow(LeftQueueError)
  queue.close()
  await expect(closed).rejects.toThrow(LeftQueueError)
  await end('runs')
  expect(started).toEqual(['runs'])
})
