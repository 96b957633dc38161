import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RowsAnswer } from '#shared/rpc/contract/rows.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ListView from '../view/ListView.vue'

const OWN = `0x${'a'.repeat(40)}`
const answer = (loaded: number): RowsAnswer => ({
  errors: [],
  loaded,
  count: loaded,
  revision: '1',
  kinds: [],
  isComplete: false,
  readAt: loaded === 0 ? null : Date.now() - 3 * 3_600_000,
  gaps: [],
  next: null,
  lists: [],
  rows: [],
})

test('a list that its source can’t give: rows that another source of the chain gave are a link away', async () => {
  const core = createScriptedCore()
  const loaded: Readonly<Record<string, number>> = { mine: 0, public: 12_400, gnosis: 5 }
  core.handle('rows.find', ({ scope }) => answer(scope.of === 'list' ? (loaded[scope.source] ?? 0) : 0))
  await mountInApp(ListView, {
    core,
    props: {
      source: 'eth',
      list: 'address-transactions',
      params: { address_hash: OWN },
      filters: {},
      ownAddress: OWN,
    },
    route: `/s/eth/address/${OWN}?tab=transactions`,
  })
  core.emit('sources.changed', {
    sources: [
      instanceView('eth', { chainId: '1' }),
      instanceView('public', { chainId: '1', name: 'Public explorer' }),
      instanceView('mine', { chainId: '1' }),
      instanceView('gnosis', { chainId: '100' }),
    ],
    accounts: [],
    current: 'eth',
  })
  expect(core.inputsOf('rows.find')).toEqual([])
  await core.respond({ code: 'unauthorized', status: 402, host: 'eth.example' } as never)
  await expect
    .element(page.getByText('12,400 transactions of this list are kept from Public explorer, read 3 h ago.'))
    .toBeVisible()
  const link = page.getByRole('link', { name: 'Show them' })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(`/s/public/address/${OWN}`))
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('tab=transactions'))
  // The source without rows of the list and the source of another chain get no link.
  expect(document.querySelectorAll('.note[role=status]')).toHaveLength(1)
  expect(core.inputsOf('rows.find').map(({ scope }) => scope.of === 'list' && scope.source)).toEqual([
    'public',
    'mine',
  ])
})
