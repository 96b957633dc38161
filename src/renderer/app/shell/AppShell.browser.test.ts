import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStatusBar } from '#renderer/stores/status-bar.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import AppShell from './AppShell.vue'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const heading = () => page.getByRole('heading', { name: 'This source was removed' })

function tell(core: ReturnType<typeof createScriptedCore>, ids: readonly string[]) {
  core.emit('sources.changed', {
    sources: ids.map((id) => instanceView(id)),
    accounts: [{ id: 'pro', name: 'Pro', baseUrl: '', host: '', key: { state: 'none' }, chains: 2 }],
    current: ids[0] ?? '',
  })
}

test('a page of a source that was removed says so, is not live, and is back when the source is', async () => {
  const core = createScriptedCore()
  await mountInApp(AppShell, { core, features: [], route: `/s/gone/address/${ADDRESS}` })
  useStatusBar().showList(
    { loaded: 50, complete: false, loading: false, live: true },
    { one: 'transaction', many: 'transactions' },
  )
  await expect.element(heading()).not.toBeInTheDocument()
  tell(core, ['eth'])
  await expect.element(heading()).toBeVisible()
  await expect
    .poll(() => page.getByRole('contentinfo').element().textContent)
    .not.toMatch(/live|transactions/)
  tell(core, ['eth', 'gone'])
  await expect.element(heading()).not.toBeInTheDocument()
})

test('a chain of an account that was not used yet is a source', async () => {
  const core = createScriptedCore()
  await mountInApp(AppShell, { core, features: [], route: '/s/pro:8453' })
  tell(core, ['eth'])
  await expect.element(page.getByRole('main')).toBeVisible()
  await expect.element(heading()).not.toBeInTheDocument()
})
