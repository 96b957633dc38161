import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { KeysView } from '#shared/rpc/contract/keys.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import KeyForm from './KeyForm.vue'

const KEY = 'a-key-that-nobody-sees'
const holder = (key: KeyState) => ({ id: 'eth', name: 'Ethereum', host: 'eth.example', key })
const field = () => page.getByLabelText('Key of Ethereum', { exact: true })

async function open(key: KeyState, core = createScriptedCore()) {
  core.handle('keys.list', (): KeysView => ({
    vault: 'session',
    keys: [
      {
        id: 'eth',
        name: 'Ethereum',
        host: 'eth.example',
        key,
        variable: 'CHAINGLASS_KEY_ETH',
      },
    ],
  }))
  return mountInApp(KeyForm, { core, props: { holder: holder(key) } })
}

test('a key is sent to the core, tested, and gone from the page at once', async () => {
  const core = createScriptedCore()
  core.handle('keys.set', (): KeyState => ({ state: 'set', ends: 'sees', kept: 'session' }))
  core.handle('keys.test', () => ({ ms: 12.3, limits: {} }))
  const { wrapper } = await open({ state: 'none' }, core)
  await expect.element(field()).toHaveFocus()
  await expect.element(page.getByText(/CHAINGLASS_KEY_ETH/)).toBeVisible()
  await userEvent.fill(field(), ` ${KEY} `)
  await userEvent.click(page.getByRole('button', { name: 'Set' }))
  await expect.element(page.getByRole('status')).toHaveTextContent('The key works: answered in 12 ms.')
  expect(core.inputsOf('keys.set')).toEqual([{ id: 'eth', key: KEY }])
  await expect.element(field()).toHaveValue('')
  expect(wrapper.html()).not.toContain(KEY)
})

test('a key that the source refuses is an error, without the key in it', async () => {
  const core = createScriptedCore()
  core.handle('keys.test', () => fail({ code: 'unauthorized', host: 'eth.example', hadKey: true }))
  await open({ state: 'set', ends: '4f2a', kept: 'keyring' }, core)
  await expect.element(field()).toHaveAttribute('placeholder', '••••••••••••4f2a')
  await userEvent.click(page.getByRole('button', { name: 'Test' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/does not accept this key/)
})

test('a key of the environment can be replaced and tested, but not removed', async () => {
  await open({ state: 'set', ends: '', kept: 'environment' })
  await expect.element(page.getByRole('button', { name: 'Replace' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Test' })).toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
})
