import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDelayed } from './use-delayed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('follows a condition that lasts; a short one is never seen', async () => {
  const condition = ref(true)
  const scope = effectScope()
  const delayed = scope.run(() => useDelayed(() => condition.value, 100))!
  vi.advanceTimersByTime(99)
  condition.value = false
  await nextTick()
  vi.advanceTimersByTime(500)
  expect(delayed.value).toBe(false)
  condition.value = true
  await nextTick()
  vi.advanceTimersByTime(100)
  expect(delayed.value).toBe(true)
  condition.value = false
  await nextTick()
  expect(delayed.value).toBe(false)
  condition.value = true
  await nextTick()
  scope.stop()
  vi.advanceTimersByTime(500)
  expect(delayed.value).toBe(false)
})
