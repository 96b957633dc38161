import { describe, expect, it } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import type { OwnAbi } from '#shared/rpc/contract/abi.ts'
import { fail } from '#shared/errors/errors.ts'
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

const textOf = (locator: Locator) => locator.query()?.textContent.replace(/\s+/g, ' ')

describe('a folder of artifacts', () => {
  const item = (name: string) => ({ type: 'function', name, inputs: [{ name: 'a', type: 'uint256' }] })
  const file = (path: string, content: string) => {
    const made = new File([content], path.split('/').at(-1) ?? '', { type: 'application/json' })
    Object.defineProperty(made, 'webkitRelativePath', { value: path })
    return made
  }
  /** Picks a folder as the browser does. */
  async function pick(files: readonly File[]) {
    const input = page.getByLabelText('Folder of ABIs').element() as HTMLInputElement
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input.dispatchEvent(new Event('change'))
    await expect.element(page.getByRole('group', { name: 'What is in the folder' })).toBeVisible()
  }

  it('is shown before it is kept: what is found, and what is left out and why', async () => {
    const { core } = await mountInApp(AbiSettings)
    core.handle('abi.add', () => VAULT)
    await pick([
      file('out/Vault.sol/Vault.json', JSON.stringify({ abi: [item('poke'), item('pull')] })),
      file(
        'out/Token.sol/Token.json',
        JSON.stringify({ abi: [item('poke'), { type: 'error', name: 'No' }] }),
      ),
      file('out/Token.sol/Broken.json', '{"abi":'),
      file('out/Large.json', 'x'.repeat(11 * 1024 * 1024)),
      file('out/build-info/a.json', JSON.stringify([item('never')])),
      file('out/readme.txt', 'f()'),
    ])
    const group = page.getByRole('group', { name: 'What is in the folder' })
    await expect.poll(() => textOf(group)).toContain('out: 2 functions, 1 error from 2 files.')
    await userEvent.click(group.getByText('2 files are left out'))
    await expect
      .poll(() => textOf(group.getByRole('listitem').nth(0)))
      .toContain('Token.sol/Broken.json: no ABI in it')
    await expect.poll(() => textOf(group.getByRole('listitem').nth(1))).toContain('Large.json: too large')
    await userEvent.click(group.getByRole('button', { name: 'Keep' }))
    await expect
      .poll(() => core.inputsOf('abi.add'))
      .toEqual([
        {
          name: 'out',
          text: 'function poke(uint256 a)\nfunction pull(uint256 a)\nerror No()',
          chainId: null,
          address: null,
        },
      ])
    await expect.element(group).not.toBeInTheDocument()
  })

  it('without an ABI can only be closed', async () => {
    await mountInApp(AbiSettings)
    await pick([file('notes/a.json', '{}')])
    const group = page.getByRole('group', { name: 'What is in the folder' })
    await expect.poll(() => textOf(group)).toContain('notes: no ABI in it.')
    await userEvent.click(group.getByRole('button', { name: 'Close' }))
    await expect.element(group).not.toBeInTheDocument()
  })
})
