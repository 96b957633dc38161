import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SourcesReport } from '#shared/rpc/contract/check.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import CheckForm from './CheckForm.vue'

const THING = { kind: 'address', address: `0x${'a'.repeat(40)}` } as const

async function mountForm(ids: readonly string[]) {
  const mounted = await mountInApp(CheckForm, { props: { asked: { source: 'one', thing: THING } } })
  mounted.core.emit('sources.changed', {
    sources: ids.map((id) => ({
      ...instanceView(id),
      name: `Source ${id}`,
      chainId: id === 'far' ? '5' : '1',
    })),
    accounts: [],
    current: 'one',
  })
  return mounted
}
const choice = () => page.getByRole('combobox', { name: 'Held against' })
const url = () => page.getByRole('textbox', { name: 'URL of a node' })

test('another source of the chain can be chosen in place of a node: both values stand there', async () => {
  const { core } = await mountForm(['one', 'two', 'far'])
  core.handle('check.sources', (): SourcesReport => ({
    findings: [
      { part: 'address', row: null, field: 'hash', state: 'agrees', source: THING.address },
      { part: 'address', row: null, field: 'coin_balance', state: 'differs', source: '7', other: '9' },
    ],
    cut: [],
    heads: [1200, 1204],
  }))
  await expect.element(url()).toBeVisible()
  await expect
    .poll(() => [...(choice().element() as HTMLSelectElement).options].map(({ text }) => text))
    .toEqual(['A node', 'Source two (two.example)'])
  await choice().selectOptions('two')
  await expect.element(url()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('1 of 2 fields proven or agree, 1 differs.')).toBeVisible()
  await expect.element(page.getByText('Held against Source two.')).toBeVisible()
  await expect.element(page.getByText(/^The newest block of one is 1.200, of the other 1.204/)).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Source two says' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^differs coin_balance 7 9$/ })).toBeVisible()
  expect(core.inputsOf('check.sources')).toEqual([{ source: 'one', thing: THING, other: 'two' }])
})

test('a source that can’t be asked is said so, and nothing is shown', async () => {
  const { core } = await mountForm(['one', 'two'])
  core.handle('check.sources', () => fail({ code: 'offline', host: 'two.example' }))
  await choice().selectOptions('two')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})

test('without another source of the chain there is no choice', async () => {
  await mountForm(['one', 'far'])
  await expect.element(url()).toBeVisible()
  await expect.element(choice()).not.toBeInTheDocument()
})
