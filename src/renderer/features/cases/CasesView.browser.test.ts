import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CaseContent, CaseView } from '#shared/rpc/contract/cases.ts'
import { fail } from '#shared/errors/errors.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import { useCases } from '#renderer/stores/cases/cases.ts'
import { useOpenCase } from '#renderer/stores/cases/open-case.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { workspaceOf } from '#renderer/stores/workspace.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import CasesView from './CasesView.vue'

const at = (path: string, title = '') => workspaceOf({ id: 't1', path, title, isPinned: false })
const NOW = at('/s/eth', 'Ethereum')
const HASH = `0x${'ab'.repeat(32)}`
const THEFT: CaseView = {
  id: 1,
  name: 'Theft',
  isReadOnly: false,
  madeAt: 1_790_000_000_000,
  changedAt: 1_790_000_000_000,
  savedAt: null,
  notes: 2,
  places: 1,
  sources: [],
}
const GRANT: CaseView = { ...THEFT, id: 2, name: 'Grant', notes: 0 }
const content = (workspace: Workspace): CaseContent => ({ workspace, labels: [], questions: [] })

/** Opens the page of cases in a window that shows the workspace `NOW`. */
async function open(all: readonly CaseView[]) {
  const core = createScriptedCore()
  core.handle('cases.keepWorkspace', () => null)
  const mounted = await mountInApp(CasesView, { core, route: '/cases' })
  const shown: string[] = []
  useCases().follow({
    current: () => NOW,
    show: ({ panes }) => shown.push(...panes.flatMap(({ tabs }) => tabs.map(({ path }) => path))),
  })
  core.emit('cases.changed', all)
  return { ...mounted, shown }
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const opened = (name: string) => page.getByRole('article', { name: `Open case: ${name}` })
const alert = () => page.getByRole('alert').element().textContent
const toast = () => useToasts().last?.message

test('a case is made with what the window shows, and is open from then on', async () => {
  const { core } = await open([])
  core.handle('cases.create', () => ({ id: 1 }))
  await userEvent.click(button('New case'))
  const field = page.getByRole('textbox', { name: 'Name of the case' })
  await expect.element(field).toHaveFocus()
  // A case without a name is not created.
  await userEvent.keyboard('  {Enter}')
  await userEvent.keyboard('Theft{Enter}')
  await expect.poll(() => useOpenCase().id).toBe(1)
  expect(core.inputsOf('cases.create')).toEqual([{ name: '  Theft', workspace: NOW }])
  core.emit('cases.changed', [THEFT])
  core.emit('cases.content', content(at(`/s/eth/tx/${HASH}`)))
  await expect.element(opened('Theft')).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: `Transaction ${HASH}` })).toBeVisible()
  expect(toast()).toContain('“Theft” is open.')
})

test('a name that is refused stays in its field with the reason', async () => {
  const { core } = await open([])
  core.handle('cases.create', () =>
    fail({ code: 'invalid_input', field: 'name', reason: { kind: 'too_many_cases', max: 100 } }),
  )
  await userEvent.click(button('New case'))
  await userEvent.keyboard('Theft{Enter}')
  await expect.poll(alert).toContain('There can be 100 cases here')
  await expect.element(page.getByRole('textbox', { name: 'Name of the case' })).toHaveValue('Theft')
  expect(useOpenCase().id).toBeNull()
})

/** Opens the page with an open case. */
async function openOne(one: CaseView, workspace = NOW) {
  const mounted = await open([one])
  useOpenCase().id = one.id
  await expect.poll(() => mounted.core.subscriptionsTo('cases.content')).toEqual([{ id: one.id }])
  mounted.core.emit('cases.content', content(workspace))
  await expect.element(opened(one.name)).toBeVisible()
  return mounted
}

test('a case is given another name by keyboard; Escape leaves the one it has', async () => {
  const { core } = await openOne(THEFT)
  core.handle('cases.rename', () => null)
  await userEvent.click(button('Rename'))
  const field = page.getByRole('textbox', { name: 'Name of the case' })
  await expect.element(field).toHaveValue('Theft')
  await userEvent.keyboard('Other{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  expect(core.inputsOf('cases.rename')).toEqual([])
  await userEvent.click(button('Rename'))
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('The March theft{Enter}')
  await expect.poll(() => core.inputsOf('cases.rename')).toEqual([{ id: 1, name: 'The March theft' }])
})

test('another case is opened in its place with what it holds; closing brings back what was open before', async () => {
  const { core, shown } = await open([THEFT, GRANT])
  await userEvent.click(button('Open Grant'))
  await expect.poll(() => core.subscriptionsTo('cases.content')).toEqual([{ id: 2 }])
  core.emit('cases.content', content(at('/s/base')))
  await expect.element(opened('Grant')).toBeVisible()
  await expect.poll(() => shown).toEqual(['/s/base'])
  expect(page.getByRole('button', { name: 'Open Grant' }).elements()).toEqual([])
  await userEvent.click(button('Close'))
  await expect.element(opened('Grant')).not.toBeInTheDocument()
  expect(shown).toEqual(['/s/base', '/s/eth'])
})

test('a case that is read-only says so and has no button to rename it, and nothing of it is kept', async () => {
  const { core } = await openOne({ ...THEFT, isReadOnly: true }, at('/s/base'))
  await expect.element(page.getByText(/This case is read-only/)).toBeVisible()
  await expect.element(button('Copy')).toBeVisible()
  expect(page.getByRole('button', { name: 'Rename' }).elements()).toEqual([])
  await useCases().keepNow()
  expect(core.inputsOf('cases.keepWorkspace')).toEqual([])
})

test('a case that is removed can be put back', async () => {
  const { core } = await open([THEFT, GRANT])
  core.handle('cases.remove', () => null)
  core.handle('cases.restore', () => null)
  await userEvent.click(button('Remove Grant'))
  await expect.poll(toast).toBe('“Grant” is removed.')
  expect(core.inputsOf('cases.remove')).toEqual([{ id: 2 }])
  await useToasts().last?.undo?.()
  expect(core.inputsOf('cases.restore')).toEqual([{ id: 2 }])
})

test('a file that is no case is refused with a sentence, and the next one can be chosen', async () => {
  const { core } = await open([])
  core.handle('cases.beginFile', () => fail({ code: 'invalid_input', field: 'file', reason: 'not_a_case' }))
  const picker = page.getByLabelText('File of a case')
  await userEvent.upload(picker, new File(['a,b\n1,2\n'], 'rows.csv'))
  await expect.poll(alert).toContain('This file is not a case')
  expect(core.inputsOf('cases.beginFile')).toEqual([{ bytes: 8, text: 'a,b\n1,2\n' }])
  expect(useOpenCase().id).toBeNull()
  await expect.element(button('Open a case file')).toBeEnabled()
})
