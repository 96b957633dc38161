import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
