import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('so many tasks run at a time, the others in their order, and a failed one frees its place', async () => {
  const limit = limitConcurrency(2)
  const begun: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const results = [0, 1, 2, 3].map((task) =>
    limit.run(() => {
      begun.push(task)
      ends[task] = Promise.withResolvers()
      return ends[task].promise
    }),
  )
  expect([begun, limit.waiting]).toEqual([[0, 1], 2])
  ends[1]!.reject(new Error('failed'))
  await expect(results[1]).rejects.toThrow('failed')
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[0]!.resolve(7)
  await expect(results[0]).resolves.toBe(7)
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  ends[2]!.resolve(8)
  ends[3]!.resolve(9)
  await expect(Promise.all([results[2], results[3]])).resolves.toEqual([8, 9])
  expect([limit.waiting, await limit.run(() => Promise.resolve('free'))]).toEqual([0, 'free'])
})

test('a task that is aborted while it waits gives up its place, and no other', async () => {
  const limit = limitConcurrency(1)
  const first = Promise.withResolvers<undefined>()
  const running = limit.run(() => first.promise)
  const [gone, late] = [new AbortController(), new AbortController()]
  const waiting = [gone, late].map(({ signal }) => limit.run(() => Promise.resolve('done'), signal))
  gone.abort(new Error('left'))
  await expect(waiting[0]).rejects.toThrow('left')
  await expect(limit.run(() => Promise.resolve(), gone.signal)).rejects.toThrow('left')
  expect(limit.waiting).toBe(1)
  const last = limit.run(() => Promise.resolve('last'))
  first.resolve(undefined)
  await running
  // Its turn has come: it can't leave the queue any more.
  late.abort()
  expect(await Promise.all([waiting[1], last])).toEqual(['done', 'last'])
  expect(limit.waiting).toBe(0)
})
