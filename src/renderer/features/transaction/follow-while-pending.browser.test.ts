import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followWhilePending } from './follow-while-pending.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('polls while pending, and stops when mined or when the page is left', async () => {
  const pending = ref(true)
  const poll = vi.fn()
  const scope = effectScope()
  scope.run(() => {
    followWhilePending(pending, poll)
  })
  vi.advanceTimersByTime(13_000)
  expect(poll).toHaveBeenCalledTimes(2)
  pending.value = false
  await nextTick()
  vi.advanceTimersByTime(60_000)
  expect(poll).toHaveBeenCalledTimes(2)
  pending.value = true
  await nextTick()
  scope.stop()
  vi.advanceTimersByTime(60_000)
  expect(poll).toHaveBeenCalledTimes(2)
})
