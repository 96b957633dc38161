/** Pictures of a long list: the core answers about all loaded rows, and the grid draws the cards in view. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ListView from '../view/ListView.vue'

const TOKEN = `0x${'c'.repeat(40)}`
const LOADED = 100_000
const nft = (n: number): ListItem => ({ id: String(n) }) as ListItem
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Rows from `early` on are answered when the test says so. */
async function open({ isWhole = true, early = Infinity } = {}) {
  const core = createScriptedCore()
  const late: (() => void)[] = []
  if (early < Infinity)
    core.handle('rows.find', ({ offset, limit }: CallInput<'rows.find'>) => {
      const answer: CallOutput<'rows.find'> = {
        ...{
          errors: [],
          loaded: LOADED,
          revision: '1',
          kinds: [],
          count: LOADED,
          isComplete: true,
          readAt: 1,
        },
        ...{ gaps: [], next: null, lists: [], imitated: [] },
        rows: upTo(LOADED)
          .slice(offset, offset + limit)
          .map((n) => ({ key: String(n), item: nft(n), list: 0 })),
      }
      if (offset < early) return answer
      return new Promise<typeof answer>((resolve) => {
        late.push(() => {
          resolve(answer)
        })
      })
    })
  const mounted = await mountInApp(ListView, {
    core,
    props: { source: 'eth', list: 'token-instances', params: { address_hash: TOKEN }, filters: {} },
    route: `/s/eth/token/${TOKEN}`,
  })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await core.respond({
    items: upTo(LOADED).map(nft),
    keys: upTo(LOADED).map(String),
    unread: [],
    next: isWhole ? null : { at: LOADED },
  })
  const answerLate = () => {
    for (const answer of late.splice(0)) answer()
  }
  return { ...mounted, answerLate }
}
const grid = () => page.getByRole('grid').element() as HTMLElement
const ids = () => [...grid().querySelectorAll('[data-index] b')].map(({ textContent }) => textContent)
const cells = () => [...grid().querySelectorAll<HTMLElement>('[role=gridcell]')]
const perLine = () => Number(grid().getAttribute('aria-colcount'))
const lineCount = () => grid().getAttribute('aria-rowcount')
const wholeCount = () => String(Math.ceil(LOADED / perLine()))

test('all that is loaded is under the scroll bar, and by keyboard', async () => {
  await open()
  await expect.poll(() => lineCount() === wholeCount()).toBe(true)
  grid().scrollTop = grid().scrollHeight / 2
  await expect.poll(() => ids().some((id) => Number(id.slice(1)) > 40_000)).toBe(true)
  grid().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => ids().at(-1)).toBe('#99999')
  await expect.poll(() => grid().getAttribute('aria-activedescendant')).toMatch(/-99999$/)
  await expect.poll(() => grid().getAttribute('aria-busy')).toBe('false')
})

test('a card that is on its way has its place, of the same size', async () => {
  const { answerLate } = await open({ early: 100 })
  await expect.poll(() => lineCount() === wholeCount()).toBe(true)
  await expect.poll(perLine).toBeGreaterThan(1)
  const { height } = cells()[0]!.getBoundingClientRect()
  grid().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => grid().getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => cells().length > 0 && ids().length === 0).toBe(true)
  expect(new Set(cells().map((cell) => cell.getBoundingClientRect().height))).toEqual(new Set([height]))
  answerLate()
  await expect.poll(() => ids().at(-1)).toBe('#99999')
})

test('a filter finds pictures far below those that are seen', async () => {
  await open({ isWhole: false })
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'id:77777')
  await expect.poll(ids).toEqual(['#77777'])
  await expect.element(page.getByText('1 of 100,000 rows read match')).toBeVisible()
})

test('the drawer goes on from picture to picture, over pages that are not here yet', async () => {
  await open()
  await expect.poll(() => lineCount() === wholeCount()).toBe(true)
  grid().focus()
  await userEvent.keyboard('{End} ')
  const drawer = page.getByRole('complementary')
  await expect.element(drawer.getByText('99999')).toBeVisible()
  grid().scrollTop = 0
  await expect.poll(() => ids()[0]).toBe('#0')
  await userEvent.click(page.getByRole('button', { name: 'Previous row' }))
  await expect.element(drawer.getByText('99998')).toBeVisible()
})

test('comes back to where it was left, far below the first rows', async () => {
  const { wrapper } = await open()
  await expect.poll(() => lineCount() === wholeCount()).toBe(true)
  grid().scrollTop = 100_000
  await expect.poll(() => ids().length > 0 && !ids().includes('#0')).toBe(true)
  await wrapper.setProps({ list: 'token-holders' })
  await expect.element(page.getByRole('grid', { name: 'Holders' })).toBeVisible()
  await wrapper.setProps({ list: 'token-instances' })
  await expect.poll(() => grid().scrollTop).toBe(100_000)
})
