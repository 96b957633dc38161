import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
