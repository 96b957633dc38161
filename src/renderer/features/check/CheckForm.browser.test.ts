import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h, nextTick, ref } from 'vue'
import type { CheckReport, SecondNodeReport, SourcesReport } from '#shared/rpc/contract/check.ts'
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
const url = () => page.getByRole('textbox', { name: 'URL of a node', exact: true })

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

const HASH = (digit: string) => `0x${digit.repeat(64)}`

const NODE = { host: 'first.example', chainId: '1' }
const CHECKED: CheckReport = {
  outcome: 'checked',
  node: NODE,
  block: { height: 7, hash: HASH('a'), isProven: true },
  findings: [{ part: 'address', row: null, field: 'hash', state: 'proven', source: THING.address }],
  cut: [],
}
const secondUrl = () => page.getByRole('textbox', { name: 'URL of a second node' })

test('a second node is asked for the block that was checked and the head: both hashes stand there', async () => {
  const { core } = await mountForm(['one'])
  core.handle('check.thing', () => CHECKED)
  core.handle('check.secondNode', (): SecondNodeReport => ({
    outcome: 'compared',
    nodes: [NODE, { host: 'second.example', chainId: '1' }],
    heads: [1900, 1902],
    blocks: [
      { height: 1007, first: HASH('a'), second: HASH('b') },
      { height: 1900, first: HASH('c'), second: HASH('c') },
    ],
  }))
  await url().fill('https://first.example')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('1 of 1 fields proven or agree.')).toBeVisible()
  expect(core.inputsOf('check.secondNode')).toEqual([])
  await secondUrl().fill('https://second.example')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('1 of 2 blocks are the same at second.example.')).toBeVisible()
  await expect.element(page.getByText(/^Block 1,007 is 0xa+ .*and 0xb+ .*one of them is wrong/)).toBeVisible()
  await expect
    .element(page.getByText('The newest block of first.example is 1,900, of second.example 1,902.'))
    .toBeVisible()
  expect(core.inputsOf('check.secondNode')).toEqual([
    {
      source: 'one',
      rpcUrl: 'https://first.example',
      second: 'https://second.example',
      blocks: [{ height: 7, hash: HASH('a') }],
    },
  ])
})

test('a node that is followed is asked on opening, but not where a second URL is remembered: that asks nobody', async () => {
  const opened = ref(0)
  const Reopened = defineComponent({
    setup: () => () => h(CheckForm, { key: opened.value, asked: { source: 'one', thing: THING } }),
  })
  const { core } = await mountInApp(Reopened)
  core.handle('check.thing', () => CHECKED)
  core.handle('check.secondNode', () => fail({ code: 'offline', host: 'second.example' }))
  core.emit('sources.changed', {
    sources: [instanceView('one', { chainId: '1' }), instanceView('own', { kind: 'node', chainId: '1' })],
    accounts: [],
    current: 'one',
  })
  const asked = () => [core.inputsOf('check.thing').length, core.inputsOf('check.secondNode').length]
  await secondUrl().fill('https://second.example')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(asked()).toEqual([1, 1])
  opened.value += 1
  await nextTick()
  expect(asked()).toEqual([1, 1])
  await expect.element(secondUrl()).toHaveValue('https://second.example')
  await secondUrl().fill('')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('1 of 1 fields proven or agree.')).toBeVisible()
  opened.value += 1
  await nextTick()
  expect(asked()).toEqual([3, 1])
})
