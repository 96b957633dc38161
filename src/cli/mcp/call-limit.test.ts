import { expect, it } from 'vitest'
import { createCallLimit, MAX_RUNNING, MAX_WAITING } from './call-limit.ts'

it('some calls run, some wait in their order, and more are refused until there is room again', async () => {
  const limited = createCallLimit()
  const started: number[] = []
  const ends: (() => void)[] = []
  const calls = Array.from({ length: MAX_RUNNING + MAX_WAITING }, (_, index) =>
    limited(() => {
      started.push(index)
      return new Promise<number>((resolve) =>
        ends.push(() => {
          resolve(index)
        }),
      )
    }),
  )
  expect(started).toEqual([...Array(MAX_RUNNING).keys()])
  await expect(limited(() => Promise.resolve())).rejects.toThrow(/calls at once/)
  for (const [index, call] of calls.entries()) {
    ends[index]!()
    expect(await call).toBe(index)
  }
  expect(started).toEqual([...calls.keys()])
  expect(await limited(() => Promise.resolve('room'))).toBe('room')
})

it('a call that fails gives its place on', async () => {
  const limited = createCallLimit()
  for (let at = 0; at < 2 * MAX_RUNNING; at++)
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limited(() => Promise.resolve('room'))).toBe('room')
})
