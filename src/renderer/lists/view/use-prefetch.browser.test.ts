import { effectScope, nextTick, ref, shallowRef } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListState } from '../model/list-snapshot.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import { usePrefetch, type Prefetch } from './use-prefetch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'requestIdleCallback', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const loadMore = vi.fn()
  const opens = () => ({ loadMore, snapshot: { value: {} } })
  let opened = opens()
  const list = shallowRef({} as ShownList)
  const isNarrowed = ref(false)
  /** Sets the state of the list and its rows. */
  const set = async (kind: ListState['kind'], loaded: number, shown = loaded) => {
    opened.snapshot.value = { state: { kind }, count: loaded }
    list.value = {
      open: opened,
      rows: { isRefreshing: false },
      shown: { count: shown, at: (): GridRow | undefined => undefined },
    } as unknown as ShownList
    await nextTick()
  }
  void set('ready', 50)
  let prefetch!: Prefetch
  effectScope().run(() => {
    prefetch = usePrefetch(list, isNarrowed)
  })
  const paint = () => vi.advanceTimersByTime(50)
  const another = () => (opened = opens())
  return { loadMore, isNarrowed, set, prefetch, paint, another }
}

test('the second page is requested once the first is painted, not before', async () => {
  const { loadMore, set, prefetch, paint } = open()
  prefetch.onReached(20)
  expect(loadMore).not.toHaveBeenCalled()
  paint()
  expect(loadMore).toHaveBeenCalledOnce()
  await set('more', 50)
  prefetch.onReached(21)
  paint()
  expect(loadMore).toHaveBeenCalledOnce()
})

test('later pages at once, when fewer than 40 rows are left below the last one seen', async () => {
  const { loadMore, set, prefetch } = open()
  await set('ready', 100)
  loadMore.mockClear()
  prefetch.onReached(59)
  expect(loadMore).not.toHaveBeenCalled()
  prefetch.onReached(60)
  expect(loadMore).toHaveBeenCalledOnce()
})

test('a page that brought no new row is followed by the next', async () => {
  const { loadMore, set, prefetch } = open()
  await set('ready', 100)
  prefetch.onReached(90)
  await set('more', 100)
  loadMore.mockClear()
  await set('ready', 100)
  expect(loadMore).toHaveBeenCalledOnce()
})

test('nothing is requested while rows are searched or sorted, until the person says so', async () => {
  const { loadMore, isNarrowed, set, prefetch } = open()
  await set('ready', 100)
  isNarrowed.value = true
  prefetch.onReached(100)
  expect(loadMore).not.toHaveBeenCalled()
  expect(prefetch.isPaused.value).toBe(true)
  prefetch.loadMore()
  expect(loadMore).toHaveBeenCalledOnce()
})

test('it pauses after five pages of which nothing is shown, and goes on when told to', async () => {
  const { loadMore, set, prefetch } = open()
  await set('ready', 100, 10)
  prefetch.onReached(10)
  for (let page = 3; page < 10; page++) {
    await set('more', page * 50 - 50, 10)
    await set('ready', page * 50, 10)
  }
  expect(loadMore).toHaveBeenCalledTimes(5)
  expect(prefetch.isPaused.value).toBe(true)
  prefetch.loadMore()
  await set('more', 450, 10)
  await set('ready', 500, 10)
  expect(loadMore).toHaveBeenCalledTimes(7)
})

test('another list begins without a pause', async () => {
  const { isNarrowed, set, prefetch, another } = open()
  await set('ready', 100)
  isNarrowed.value = true
  prefetch.onReached(100)
  isNarrowed.value = false
  another()
  await set('loading', 0)
  expect(prefetch.isPaused.value).toBe(false)
})
