import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { HostMessage } from '#shared/rpc/messages.ts'
import { takeHostMessage } from '#renderer/app/follow-host.ts'
import { mountInApp, type Mounted } from '#renderer/testing/mount-in-app.ts'
import OutsideLinkDialog from './OutsideLinkDialog.vue'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'ab'.repeat(32)}`
const source = {
  id: 'eth',
  name: 'Ethereum of mine',
  kind: 'instance',
  chainId: '1',
  baseUrl: 'https://eth.example',
  host: 'eth.example',
  coin: { symbol: 'ETH', decimals: 18 },
} as unknown as SourceView

let mounted: Mounted
let hear: (message: HostMessage) => void
beforeEach(async () => {
  mounted = await mountInApp(OutsideLinkDialog, { route: '/settings' })
  const { core, router } = mounted
  hear = (message) => {
    takeHostMessage(message, { core, router })
  }
  core.emit('sources.changed', { sources: [source], accounts: [], current: 'eth' })
})
const dialog = () => page.getByRole('dialog')
const shown = () => document.querySelector('[role=dialog]')?.textContent ?? ''
const path = () => mounted.router.currentRoute.value.fullPath

test('a link from outside is shown in full and asked about; nothing opens by itself or by a key', async () => {
  hear({ verb: 'ask-to-open', text: `chainglass://1/address/${ADDRESS}` })
  await expect.poll(shown).toContain('Address on Ethereum')
  await expect.poll(shown).toContain(ADDRESS)
  await expect.poll(shown).toContain('It will be read from Ethereum of mine.')
  expect(path()).toBe('/settings')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(path()).toBe('/settings')
})

test('the first question stays until it is answered, then opens what it showed', async () => {
  hear({ verb: 'ask-to-open', text: `chainglass://1/address/${ADDRESS}` })
  hear({ verb: 'ask-to-open', text: `chainglass://1/tx/${HASH}` })
  await expect.poll(shown).toContain('Another link arrived meanwhile and will not be opened.')
  expect(shown()).toContain(ADDRESS)
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  await expect.poll(path).toBe(`/s/eth/address/${ADDRESS}`)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a chain that no source reads is said; a notification of our own is not asked about', async () => {
  hear({ verb: 'ask-to-open', text: `chainglass://8453/tx/${HASH}` })
  await expect.poll(shown).toContain('No source here reads this chain.')
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  hear({ verb: 'navigate', text: ADDRESS, source: 'eth' })
  await expect.poll(path).toBe(`/s/eth/address/${ADDRESS}`)
})
