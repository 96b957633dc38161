import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter, createWebHistory, type Router } from 'vue-router'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
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
  vi.restoreAllMocks()
  router.options.history.destroy()
  history.replaceState(started.state, '', started.path)
})

const path = () => location.pathname
const painted = () => new Promise<void>(afterPaint)
const popped = () =>
  new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
  })

test('an entry is written after the paint of its page', async () => {
  await router.push('/second')
  expect(router.currentRoute.value.path).toBe('/second')
  expect(path()).toBe('/first')
  await painted()
  expect(path()).toBe('/second')
  expect(history.state).toMatchObject({ back: '/first', current: '/second' })
})

test('each of two pages within one frame has its entry', async () => {
  await router.push('/second')
  await router.push('/third')
  await painted()
  expect(path()).toBe('/third')
  const back = popped()
  router.back()
  await back
  expect(path()).toBe('/second')
})

test('what replaces an entry, goes back or reads finds it written', async () => {
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

test('who goes back within that frame goes back from the entry before', async () => {
  await router.push('/second')
  await painted()
  await router.push('/third')
  const back = popped()
  history.back()
  await back
  await expect.poll(() => router.currentRoute.value.path).toBe('/first')
  await painted()
  expect(path()).toBe('/first')
})

test('a window that is not seen writes at once: nothing is painted there', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await router.push('/second')
  expect(path()).toBe('/second')
})
