import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('runs once in an interval, and after the last call', () => {
  const run = vi.fn()
  const throttled = throttle(run, 100)
  for (let call = 0; call < 10; call += 1) {
    throttled()
    vi.advanceTimersByTime(25)
  }
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(3)
})

test('cancelled it does not run, and can be called again', () => {
  const run = vi.fn()
  const throttled = throttle(run, 100)
  throttled()
  throttled.cancel()
  vi.advanceTimersByTime(1_000)
  expect(run).not.toHaveBeenCalled()
  throttled()
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledTimes(1)
})
