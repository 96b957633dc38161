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

test('a list whose page could not be read is not live, and one without rows has none', async () => {
  await mountInApp(StatusBar, { route: '/s/eth' })
  useConnection().follow({
    onStatus: (listener) => {
      listener({ state: 'open' })
    },
    retryNow: () => undefined,
  })
  const noun = { one: 'transaction', many: 'transactions' }
  const text = () => page.getByRole('contentinfo', { name: 'Status' }).element().textContent
  useStatusBar().showList({ loaded: 0, complete: true, loading: false, live: true }, noun)
  await expect.poll(text).toBe('No transactionslive')
  const error = { code: 'offline', host: HOST } as const
  useStatusBar().showList({ loaded: 0, complete: false, loading: false, live: true, error }, noun)
  await expect.poll(text).toBe('0 transactions loaded')
})
