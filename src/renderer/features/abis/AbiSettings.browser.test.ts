import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OwnAbi } from '#shared/rpc/contract/abi.ts'
import { fail } from '#shared/rpc/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import AbiSettings from './AbiSettings.vue'

const VAULT: OwnAbi = {
  id: 3,
  name: 'Vault.json',
  chainId: '1',
  address: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  functions: 2,
  events: 1,
  errors: 0,
}

it('keeps files, says what is wrong with one, and removes', async () => {
  const { core } = await mountInApp(AbiSettings)
  core.handle('abi.add', ({ text }) =>
    text === '[]' ? fail({ code: 'invalid_input', field: 'file', reason: 'file_without_abi' }) : VAULT,
  )
  core.handle('abi.remove', () => null)
  const input = page.getByLabelText('ABI files')
  await userEvent.upload(input, new File(['[1]'], 'Vault.json', { type: 'application/json' }))
  await expect
    .poll(() => core.inputsOf('abi.add'))
    .toEqual([{ name: 'Vault.json', text: '[1]', chainId: null, address: null }])
  await userEvent.upload(input, new File(['[]'], 'none.json', { type: 'application/json' }))
  const alert = () => document.querySelector('[role=alert]')?.textContent
  await expect.poll(alert).toContain('No function, event or error')
  await userEvent.upload(input, new File([new Uint8Array(6 * 1024 * 1024)], 'large.json'))
  await expect.poll(alert).toContain('6 MB')
  core.emit('abi.changed', [VAULT])
  await expect.element(page.getByText('2 functions, 1 event')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Remove Vault.json' }))
  expect(core.inputsOf('abi.remove')).toEqual([{ id: 3 }])
})
