import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitRows, endAwaitingRows, untilRowsPainted } from './awaited-rows.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  endAwaitingRows()
  vi.useRealTimers()
})

/** Whether work that waits for rows may begin. */
async function mayBegin(): Promise<boolean> {
  let begun = false
  void untilRowsPainted().then(() => (begun = true))
  await vi.advanceTimersByTimeAsync(0)
  return begun
}

test('where nobody waits for rows, all else begins at once', async () => {
  expect(await mayBegin()).toBe(true)
})

test('what else is asked for waits until the rows are painted', async () => {
  awaitRows()
  expect(await mayBegin()).toBe(false)
  endAwaitingRows()
  expect(await mayBegin()).toBe(true)
})

test('rows of a source that is far away are waited for a moment only', async () => {
  awaitRows()
  await vi.advanceTimersByTimeAsync(59)
  expect(await mayBegin()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await mayBegin()).toBe(true)
})

test('another list that is opened meanwhile is waited for anew', async () => {
  awaitRows()
  await vi.advanceTimersByTimeAsync(40)
  awaitRows()
  await vi.advanceTimersByTimeAsync(40)
  expect(await mayBegin()).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  expect(await mayBegin()).toBe(true)
})
