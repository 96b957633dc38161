import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import SourceSwitcher from './SourceSwitcher.vue'

test('on a page of a source that was removed it says so, and is no blank', async () => {
  const { core } = await mountInApp(SourceSwitcher, { route: '/s/gone/address/0x1' })
  const name = () => page.getByRole('button').element().textContent
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await expect.poll(name).toMatch(/Removed source.*Choose another/)
  core.emit('sources.changed', {
    sources: [instanceView('eth'), instanceView('gone', { name: 'Gone' })],
    accounts: [],
    current: 'eth',
  })
  await expect.poll(name).toMatch(/Gone/)
})
