import { expect, it } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { LIST_PART_BYTES } from '#shared/rpc/contract/signatures.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import SignatureLists from './SignatureLists.vue'

const LIST = { id: 7, name: 'big.csv', bytes: 61_000_000, signatures: 1_234_567, unread: 3 }

const textOf = (locator: Locator) => locator.query()?.textContent.replace(/\s+/g, ' ')

it('sends a list in parts, shows it, and removes it', async () => {
  const { core } = await mountInApp(SignatureLists)
  core.handle('signatures.begin', () => ({ token: 't' }))
  core.handle('signatures.append', () => null)
  core.handle('signatures.finish', () => LIST)
  core.handle('signatures.remove', () => null)
  const bytes = new Uint8Array(LIST_PART_BYTES + 3).map((_, at) => at % 251)
  await userEvent.upload(page.getByLabelText('Signature list'), new File([bytes], 'big.csv'))
  await expect.poll(() => core.inputsOf('signatures.finish')).toEqual([{ token: 't' }])
  expect(core.inputsOf('signatures.begin')).toEqual([{ name: 'big.csv', bytes: bytes.length }])
  const sent = core.inputsOf('signatures.append').map(({ part }) => atob(part))
  expect(sent.map((part) => part.length)).toEqual([LIST_PART_BYTES, 3])
  const joined = sent.join('')
  expect(bytes.every((byte, at) => joined.charCodeAt(at) === byte)).toBe(true)
  core.emit('signatures.changed', [LIST])
  await expect.poll(() => textOf(page.getByRole('listitem'))).toContain('1,234,567 signatures')
  await expect.poll(() => textOf(page.getByRole('listitem'))).toContain('61 MB, 3 rows left out')
  await userEvent.click(page.getByRole('button', { name: 'Remove big.csv' }))
  expect(core.inputsOf('signatures.remove')).toEqual([{ id: 7 }])
})

it('says why a file was not kept', async () => {
  const { core } = await mountInApp(SignatureLists)
  core.handle('signatures.begin', () => ({ token: 't' }))
  core.handle('signatures.append', () => null)
  core.handle('signatures.finish', () =>
    fail({ code: 'invalid_input', field: 'file', reason: 'file_without_signatures' }),
  )
  await userEvent.upload(page.getByLabelText('Signature list'), new File(['nothing'], 'a.csv'))
  await expect.poll(() => textOf(page.getByRole('alert'))).toContain('No signature can be read')
})
