import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RowsAnswer } from '#shared/rpc/contract/rows.ts'
import type { SavedQuestion } from '#shared/rpc/contract/questions.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { inSidebar } from '#renderer/testing/in-sidebar.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import QuestionList from './QuestionList.vue'

const question = (id: number, name: string, more: Partial<SavedQuestion> = {}): SavedQuestion => ({
  id,
  name,
  text: 'amount>5',
  path: '/s/eth/address/0xaa?tab=transfers',
  scope: {
    of: 'list',
    source: 'eth',
    list: 'address-token-transfers',
    params: { address_hash: '0xaa' },
    filters: {},
  },
  seen: 10,
  ...more,
})
const answer = (rows: number, loaded = 100): RowsAnswer => ({
  errors: [],
  loaded,
  revision: 'a',
  kinds: [],
  count: rows,
  isComplete: true,
  readAt: 1,
  gaps: [],
  next: null,
  lists: [],
  rows: [],
})

async function open(questions: readonly SavedQuestion[], rows: () => RowsAnswer) {
  await page.viewport(1_280, 700)
  const core = createScriptedCore()
  core.handle('rows.find', rows)
  for (const name of ['questions.rename', 'questions.remove', 'questions.see'] as const)
    core.handle(name, () => null)
  core.handle('questions.save', (saved) => ({ ...saved, id: 99 }))
  const mounted = await mountInApp(QuestionList, { core })
  core.emit('questions.changed', questions)
  return mounted
}
const link = (name: string | RegExp) => page.getByRole('link', { name })

test('nothing stands there without a question', async () => {
  const { wrapper, core } = await open([], () => answer(1))
  expect(wrapper.find('section').exists()).toBe(false)
  expect(core.inputsOf('rows.find')).toEqual([])
})

test('each has the count of what is new since it was opened, in the folded sidebar too', async () => {
  const questions = [
    question(1, 'More'),
    question(2, 'Fewer', { seen: 400 }),
    question(3, 'Never kept', { seen: null }),
  ]
  const { core } = await open(questions, () => answer(310))
  await expect.element(link('More 99+ new')).toBeVisible()
  await expect.element(link(/^Fewer$/)).toBeVisible()
  await expect.element(link(/^Never kept$/)).toBeVisible()
  expect(core.inputsOf('rows.find')[0]).toMatchObject({ text: '(amount>5) -scam', limit: 0 })
  const element = document.querySelector<HTMLElement>('.questions')!
  inSidebar(element, '40px')
  const count = element.querySelector('.count')!
  expect(count.getBoundingClientRect().right).toBeLessThanOrEqual(element.getBoundingClientRect().right)
})

test('rows of 20 are counted, at most once a minute, and none where nothing is kept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const questions = Array.from({ length: 25 }, (_, n) => question(n + 1, `Question ${String(n)}`))
    const { core, router } = await open(questions, () => answer(310, 0))
    await vi.advanceTimersByTimeAsync(1)
    expect(core.inputsOf('rows.find')).toHaveLength(20)
    core.emit('keep.changed', { jobs: [], budgets: [] })
    await router.push('/settings')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(core.inputsOf('rows.find')).toHaveLength(20)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(core.inputsOf('rows.find')).toHaveLength(40)
    expect(document.querySelector('.count')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('one is opened by a click and from the palette; what it has then was seen', async () => {
  const everywhere = { path: '/kept', scope: { of: 'everything' } } as const
  const questions = [
    question(1, 'Large'),
    question(2, 'Everywhere', everywhere),
    question(3, 'Failed', { ...everywhere, text: 'failed' }),
  ]
  const { core, router } = await open(questions, () => ({
    ...answer(31),
    kinds: [{ kind: 'transaction', count: 14, loaded: 100 }],
  }))
  await expect.element(link('Large 21 new')).toBeVisible()
  await link(/^Large/).click()
  await expect
    .poll(() => router.currentRoute.value.fullPath)
    .toBe('/s/eth/address/0xaa?tab=transfers&where=amount%3E5')
  await expect.poll(() => core.inputsOf('questions.see')).toContainEqual({ id: 1, seen: 31 })
  await expect.element(link(/^Large/)).toHaveAttribute('aria-current', 'page')
  core.emit('questions.changed', [{ ...questions[0]!, seen: 31 }, ...questions.slice(1)])
  await expect.element(link(/^Large$/)).toBeVisible()

  await useCommands().run('question.2')
  expect(router.currentRoute.value.fullPath).toBe('/kept?q=amount%3E5')
  await expect.poll(() => core.inputsOf('questions.see')).toContainEqual({ id: 2, seen: 14 })
  const current = () => [...document.querySelectorAll('[aria-current], .router-link-exact-active')]
  await expect.poll(() => current().map((entry) => entry.textContent)).toEqual(['Everywhere4 new'])
})

test('one is renamed and deleted by keyboard and by its menu, and both can be undone', async () => {
  const questions = [question(1, 'Large'), question(2, 'Small')]
  const { core } = await open(questions, () => answer(10))
  await expect.element(link('Large')).toBeVisible()
  document.querySelector<HTMLElement>('.questions a')!.focus()
  await userEvent.keyboard('{F2}')
  await userEvent.keyboard('Larger{Enter}')
  await expect.poll(() => core.inputsOf('questions.rename')).toEqual([{ id: 1, name: 'Larger' }])
  await expect.poll(() => document.activeElement?.textContent).toContain('Large')
  await expect.poll(() => useToasts().last?.message).toBe('“Large” is now “Larger”.')
  await useToasts().last?.undo?.()
  expect(core.inputsOf('questions.rename')[1]).toEqual({ id: 1, name: 'Large' })
  await userEvent.keyboard('{F2}Other{Escape}')
  expect(core.inputsOf('questions.rename')).toHaveLength(2)

  await expect.poll(() => document.activeElement?.tagName).toBe('A')
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => core.inputsOf('questions.remove')).toEqual([{ id: 1 }])
  expect(document.activeElement?.textContent).toContain('Small')
  await expect.poll(() => useToasts().last?.message).toBe('“Large” is deleted.')
  await useToasts().last?.undo?.()
  const { id: _, ...large } = questions[0]!
  expect(core.inputsOf('questions.save')).toEqual([large])

  await link('Small').hover()
  await page.getByRole('button', { name: 'Actions of Small' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name of the question' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Actions of Small' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => core.inputsOf('questions.remove')).toContainEqual({ id: 2 })
})
