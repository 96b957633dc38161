import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import { useStatusBar } from '#renderer/stores/status-bar.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import StatusBar from './StatusBar.vue'

const HOST = 'eth.blockscout.com'

test('a list is live while its source answers, and not while it does not', async () => {
  const core = createScriptedCore()
  await mountInApp(StatusBar, { core, route: '/s/eth' })
  useConnection().follow({
    onStatus: (listener) => {
      listener({ state: 'open' })
    },
    retryNow: () => undefined,
  })
  useStatusBar().showList(
    { loaded: 50, complete: false, loading: false, live: true },
    { one: 'transaction', many: 'transactions' },
  )
  const status = () => page.getByRole('contentinfo', { name: 'Status' }).element().textContent
  const tell = (last: SourceView['last']) => {
    core.emit('sources.changed', {
      sources: [instanceView('eth', { host: HOST, last })],
      accounts: [],
      current: 'eth',
    })
  }
  tell({ ok: true, ms: 20 })
  await expect.poll(status).toMatch(/live$/)
  tell({ ok: false, error: { code: 'offline', host: HOST } })
  await expect.poll(status).toMatch(/eth\.blockscout\.com can’t be reached\.$/)
  tell({ ok: true, ms: 20 })
  await expect.poll(status).toMatch(/live$/)
})
