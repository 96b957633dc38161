/** The field of the search over everything that is kept: it helps to type as the one of a list does. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import KeptSearch from './KeptSearch.vue'

const OWN = `0x${'a'.repeat(40)}`
const METHODS = ['approve', 'swap', 'swap']
const NO_WORD = { message: 'Nothing that is kept has a fee.', at: { from: 0, to: 5 } }

function answer({ text, kind, offset, limit }: CallInput<'held.find'>): CallOutput<'held.find'> {
  const errors = text === 'fee>1' ? [NO_WORD] : []
  const count = errors.length > 0 ? 0 : METHODS.length
  const rows = METHODS.map((method, at) => {
    const hash = `0x${String(at).padStart(64, '0')}`
    const item = { hash, status: 'ok', from: { hash: OWN }, to: { hash: OWN }, value: '1', method }
    return { key: hash, item: item as never, list: 0 }
  })
  return {
    errors,
    held: METHODS.length,
    revision: 'a',
    kinds: count === 0 ? [] : [{ kind: 'transaction', count, held: METHODS.length }],
    count,
    isComplete: false,
    readAt: null,
    gaps: [],
    next: null,
    lists: [{ source: 'eth', list: 'address-transactions', params: { address_hash: OWN }, filters: [] }],
    rows: kind === undefined ? [] : rows.slice(offset, offset + limit),
  }
}

async function open() {
  await page.viewport(1_280, 700)
  const core = createScriptedCore()
  core.handle('held.find', answer)
  const mounted = await mountInApp(KeptSearch, { core, props: { current: 'eth' }, route: '/kept' })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await expect.element(page.getByRole('grid', { name: 'Transactions' })).toBeVisible()
  return { ...mounted, core, field: page.getByRole('searchbox', { name: 'Filter' }) }
}
const options = () =>
  [...document.querySelectorAll('[role=option] > bdi')].map((option) => option.textContent)
const texts = (core: ReturnType<typeof createScriptedCore>) =>
  core.inputsOf('held.find').map(({ text }) => text)

test('words are completed, then values that stand in the rows, by keyboard', async () => {
  const { core, field, router } = await open()
  await field.click()
  await userEvent.keyboard('me')
  await expect.poll(options).toEqual(['method:'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(options).toEqual(['swap', 'approve'])
  await userEvent.keyboard('app')
  await expect.poll(options).toEqual(['approve'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('method:approve ')
  await expect.poll(() => router.currentRoute.value.query).toEqual({ q: 'method:approve' })
  await expect.poll(() => texts(core).at(-1)).toBe('method:approve')
})

test('what is wrong is underlined and said, also where only the core knows; it is asked once it can be read', async () => {
  const { core, field } = await open()
  await field.fill('amonut>5 swap')
  const alert = () => document.querySelector('[role=alert]')?.textContent
  await expect.poll(alert).toContain('There is no word “amonut”')
  const mark = () => document.querySelector('.filter-mirror mark')?.textContent
  expect(mark()).toBe('amonut')
  await expect.element(field).toHaveAccessibleDescription(/There is no word/)
  expect(texts(core)).not.toContain('amonut>5 swap')

  await field.fill('fee>1')
  await expect.poll(alert).toBe(NO_WORD.message)
  expect(mark()).toBe('fee>1')
  await field.fill('')
  await expect.poll(alert).toBeUndefined()
})
