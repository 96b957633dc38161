import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followWhilePending } from './follow-while-pending.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('asks while it is pending, and no more once it is mined or left', async () => {
  const pending = ref(true)
  const ask = vi.fn()
  const scope = effectScope()
  scope.run(() => {
    followWhilePending(pending, ask)
  })
  vi.advanceTimersByTime(13_000)
  expect(ask).toHaveBeenCalledTimes(2)
  pending.value = false
  await nextTick()
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  pending.value = true
  await nextTick()
  scope.stop()
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
})
