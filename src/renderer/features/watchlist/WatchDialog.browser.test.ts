import { h } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { fail } from '#shared/errors/errors.ts'
import { useWatchDialog, type WatchSubject } from '#renderer/stores/watch-dialog.ts'
import WatchButton from '#renderer/entities/address/WatchButton.vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import WatchDialog from './WatchDialog.vue'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ENTRY: WatchedAddress = {
  id: 7,
  address: ADDRESS,
  chainId: null,
  label: 'Old label',
  colour: 'teal',
  groups: ['Funds'],
  watched: true,
  hasNote: true,
  position: 1,
}

async function open(subject: WatchSubject) {
  const core = createScriptedCore()
  core.handle('watchlist.save', () => ({ ...ENTRY, undo: 1 }))
  core.handle('watchlist.remove', () => ({ undo: 1 }))
  core.handle('watchlist.moveToChain', () => ({ ...ENTRY, undo: 1 }))
  core.handle('watchlist.read', () => ({ ...ENTRY, note: 'Seen in October' }))
  const mounted = await mountInApp(WatchDialog, { core })
  core.emit('watchlist.changed', { revision: 1, all: [ENTRY], more: false })
  const dialog = useWatchDialog()
  dialog.open(subject)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return { ...mounted, dialog }
}

test('a new address: an invalid one is refused, a valid one is saved and closes the dialog', async () => {
  const { core, dialog } = await open({ address: '' })
  const address = page.getByLabelText('Address', { exact: true })
  await expect.element(address).toHaveFocus()
  await userEvent.fill(address, '0x1234')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('An address is 0x and 40 hexadecimal digits.')
  expect(core.inputsOf('watchlist.save')).toEqual([])

  await userEvent.fill(address, ` ${ADDRESS.toLowerCase()} `)
  await userEvent.fill(page.getByLabelText('Label'), 'New label')
  await userEvent.fill(page.getByLabelText(/^Groups/), 'Funds, Cold storage')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => dialog.subject).toBeUndefined()
  expect(core.inputsOf('watchlist.save')).toEqual([
    {
      address: ADDRESS,
      chainId: null,
      label: 'New label',
      colour: null,
      groups: ['Funds', 'Cold storage'],
      watched: true,
      note: '',
    },
  ])
})

test('an existing entry: its fields and its note are shown, and the changed colour is saved', async () => {
  const { core } = await open({ address: ADDRESS, id: 7 })
  await expect.element(page.getByLabelText('Label')).toHaveValue('Old label')
  await expect.element(page.getByLabelText('Note')).toHaveValue('Seen in October')
  await expect.element(page.getByLabelText(/^Groups/)).toHaveValue('Funds')
  await userEvent.click(page.getByTitle('pink'))
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => core.inputsOf('watchlist.save')).toHaveLength(1)
  expect(core.inputsOf('watchlist.save')[0]).toMatchObject({ colour: 'pink', note: 'Seen in October' })
})

test('a note that could not be loaded is neither editable nor overwritten', async () => {
  const { core, dialog } = await open({ address: ADDRESS })
  dialog.close()
  core.handle('watchlist.read', () => fail({ code: 'not_found' }))
  dialog.open({ address: ADDRESS, id: 7 })
  await expect.element(page.getByLabelText('Note')).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => core.inputsOf('watchlist.save')).toHaveLength(1)
  expect(core.inputsOf('watchlist.save')[0]).not.toHaveProperty('note')
})

test('Stop watching and delete label removes the entry; a failure leaves the dialog open', async () => {
  const { core, dialog } = await open({ address: ADDRESS, id: 7 })
  core.handle('watchlist.remove', () => fail({ code: 'not_found' }))
  await userEvent.click(page.getByRole('button', { name: 'Stop watching and delete label' }))
  await expect.poll(() => core.inputsOf('watchlist.remove')).toEqual([{ ids: [7] }])
  await expect.element(page.getByRole('dialog')).toBeVisible()
  core.handle('watchlist.remove', () => ({ undo: 2 }))
  await userEvent.click(page.getByRole('button', { name: 'Stop watching and delete label' }))
  await expect.poll(() => dialog.subject).toBeUndefined()
})

/** Presses the star of an address that its source names, and waits for the dialog. */
async function pressWatch(entries: readonly WatchedAddress[]) {
  const core = createScriptedCore()
  core.handle('watchlist.save', () => ({ ...ENTRY, undo: 1 }))
  core.handle('watchlist.read', () => ({ ...ENTRY, note: '' }))
  const star = { source: 'eth', address: ADDRESS, name: 'vitalik.eth' }
  await mountInApp({ render: () => [h(WatchButton, star), h(WatchDialog)] }, { core })
  core.emit('watchlist.changed', { revision: 1, all: entries, more: false })
  await userEvent.click(page.getByRole('button', { name: 'Watch' }))
  await expect.element(page.getByRole('dialog', { name: 'Watch an address' })).toBeVisible()
  return core
}

test('Watch, then Cancel or Escape: nothing is watched', async () => {
  const core = await pressWatch([])
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Watch' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(core.inputsOf('watchlist.save')).toEqual([])
})

test('Watch, then Save: watched, and a name that the chain gave is not taken for a label', async () => {
  const core = await pressWatch([])
  await expect.element(page.getByLabelText('Label')).toHaveValue('')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => core.inputsOf('watchlist.save')).toHaveLength(1)
  expect(core.inputsOf('watchlist.save')[0]).toMatchObject({ address: ADDRESS, label: '', watched: true })
})

test('Watch, for an address that has a label only: its label is kept, and Save watches it', async () => {
  const core = await pressWatch([{ ...ENTRY, watched: false, hasNote: false }])
  await expect.element(page.getByLabelText('Label')).toHaveValue('Old label')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => core.inputsOf('watchlist.save')).toHaveLength(1)
  expect(core.inputsOf('watchlist.save')[0]).toMatchObject({ label: 'Old label', watched: true })
})

test('at text of twice the size its colours are twice as large', async () => {
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  await open({ address: '' })
  const swatch = page.getByTitle('pink').element()
  expect(getComputedStyle(swatch)).toMatchObject({ width: '56px', height: '56px' })
  expect(getComputedStyle(swatch.querySelector('.watch-dot')!)).toMatchObject({
    width: '28px',
    height: '28px',
  })
})
