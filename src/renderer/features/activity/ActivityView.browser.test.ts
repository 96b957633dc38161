import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ActivityCheck } from '#shared/rpc/contract/activity.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useCheck } from '#renderer/stores/check.ts'
import ActivityView from './ActivityView.vue'

const OWN = `0x${'a'.repeat(40)}`
const HASH = `0x${'1'.repeat(64)}`
const NODE = { host: 'node.example', chainId: '1' }

async function open(checked: ActivityCheck, transactions = 3) {
  const { core } = await mountInApp(ActivityView, { route: '/activity' })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  core.emit('watchlist.changed', {
    ...{ revision: 1, more: false },
    all: [
      {
        ...{ id: 7, address: OWN, chainId: null, label: 'Mine', colour: null, groups: [] },
        ...{ watched: true, hasNote: false, position: 1 },
      },
    ],
  })
  core.emit('activity.changed', {
    items: [
      {
        ...{ id: 7, source: 'eth', transactions, transfers: 0, internal: 0, more: false, checked },
        polledAt: '2026-01-01T00:00:00Z',
      },
    ],
    ...{ polling: 'on', since: null },
  })
  return core
}
const NONE = { proven: 0, agrees: 0, differs: 0, unchecked: 0, node: NODE, problem: null, differing: [] }

test('what a check in the background found is said, and one that differs is checked from there', async () => {
  const core = await open({ ...NONE, proven: 2, differs: 1, differing: [HASH] })
  await expect
    .element(page.getByText(/2 rows proven, 1 differs\. Held against node\.example\./))
    .toBeVisible()
  await page.getByRole('button', { name: `Check transaction ${HASH}` }).click()
  expect(useCheck().asked).toEqual({ source: 'eth', thing: { kind: 'transaction', hash: HASH } })
  core.handle('activity.markSeen', () => null)
  await page.getByRole('button', { name: /^Seen: Mine/ }).click()
  await expect
    .poll(() => core.inputsOf('activity.markSeen'))
    .toEqual([{ id: 7, source: 'eth', differences: true }])
})

test('that nothing could be checked is said, with the reason', async () => {
  await open({ ...NONE, unchecked: 3, node: null })
  await expect
    .element(
      page.getByText(/3 can’t be checked\. No node of this chain is followed: add yours as a source\./),
    )
    .toBeVisible()
})

test('a node that does not answer is said so', async () => {
  await open({ ...NONE, problem: { kind: 'timeout' } }, 0)
  await expect.element(page.getByText(/Nothing new/)).toBeVisible()
  await expect
    .element(page.getByText(/Held against node\.example\. node\.example did not answer in time\./))
    .toBeVisible()
})
