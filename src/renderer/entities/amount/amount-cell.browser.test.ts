import { expect, test } from 'vitest'
import { h } from 'vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import '#renderer/ui/grid/cells.css'
import { amountCell } from './amount-cell.ts'

const ROOM = 160
const AMOUNTS = [
  '0',
  '6.52',
  '17.5',
  '48050.02807',
  '0.1738032939',
  '0.000000000000000001',
  '2.123456789012345678',
]
const ETHER = 10n ** 18n
const inWei = (amount: string) => {
  const [whole = '', fraction = ''] = amount.split('.')
  return String(BigInt(whole) * ETHER + BigInt(fraction.padEnd(18, '0')))
}

async function mountAmounts(amounts: readonly string[], dir: 'ltr' | 'rtl') {
  await mountInApp(() =>
    h(
      'div',
      { dir },
      amounts.map((amount) =>
        h(
          'div',
          { class: 'num cell', style: `display: grid; width: ${String(ROOM)}px; white-space: nowrap` },
          [amountCell(inWei(amount), 18, { room: ROOM, meetsAtPoint: true })],
        ),
      ),
    ),
  )
  return Array.from(document.querySelectorAll<HTMLElement>('.cell > .amount'))
}

/** Where the integer digits end, from the start of the cell, px. */
function pointOf(amount: HTMLElement): number {
  const range = document.createRange()
  range.selectNode(amount.firstChild!)
  return range.getBoundingClientRect().right - amount.parentElement!.getBoundingClientRect().left
}

test.each(['ltr', 'rtl'] as const)(
  'amounts of a column meet at the point, and none is wider than it: %s',
  async (dir) => {
    const shown = await mountAmounts(AMOUNTS, dir)
    const counted = shown.map((amount) => Math.round(pointOf(amount)))
    expect(new Set(counted).size, counted.join()).toBe(1)
    for (const amount of shown) expect(amount.scrollWidth).toBeLessThanOrEqual(ROOM)
    expect(shown.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
      '0',
      '6.52',
      '17.5',
      '48,050.02807',
    ])
  },
)

test('one whose integer digits need more room ends where the column does', async () => {
  const [large] = await mountAmounts(['12345678.25'], 'ltr')
  expect(large!.textContent).toBe('12,345,678.25')
  expect(large!.getBoundingClientRect().right).toBeCloseTo(
    large!.parentElement!.getBoundingClientRect().right,
    0,
  )
})

test('from right to left the mark of a shortened amount stands after its digits, at the end of the column', async () => {
  await mountInApp(() =>
    h('div', { dir: 'rtl', class: 'data-grid' }, [
      h('div', { class: 'num cell', style: 'width: 160px; white-space: nowrap; text-align: end' }, [
        amountCell('1570270121234567', 18, { room: 60 }),
      ]),
    ]),
  )
  const cell = document.querySelector('.cell')!
  const amount = cell.querySelector('.amount')!
  const fraction = amount.querySelector('.dim')!.firstChild as Text
  expect(fraction.data).toMatch(/^\.\d+…$/)
  const leftOf = (from: number) => {
    const range = document.createRange()
    range.setStart(fraction, from)
    range.setEnd(fraction, from + 1)
    return range.getBoundingClientRect().left
  }
  expect(leftOf(fraction.length - 1)).toBeGreaterThan(leftOf(1))
  expect(amount.getBoundingClientRect().left).toBeCloseTo(cell.getBoundingClientRect().left, 0)
})
