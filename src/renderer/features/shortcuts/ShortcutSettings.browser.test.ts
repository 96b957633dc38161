import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import ShortcutSettings from './ShortcutSettings.vue'

async function open(set: object = {}) {
  const core = createScriptedCore()
  core.handle('settings.change', (changes) => ({ ...set, ...changes }))
  await mountInApp(ShortcutSettings, { core })
  core.emit('settings.changed', set)
  await userEvent.click(page.getByRole('button', { name: 'Change keys' }))
  return core
}
const keyOf = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}: `) })
const status = () => page.getByRole('status')

test('the next key pressed is the key; it is stored and said', async () => {
  const core = await open()
  await userEvent.click(keyOf('Next row'))
  await expect.element(keyOf('Next row')).toHaveTextContent('Press a key')
  await userEvent.keyboard('y')
  await expect.element(keyOf('Next row')).toHaveTextContent('Y')
  await expect.element(status()).toHaveTextContent('Next row: Y.')
  expect(core.inputsOf('settings.change')).toEqual([{ shortcuts: { next: 'y' } }])
})

test('a key with Alt can be had by keyboard alone', async () => {
  const core = await open()
  ;(keyOf('Watch this address').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Alt>}w{/Alt}')
  await expect.element(status()).toHaveTextContent('Watch this address: Alt W.')
  expect(core.inputsOf('settings.change')).toEqual([{ shortcuts: { watch: 'alt+w' } }])
})

test('a key that another shortcut has is refused, and whose it is is said', async () => {
  const core = await open()
  await userEvent.click(keyOf('Watch this address'))
  await userEvent.keyboard('c')
  await expect
    .element(status())
    .toHaveTextContent('C is the key of “Copy”. “Watch this address” keeps its own.')
  await userEvent.click(keyOf('Watch this address'))
  await userEvent.keyboard('{F5}')
  await expect
    .element(status())
    .toHaveTextContent('A letter, a digit or a sign, alone or with Alt. Nothing was changed.')
  await userEvent.click(keyOf('Watch this address'))
  await userEvent.keyboard('{Escape}')
  await expect.element(keyOf('Watch this address')).toHaveTextContent('W')
  expect(core.inputsOf('settings.change')).toEqual([])
})

test('one is reset, or all; there is nothing to change while they are off', async () => {
  const core = await open({ shortcuts: { next: 'n', watch: 'y' } })
  await userEvent.click(page.getByRole('button', { name: 'Reset Next row' }))
  await expect.element(keyOf('Next row')).toHaveTextContent('J')
  await userEvent.click(page.getByRole('button', { name: 'Reset all keys' }))
  await expect.element(keyOf('Watch this address')).toHaveTextContent('W')
  await expect.element(page.getByRole('button', { name: 'Reset all keys' })).toBeDisabled()
  expect(core.inputsOf('settings.change')).toEqual([{ shortcuts: { watch: 'y' } }, { shortcuts: {} }])
  core.emit('settings.changed', { singleKeys: false })
  await expect.element(page.getByRole('button', { name: 'Change keys' })).not.toBeInTheDocument()
})
