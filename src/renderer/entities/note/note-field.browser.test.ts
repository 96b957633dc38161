import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '#shared/errors/errors.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { useOpenCase } from '#renderer/stores/cases/open-case.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import NoteField from './NoteField.vue'

const A = `0x${'ab'.repeat(20)}`
const NOTE: Note = {
  id: 4,
  case: null,
  chain: 'eth',
  about: A,
  text: '<img src=x onerror=alert(1)>\nsecond line',
  path: `/s/eth/address/${A}`,
  madeAt: 1_790_000_000_000,
  changedAt: 1_790_000_000_000,
}

async function open() {
  const core = createScriptedCore()
  const mounted = await mountInApp(NoteField, {
    core,
    route: NOTE.path,
    props: { source: 'eth', about: A, what: 'this address' },
  })
  core.emit('notes.changed', { all: [] })
  return mounted
}
const field = () => page.getByRole('textbox', { name: 'Note about this address' })

test('a note is written, shown as text, changed, and removed with a way back', async () => {
  const { core } = await open()
  core.handle('notes.save', ({ note }) => ({ ...NOTE, ...note }))
  core.handle('notes.remove', () => null)
  await userEvent.click(page.getByRole('button', { name: 'Add a note' }))
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('Asked them')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => core.inputsOf('notes.save'))
    .toEqual([{ case: null, note: { chain: 'eth', about: A, text: 'Asked them', path: NOTE.path } }])
  // The focus stays near the field that is gone.
  await expect.element(page.getByRole('region', { name: 'Note about this address' })).toHaveFocus()
  core.emit('notes.changed', { written: [NOTE], removed: [] })
  await expect.element(page.getByText(/^<img src=x/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Edit' }))
  await expect.element(field()).toHaveValue(NOTE.text)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => core.inputsOf('notes.remove')).toEqual([{ id: 4 }])
  await expect.poll(() => useToasts().last?.message).toBe('The note is removed.')
  await useToasts().last?.undo?.()
  const { id: _id, case: ofCase, madeAt, changedAt: _changedAt, ...note } = NOTE
  expect(core.inputsOf('notes.save').at(-1)).toEqual({ case: ofCase, note, madeAt })
})

test('what is refused stays in its field with the reason', async () => {
  const { core } = await open()
  core.handle('notes.save', () =>
    fail({ code: 'invalid_input', field: 'text', reason: { kind: 'too_many_notes', max: 5_000 } }),
  )
  await userEvent.click(page.getByRole('button', { name: 'Add a note' }))
  await userEvent.keyboard('One more')
  await userEvent.click(page.getByRole('button', { name: 'Save note' }))
  await expect.poll(() => page.getByRole('alert').element().textContent).toContain('room for more notes')
  await expect.element(field()).toHaveValue('One more')
})

test('in a case that is read-only there is nothing to write with, and it says so', async () => {
  const { core } = await open()
  Object.assign(useOpenCase(), { id: 3, isReadOnly: true })
  await expect.poll(() => core.subscriptionsTo('notes.changed')).toEqual([{ case: 3 }])
  await expect.element(page.getByText(/This case is read-only/)).toBeVisible()
  core.emit('notes.changed', { all: [{ ...NOTE, case: 3 }] })
  await expect.element(page.getByText(/of this case/)).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
