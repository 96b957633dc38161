import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { NodeStatus } from '#shared/node-status.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import { useStatusBar } from '#renderer/stores/status-bar.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import StatusBar from './StatusBar.vue'

const HOST = 'eth.blockscout.com'

/** Mounts the status bar with a live list. */
async function mountStatusBar() {
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
  return { core, status: () => page.getByRole('contentinfo', { name: 'Status' }).element().textContent }
}

test('a list is live while its source answers, and not while it does not', async () => {
  const { core, status } = await mountStatusBar()
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

test('a list of an index is live while its node answers', async () => {
  const { core, status } = await mountStatusBar()
  const source = { ...instanceView('eth', { host: '127.0.0.1:8545' }), kind: 'node' } as unknown as SourceView
  core.emit('sources.changed', { sources: [source], accounts: [], current: 'eth' })
  await expect.poll(() => core.subscriptionsTo('nodes.changed')).toHaveLength(1)
  const tell = (state: NodeStatus['state'], texts: NodeStatus['texts']) => {
    core.emit('nodes.changed', {
      state,
      texts,
      message: '',
      chainId: '31337',
      coinContract: null,
      head: null,
      blocks: { done: 0, of: 0 },
      blocksPerSecond: 0,
      transactionsPerSecond: 0,
      secondsLeft: null,
      traces: { done: 0, of: 0, unavailable: 0 },
      repairs: [],
      node: null,
      bytesOnDisk: 0,
      reorganisation: null,
    })
  }
  tell('following', [])
  await expect.poll(status).toMatch(/live$/)
  tell('stalled', [{ id: 'no_answer', values: { host: '127.0.0.1:8545' } }])
  await expect.poll(status).toMatch(/No node answers at 127\.0\.0\.1:8545\.$/)
  tell('following', [])
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
