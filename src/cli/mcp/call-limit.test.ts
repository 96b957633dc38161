import { expect, it } from 'vitest'
import { createCallLimit } from './call-limit.ts'

const RUNNING = 4
const WAITING = 60

it('some calls run, some wait in their order, and more are refused until there is room again', async () => {
  const limited = createCallLimit()
  const started: number[] = []
  const ends: (() => void)[] = []
  const calls = Array.from({ length: RUNNING + WAITING }, (_, index) =>
    limited(() => {
      started.push(index)
      return new Promise<number>((resolve) =>
        ends.push(() => {
          resolve(index)
        }),
      )
    }),
  )
  expect(started).toEqual([...Array(RUNNING).keys()])
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
  for (let at = 0; at < 2 * RUNNING; at++)
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limited(() => Promise.resolve('room'))).toBe('room')
})
