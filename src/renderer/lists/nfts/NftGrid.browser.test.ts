import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'
import NftGrid from './NftGrid.vue'

const TOKEN = `0x${'c'.repeat(40)}`
const UNREAD: GridRow = {
  kind: 'unread',
  key: 'u',
  unread: { path: 'id', found: 'missing', expected: 'a text', raw: '{}' },
}
const nfts = (count: number, unreadAt?: number): GridRows => ({
  count,
  at: (index) =>
    index < 0 || index >= count
      ? undefined
      : index === unreadAt
        ? UNREAD
        : { kind: 'item', key: String(index), item: { id: String(index) } },
})

async function open(props: object = {}) {
  const { wrapper, element } = await mountInApp(NftGrid, {
    props: {
      name: 'NFTs',
      rows: nfts(500),
      complete: true,
      busy: false,
      waiting: false,
      context: exampleContext,
      token: TOKEN,
      ...props,
    },
  })
  await new Promise<void>(afterPaint)
  return { wrapper, element }
}
const cards = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('[data-index]')]
/** Number of cards in the first line. */
const perLine = (element: HTMLElement) => {
  const [first] = cards(element)
  return cards(element).filter(({ offsetParent }) => offsetParent === first?.offsetParent).length
}

describe('pictures', () => {
  test('stand in lines as wide as the window, only those near the view', async () => {
    const { element } = await open()
    expect(perLine(element)).toBe(Number(element.getAttribute('aria-colcount')))
    expect(perLine(element)).toBeGreaterThan(3)
    expect(cards(element).length).toBeLessThan(100)
    expect(Number(element.getAttribute('aria-rowcount'))).toBe(Math.ceil(500 / perLine(element)))
  })

  test('a click goes to the instance; with Control it is left to the browser', async () => {
    const { wrapper } = await open()
    await userEvent.click(page.getByText('#3', { exact: true }))
    expect(wrapper.emitted('go')).toEqual([[`/token/${TOKEN}/3`]])
  })

  test('have room for a long number and many copies', async () => {
    const items = [
      { id: '7'.repeat(78), value: '8'.repeat(78) },
      { id: '12345678901', value: '9999' },
    ]
    const { element } = await open({
      rows: { count: 2, at: (index: number) => ({ kind: 'item', key: String(index), item: items[index] }) },
    })
    element.style.width = '400px'
    await expect.poll(() => element.getAttribute('aria-colcount')).toBe('2')
    for (const [at, text] of ['#77777…7777×9,999+', '#12345…8901×9,999'].entries()) {
      const line = cards(element)[at]!.querySelector('.line')!
      expect(line.textContent).toBe(text)
      const [number, copies] = [...line.children].map((part) => part.getBoundingClientRect())
      expect(number!.right).toBeLessThanOrEqual(copies!.left)
      expect(copies!.right).toBeLessThanOrEqual(line.getBoundingClientRect().right)
      expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth)
    }
  })

  test('say beside a name that it imitates a well-known one', async () => {
    const items = [
      { id: '1', metadata: { name: '\u0405potless #1' } },
      { id: '2', token: { address_hash: TOKEN, symbol: 'USD\u0421', name: null } },
      { id: '3', token: { address_hash: TOKEN, symbol: 'USDC', name: 'USD Coin' } },
    ]
    const { element } = await open({
      rows: {
        count: items.length,
        at: (index: number) => ({ kind: 'item', key: String(index), item: items[index] }),
      },
    })
    const marks = cards(element).map((card) => card.querySelector('.doubt')?.textContent)
    expect(marks).toEqual(['mixed letters', 'not USDC', undefined])
  })

  test('one that could not be read opens the drawer', async () => {
    const { wrapper } = await open({ rows: nfts(3, 1) })
    await userEvent.click(page.getByRole('button', { name: 'This item could not be read' }))
    expect(wrapper.emitted('open')).toEqual([[1]])
  })

  test('a text stands after the last', async () => {
    await open({ rows: nfts(3), tail: 'All 3 rows loaded' })
    await expect.element(page.getByText('All 3 rows loaded')).toBeVisible()
  })
})

describe('the keyboard', () => {
  test('moves by card and by line, opens with Enter, shows all fields with the space bar', async () => {
    const { wrapper, element } = await open()
    element.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    const index = 1 + perLine(element)
    expect(element.querySelector('.card.active')?.getAttribute('data-index')).toBe(String(index))
    expect(document.getElementById(element.getAttribute('aria-activedescendant')!)).toBe(
      element.querySelector('.card.active'),
    )
    await userEvent.keyboard('{Enter} ')
    expect(wrapper.emitted('go')).toEqual([[`/token/${TOKEN}/${String(index)}`]])
    expect(wrapper.emitted('open')).toEqual([[index]])
  })

  test('End scrolls to the last card, and says how far was seen', async () => {
    const { wrapper, element } = await open()
    element.focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => element.querySelector('.card.active')?.getAttribute('data-index')).toBe('499')
    await expect.poll(() => wrapper.emitted('reached')?.at(-1)).toEqual([500])
  })
})

test('begins where it was left', async () => {
  const { element } = await open({ position: 2_000 })
  await expect.poll(() => element.scrollTop).toBe(2_000)
})
