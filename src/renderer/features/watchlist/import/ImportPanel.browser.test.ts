import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MAX_IMPORT_BYTES, type ImportPreview } from '#shared/rpc/contract/watchlist.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import ImportPanel from './ImportPanel.vue'

const COUNTS = { rows: 3, added: 1, changed: 1, same: 0, kept: 0, repeated: 0, refused: 1 }
const ADDRESS = `0x${'a'.repeat(40)}`
const PREVIEW = {
  token: 'token',
  format: { kind: 'csv', columns: ['address', 'name tag'] },
  counts: COUNTS,
  changes: [
    { address: ADDRESS, chainId: null, before: null, after: { label: 'New one', note: '' } },
    {
      address: `0x${'b'.repeat(40)}`,
      chainId: null,
      before: { label: 'Mine', note: '' },
      after: { label: 'Theirs', note: '' },
    },
  ],
  issues: [],
  adjusted: 0,
} satisfies ImportPreview

async function mountPanel() {
  const core = createScriptedCore()
  core.handle('watchlist.preview', () => PREVIEW)
  core.handle('watchlist.import', () => ({ undo: 1, counts: COUNTS, issues: [], adjusted: 0 }))
  return mountInApp(ImportPanel, { core })
}

/** Chooses the file within the page, because the driver is slow with a large one. */
function choose(file: File) {
  const picker = page.getByLabelText('File to import').element() as HTMLInputElement
  const transfer = new DataTransfer()
  transfer.items.add(file)
  picker.files = transfer.files
  picker.dispatchEvent(new Event('change'))
}

test('pasted text: preview, choice for conflicts, import, and its report', async () => {
  const { core, wrapper } = await mountPanel()
  const preview = page.getByRole('button', { name: 'Preview' })
  await expect.element(preview).toBeDisabled()
  await userEvent.fill(page.getByLabelText('Labels as text'), `${ADDRESS},New one`)
  await userEvent.click(preview)
  await expect.poll(() => wrapper.text()).toContain('3 rows: 1 new, 1 changed, 1 can’t be read.')
  expect(wrapper.get('table').text()).toContain('New one')
  expect(core.inputsOf('watchlist.preview')).toEqual([{ text: `${ADDRESS},New one` }])

  await userEvent.click(page.getByLabelText('keep mine'))
  await userEvent.click(page.getByRole('button', { name: 'Import', exact: true }))
  await expect.element(page.getByText('Done.')).toBeVisible()
  expect(core.inputsOf('watchlist.import')).toEqual([{ token: 'token', conflicts: 'mine' }])
  await userEvent.click(page.getByRole('button', { name: 'Close', exact: true }))
  expect(wrapper.emitted('close')).toHaveLength(1)
})

test('a file is read and named; one that is too large is refused before it is read', async () => {
  const { core, wrapper } = await mountPanel()
  choose(new File(['a'.repeat(MAX_IMPORT_BYTES + 1)], 'large.csv'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(core.inputsOf('watchlist.preview')).toEqual([])
  choose(new File([`${ADDRESS},New one`], 'tags.csv'))
  await expect.poll(() => wrapper.text()).toContain('tags.csv')
  expect(page.getByRole('alert').query()).toBeNull()
})

test('imported addresses are watched only where the person says so', async () => {
  const { core } = await mountPanel()
  const choice = page.getByRole('checkbox', { name: /^Watch them/ })
  await expect.element(choice).not.toBeChecked()
  await userEvent.click(choice)
  await userEvent.fill(page.getByLabelText('Labels as text'), `${ADDRESS},New one`)
  await userEvent.click(page.getByRole('button', { name: 'Preview' }))
  await expect
    .poll(() => core.inputsOf('watchlist.preview'))
    .toEqual([{ text: `${ADDRESS},New one`, watched: true }])
})

test('a preview without changes can’t be imported', async () => {
  const { core } = await mountPanel()
  const counts = { ...COUNTS, added: 0, changed: 0, same: 2 }
  core.handle('watchlist.preview', () => ({ ...PREVIEW, counts, changes: [] }))
  await userEvent.fill(page.getByLabelText('Labels as text'), 'text')
  await userEvent.click(page.getByRole('button', { name: 'Preview' }))
  await expect.element(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
})

test('a text that the core can’t read shows its error and stays', async () => {
  const { core } = await mountPanel()
  core.handle('watchlist.preview', () => fail({ code: 'not_found' }))
  await userEvent.fill(page.getByLabelText('Labels as text'), 'text')
  await userEvent.click(page.getByRole('button', { name: 'Preview' }))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('Labels as text')).toHaveValue('text')
})
