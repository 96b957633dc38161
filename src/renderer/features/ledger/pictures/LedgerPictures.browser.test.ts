import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intervalOf } from '#shared/intervals.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { MAX_LEDGER_INTERVALS, type LedgerInterval } from '#shared/rpc/contract/ledger.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import LedgerPictures from './LedgerPictures.vue'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 2, 30)
const COIN = { id: 'coin', token: null, tokenId: null }
type By = CallInput<'ledger.series'>['by']

const intervalAt = (time: number, by: By, amount: bigint): LedgerInterval => ({
  ...intervalOf(time, by, 'utc'),
  in: String(amount),
  out: '0',
  closing: String(amount),
  movements: 1,
})
/** Intervals of `count` movements, `apart` ms from each other, as the core sums them. */
function seriesOf(count: number, apart: number, by: By): LedgerInterval[] {
  const found = new Map<number, LedgerInterval>()
  for (let at = 0; at < count; at += 1) {
    const one = intervalAt(START + at * apart, by, 10n ** 30n + BigInt(at))
    found.set(one.start, { ...one, movements: (found.get(one.start)?.movements ?? 0) + 1 })
  }
  return [...found.values()]
}

async function open(count: number, apart: number, isChosen = true) {
  const core = createScriptedCore()
  core.handle('ledger.series', ({ by }: CallInput<'ledger.series'>) => ({
    revision: 1,
    opening: '0',
    intervals: seriesOf(count, apart, by),
  }))
  core.handle('ledger.activity', ({ by }: CallInput<'ledger.activity'>) => ({
    revision: 1,
    intervals: seriesOf(count, apart, by).map(({ start, end, movements }) => ({ start, end, movements })),
  }))
  core.handle('ledger.counterparties', () => ({
    revision: 1,
    total: 103,
    counterparties: [
      {
        party: { hash: `0x${'b'.repeat(40)}`, name: 'Exchange' },
        in: String(10n ** 30n),
        out: '0',
        movements: 7,
      },
      { party: null, in: '0', out: '500000000000000000', movements: 3 },
    ],
    others: { in: '1', out: '2', movements: 110 },
  }))
  const mounted = await mountInApp(LedgerPictures, {
    core,
    props: {
      of: {
        source: 'eth',
        hash: `0x${'a'.repeat(40)}`,
        coin: { symbol: 'ETH', decimals: 18 },
        asset: COIN,
        period: { from: null, to: null },
        withSpam: false,
        revision: 1,
      },
      isChosen,
    },
  })
  core.emit('settings.changed', { zone: 'utc' })
  return mounted
}
const show = (name: string) => userEvent.click(page.getByRole('button', { name }))

test('days that are too few to be seen are drawn by hour, and said to the last digit', async () => {
  const { core } = await open(12, HOUR_MS)
  const chart = page.getByRole('slider', { name: 'Balance of ETH by hour, UTC' })
  await expect
    .element(chart)
    .toHaveAttribute(
      'aria-valuetext',
      '2026-03-30 11:00: 1,000,000,000,000.000000000000000011 ETH, in 1,000,000,000,000.000000000000000011 ETH, out 0 ETH',
    )
  expect(new Set(core.inputsOf('ledger.series').map(({ by }) => by))).toEqual(new Set(['day', 'hour']))
  await userEvent.click(page.getByText('Numbers'))
  await expect.poll(() => page.getByRole('row').elements().length).toBe(13)
})

test('a ledger of an hour is drawn by minute', async () => {
  await open(40, 60_000)
  await expect.element(page.getByRole('slider', { name: 'Balance of ETH by minute, UTC' })).toBeVisible()
  await show('Activity')
  const chart = page.getByRole('slider', { name: 'Activity of ETH by minute, UTC' })
  await expect.element(chart).toHaveAttribute('aria-valuetext', '2026-03-30 00:39: 1 movement')
})

test('what is picked becomes the period', async () => {
  const { wrapper } = await open(8, HOUR_MS)
  await show('In and out')
  const chart = page.getByRole('slider', { name: 'In and out of ETH by hour, UTC' })
  await expect.element(chart).toBeVisible()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{Enter}')
  expect(wrapper.emitted('period')).toEqual([[START, START + HOUR_MS]])
})

test('activity is a calendar of all assets, or of the one that was chosen, and a day of it becomes the period', async () => {
  const { wrapper, core } = await open(60, DAY_MS / 4, false)
  await show('Activity')
  const chart = page.getByRole('slider', { name: 'Activity by day, UTC, 2026' })
  await expect.element(chart).toHaveAttribute('aria-valuetext', '2026-04-13: 4 movements')
  expect(core.inputsOf('ledger.activity').at(-1)).toMatchObject({ asset: null, by: 'day' })
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
  await expect.element(chart).toHaveAttribute('aria-valuetext', '2026-04-05: 4 movements')
  await userEvent.keyboard('{Enter}')
  const day = START + 6 * DAY_MS
  expect(wrapper.emitted('period')).toEqual([[day, day + DAY_MS]])
  await userEvent.click(page.getByText('Numbers'))
  await expect.poll(() => page.getByRole('row').elements().length).toBe(16)
})

test('counterparties have their exact numbers beside their bars, and those that are not listed are counted', async () => {
  const { wrapper } = await open(8, HOUR_MS)
  await show('Counterparties')
  const table = page.getByRole('table', { name: 'Counterparties of ETH by volume' })
  await expect.element(table.getByRole('link', { name: 'Exchange' })).toBeVisible()
  expect(
    table
      .getByRole('row')
      .elements()
      .map((row) => row.textContent.replace(/\s+/g, ' ').trim()),
  ).toEqual([
    'CounterpartyInOutMovements',
    expect.stringContaining('Exchange'),
    expect.stringContaining('Nobody: fees, rewards'),
    expect.stringContaining('101 others'),
  ])
  const widths = [...table.element().querySelectorAll<HTMLElement>('i')].map(({ style }) => style.width)
  expect(widths[0]).toBe('100%')
  await userEvent.click(table.getByRole('button', { name: '7' }))
  expect(wrapper.emitted('party')).toEqual([[`0x${'b'.repeat(40)}`, 'coin']])
})

test('100,000 movements are drawn as the days they lie in, in one path, and nothing is made of each', async () => {
  const lines = vi.spyOn(Path2D.prototype, 'lineTo')
  const [count, apart] = [100_000, 2.3 * HOUR_MS]
  const days = seriesOf(count, apart, 'day').length
  expect(days).toBeGreaterThan(9_000)
  expect(days).toBeLessThan(MAX_LEDGER_INTERVALS)
  const { element } = await open(count, apart)
  await expect.element(page.getByRole('slider', { name: 'Balance of ETH by day, UTC' })).toBeVisible()
  await expect.poll(() => lines.mock.calls.length).toBeGreaterThan(0)
  // At most a step and a rise for each point, of the line and of the area below, drawn twice: at first and in the
  // final size.
  expect(lines.mock.calls.length).toBeLessThan(10 * days)
  expect(element.querySelectorAll('*').length).toBeLessThan(60)
})
