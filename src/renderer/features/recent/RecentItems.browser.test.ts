import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { OWN_MARK } from '#shared/text/hostile-text.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import RecentItems from './RecentItems.vue'

const pathOf = (digit: string) => `/address/0x${digit.repeat(40)}`

test('an item of a source that was removed is not shown; it is again when the source is back', async () => {
  const { core } = await mountInApp(RecentItems)
  core.emit('recent.changed', [
    { source: 'eth', path: pathOf('1'), title: 'here.eth' },
    { source: 'gone', path: pathOf('2'), title: 'gone.eth' },
  ])
  const tell = (...ids: readonly string[]) => {
    core.emit('sources.changed', { sources: ids.map((id) => instanceView(id)), accounts: [], current: 'eth' })
  }
  tell('eth')
  await expect.element(page.getByRole('link', { name: /here\.eth/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /gone\.eth/ })).not.toBeInTheDocument()
  tell('eth', 'gone')
  await expect.element(page.getByRole('link', { name: /gone\.eth/ })).toBeVisible()
})

test('an item has the name of now: a label that was given since, and none that was taken away', async () => {
  const { core } = await mountInApp(RecentItems)
  core.emit('recent.changed', [
    { source: 'eth', path: pathOf('1'), title: 'one.eth' },
    { source: 'eth', path: pathOf('2'), title: `${OWN_MARK} Gone label` },
  ])
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  const entry = {
    id: 1,
    address: `0x${'1'.repeat(40)}`,
    chainId: null,
    label: 'Treasury',
    colour: null,
    groups: [],
    watched: false,
    hasNote: false,
    position: 1,
  }
  core.emit('watchlist.changed', { revision: 1, all: [entry], more: false })
  await expect
    .poll(() =>
      page
        .getByRole('link')
        .all()
        .map((link) => link.element().textContent),
    )
    .toEqual([`${OWN_MARK} Treasury`, '0x2222…2222'])
})

/** Mounts the list in a sidebar as narrow as the rail. */
async function openInRail(...titles: readonly string[]) {
  const mounted = await mountInApp({
    render: () => h('nav', { style: 'container: sidebar / inline-size; width: 56px' }, [h(RecentItems)]),
  })
  mounted.core.emit(
    'recent.changed',
    titles.map((title, at) => ({ source: 'eth', path: pathOf(String(at + 1)), title })),
  )
  mounted.core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  return mounted
}

test('in the rail, one button has all of it as a menu, by keyboard too', async () => {
  const { router, wrapper } = await openInRail('one.eth', 'two.eth', 'three.eth')
  const button = page.getByRole('button', { name: 'Recent' })
  await expect.element(button).toBeVisible()
  expect(page.getByRole('link').all()).toEqual([])
  button.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  const items = page.getByRole('menuitem')
  await expect.element(page.getByRole('group', { name: 'eth' })).toBeVisible()
  expect(items.all().map((item) => item.element().textContent.trim())).toEqual([
    'one.eth',
    'two.eth',
    'three.eth',
  ])
  await userEvent.keyboard('{Home}')
  await expect.element(items.first()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(items.first()).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(items.first()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth${pathOf('2')}`)
  expect(button.element().getBoundingClientRect().width).toBe(56)
  wrapper.element.style.width = '240px'
  await expect.element(button).not.toBeInTheDocument()
})

test('beside its names, it is links as ever', async () => {
  const { wrapper } = await openInRail('one.eth')
  wrapper.element.style.width = '240px'
  await expect.element(page.getByRole('link', { name: /one.eth/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Recent' })).not.toBeInTheDocument()
})
