import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter, createWebHistory, type Router } from 'vue-router'
import { awaitRows, endAwaitingRows } from '#renderer/lib/paint/awaited-rows.ts'
import { createDeferredHistory } from './deferred-history.ts'

const started = { path: location.pathname + location.search, state: history.state as unknown }
let router: Router

beforeEach(async () => {
  history.replaceState(null, '', '/start')
  router = createRouter({
    history: createDeferredHistory(createWebHistory('/')),
    routes: [{ path: '/:name', component: { render: () => null } }],
  })
  await router.push('/first')
})
afterEach(() => {
  endAwaitingRows()
  router.options.history.destroy()
  history.replaceState(started.state, '', started.path)
})

const path = () => location.pathname
/** Rows stay awaited until the test says that they are painted, at any speed of this machine. */
function awaitRowsForever() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  awaitRows()
  vi.useRealTimers()
}
const popped = () =>
  new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
  })

test('an entry is written at once where nobody waits for rows', async () => {
  // Files share one page: another's list may have been opened a moment ago.
  endAwaitingRows()
  await router.push('/second')
  expect(path()).toBe('/second')
})

test('else it is written after them', async () => {
  awaitRowsForever()
  await router.push('/second')
  expect(router.currentRoute.value.path).toBe('/second')
  expect(path()).toBe('/first')
  endAwaitingRows()
  await expect.poll(path).toBe('/second')
  expect(history.state).toMatchObject({ back: '/first', current: '/second' })
})

test('each of two pages has its entry', async () => {
  awaitRowsForever()
  await router.push('/second')
  await router.push('/third')
  endAwaitingRows()
  await expect.poll(path).toBe('/third')
  const back = popped()
  router.back()
  await back
  expect(path()).toBe('/second')
})

test('what replaces an entry, goes back or reads finds it written', async () => {
  awaitRowsForever()
  await router.push('/second')
  await router.replace('/third')
  expect(path()).toBe('/third')
  expect(history.state).toMatchObject({ back: '/first' })
  await router.push('/fourth')
  expect(router.options.history.state).toMatchObject({ current: '/fourth' })
  await router.push('/fifth')
  const back = popped()
  router.back()
  await back
  expect(path()).toBe('/fourth')
})

test('who goes back meanwhile goes back from the entry before', async () => {
  await router.push('/second')
  awaitRowsForever()
  await router.push('/third')
  const back = popped()
  history.back()
  await back
  await expect.poll(() => router.currentRoute.value.path).toBe('/first')
  endAwaitingRows()
  await router.push('/fourth')
  expect(path()).toBe('/fourth')
  expect(history.state).toMatchObject({ back: '/first' })
})
