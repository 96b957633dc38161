import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createMemoryHistory } from 'vue-router'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import NotFoundView from './NotFoundView.vue'
import { features } from './features.ts'
import { createAppRouter } from './router.ts'

test('every feature folder is registered, and every view has a name of its own', () => {
  const folders = Object.keys(import.meta.glob('../features/*/feature.ts'))
  expect(features).toHaveLength(folders.length)
  const routes = createAppRouter(createMemoryHistory()).getRoutes()
  const names = routes.filter(({ redirect }) => redirect === undefined).map(({ name }) => name)
  expect(names).not.toContain(undefined)
  expect(new Set(names).size).toBe(names.length)
})

test('views that are seldom opened are loaded when they are', async () => {
  const router = createAppRouter(createMemoryHistory())
  const viewOf = (path: string) => router.resolve(path).matched[0]?.components?.default
  for (const path of ['/sources', '/settings', '/watchlist', '/s/eth/tx/0x1']) {
    const view = viewOf(path)
    expect(typeof view, path).toBe('function')
    await expect((view as () => Promise<unknown>)(), path).resolves.toHaveProperty('default')
  }
})

test('a path that is no route shows a way back to the start', async () => {
  await mountInApp(NotFoundView, { route: '/nowhere' })
  await expect.element(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/')
})
