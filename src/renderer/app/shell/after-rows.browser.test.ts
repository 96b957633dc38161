import { expect, test } from 'vitest'
import { h } from 'vue'
import { addressCell } from '#renderer/entities/address/address-cell.ts'
import { tokenCell } from '#renderer/entities/token/token-cell.ts'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { openLinkInTab } from './after-rows.ts'

const hash = `0x${'c9'.repeat(20)}`

test('a tab in the background has the name that its link shows, and none of a hash, which is shortened anew', async () => {
  const cells = [
    addressCell({ hash, ens_domain_name: 'treasury.eth' }, exampleContext),
    addressCell({ hash, ens_domain_name: 'a-name-that-is-cut.treasury.eth' }, exampleContext),
    addressCell({ hash }, exampleContext),
    tokenCell({ address_hash: hash, symbol: 'USDC', type: 'ERC-20' }, exampleContext),
  ]
  const { element } = await mountInApp(() => h('div', cells))
  element.querySelectorAll('a').forEach(openLinkInTab)
  const [, ...opened] = useWorkspace().current.panes[0]!.tabs
  // Each tab opens after the active one.
  expect(opened.reverse().map(({ title }) => title)).toEqual([
    'treasury.eth',
    'a-name-that-is-cut.treasury.eth',
    '',
    'USDC',
  ])
})
