import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Transaction } from '#shared/chain/transaction.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import InputData from './InputData.vue'

const CONTRACT = '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
const ABI = 'function transfer(address whom, uint256 value)'
const ARGUMENTS = `${'1'.padStart(64, '0')}${'2'.padStart(64, '0')}`
const CALL = { to: { hash: CONTRACT }, raw_input: `0xa9059cbb${ARGUMENTS}` }

async function open(transaction: object = CALL) {
  const { core } = await mountInApp(InputData, {
    route: '/s/eth',
    props: { source: 'eth', transaction: transaction as Transaction, call: null, loading: false },
  })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  core.handle('abi.add', ({ name }) => ({
    ...{ id: 1, name, chainId: '1', address: CONTRACT, functions: 1, events: 0, errors: 0 },
  }))
  return core
}
const button = (name: string) => page.getByRole('button', { name })
const paper = page.getByRole('textbox', { name: 'ABI, artifact or signatures' })
const question = page.getByRole('group', { name: 'Keep the ABI' })
const asked = () => question.query()?.textContent
const alert = () => page.getByRole('alert').query()?.textContent

function drop(data: DataTransfer, on: Element = document.querySelector('.input')!): boolean {
  return on.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
}
function dropFile(file: File) {
  const data = new DataTransfer()
  data.items.add(file)
  return drop(data)
}

async function paste(text: string) {
  await userEvent.fill(paper, text)
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.cut()
  await expect.element(paper).toHaveValue('')
  // A hidden window paints nothing.
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  await userEvent.paste()
  vi.restoreAllMocks()
}

async function readTyped(text: string) {
  await userEvent.click(button('Add an ABI'))
  await userEvent.fill(paper, text)
  await userEvent.click(button('Read it'))
}

test('what is pasted into the empty field is read at once; cancelled, the text is there again', async () => {
  const core = await open()
  const first = { id: 7, name: 'Pasted ABI', chainId: '1', address: CONTRACT }
  core.emit('abi.changed', [{ ...first, functions: 1, events: 0, errors: 0 }])
  await userEvent.click(button('Add an ABI'))
  await expect.element(paper).toHaveFocus()
  await paste(ABI)
  await expect.poll(asked).toContain('names this call: transfer(address whom, uint256 value)')
  await expect.element(button('Keep for this contract')).toHaveFocus()
  await expect.element(button('Keep for this contract')).toHaveAccessibleDescription(/names this call/)
  await userEvent.keyboard('{Escape}')
  await expect.element(paper).toHaveValue(ABI)
  await expect.element(paper).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Add an ABI')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(paper).toHaveValue(ABI)
  await userEvent.click(button('Read it'))
  await expect.element(button('Keep for this contract')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Add an ABI')).toHaveFocus()
  expect(core.inputsOf('abi.add')).toMatchObject([{ name: 'Pasted ABI 2', text: ABI, address: CONTRACT }])
  await userEvent.keyboard('{Enter}')
  await expect.element(paper).toHaveValue('')
})

test('the button stays in its place when it opens', async () => {
  await open()
  const right = () => button('Add an ABI').element().getBoundingClientRect().right
  const before = right()
  await userEvent.click(button('Add an ABI'))
  await expect.element(paper).toHaveFocus()
  expect(right()).toBe(before)
})

test('what is pasted into typed text is a part of it', async () => {
  await open()
  await userEvent.click(button('Add an ABI'))
  await userEvent.fill(paper, 'poke()')
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await userEvent.keyboard('{End}{Enter}')
  await userEvent.paste()
  await expect.element(paper).toHaveValue('poke()\npoke()')
  expect(question.query()).toBeNull()
})

test('what can’t be kept is asked again, with the error', async () => {
  const core = await open()
  core.handle('abi.add', () => fail({ code: 'invalid_input', field: 'file', reason: 'file_without_abi' }))
  await readTyped(ABI)
  await userEvent.click(button('Keep for this contract'))
  await expect.poll(alert).toContain('No function, event or error')
  await expect.element(button('Keep for this contract')).toHaveFocus()
  await userEvent.click(button('Cancel'))
  await expect.element(paper).toHaveValue(ABI)
})

test.for([
  ['input that is too short for it', { ...CALL, raw_input: '0xa9059cbb' }, ABI, 'is not of these types'],
  ['another function', CALL, 'poke()', 'nothing for the selector of this call, 0xa9059cbb'],
  ['no text of an ABI', CALL, 'hello', 'No signature can be read from this file.'],
  [
    'a creation',
    { to: null, created_contract: { hash: CONTRACT }, raw_input: '0x6080' },
    'constructor(address owner)',
    'It has a constructor: constructor(address owner)',
  ],
] as const)('an ABI is held against the call: %s', async ([, transaction, text, verdict]) => {
  await open(transaction)
  await readTyped(text)
  await expect.poll(asked).toContain(verdict)
  expect(button('For any contract').query() !== null).toBe(transaction.to !== null)
})

test('text that is dropped onto the field goes into it, and a file is offered', async () => {
  await open()
  await userEvent.click(button('Add an ABI'))
  await userEvent.fill(paper, 'poke()')
  const data = new DataTransfer()
  data.setData('text', ABI)
  expect(drop(data, paper.element())).toBe(true)
  await expect.element(paper).toHaveValue('poke()')
  expect(dropFile(new File([ABI], 'Vault.json'))).toBe(false)
  await expect.poll(asked).toContain('Vault.json')
})

test('what can’t be read, such as a folder, is said', async () => {
  const core = await open()
  const folder = new File([], 'folder')
  folder.text = () => Promise.reject(new DOMException('A folder.', 'NotFoundError'))
  const data = new DataTransfer()
  Object.defineProperty(data, 'files', { value: [folder] })
  drop(data)
  await expect.poll(alert).toContain('This file can’t be read')
  expect(question.query()).toBeNull()
  expect(core.inputsOf('abi.add')).toEqual([])
})
