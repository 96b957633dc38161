import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '#shared/rpc/contract.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import LedgerChart from './LedgerChart.vue'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 2, 30)
const interval = (start: number, amount: bigint) => ({
  start,
  in: String(amount),
  out: '0',
  closing: String(amount),
  movements: 1,
})
/** Eight hours of one day. */
const SERIES = {
  hour: Array.from({ length: 8 }, (_, at) => interval(START + at * HOUR_MS, 10n ** 30n + BigInt(at))),
  day: [interval(START, 10n ** 30n + 7n)],
  month: [interval(Date.UTC(2026, 2, 1), 10n ** 30n + 7n)],
}

async function open() {
  const core = createScriptedCore()
  core.handle('ledger.series', ({ by }: CallInput<'ledger.series'>) => ({
    revision: 1,
    opening: '0',
    intervals: SERIES[by],
  }))
  return mountInApp(LedgerChart, {
    core,
    props: {
      source: 'eth',
      hash: `0x${'a'.repeat(40)}`,
      coin: { symbol: 'ETH', decimals: 18 },
      asset: { id: 'coin', token: null, tokenId: null },
      period: { from: null, to: null },
      revision: 1,
      withSpam: false,
    },
  })
}

test('days that are too few to be seen are drawn by hour, and said to the last digit', async () => {
  const { core } = await open()
  const chart = page.getByRole('slider', { name: 'Balance of ETH by hour, UTC' })
  await expect
    .element(chart)
    .toHaveAttribute(
      'aria-valuetext',
      '2026-03-30 07:00: 1,000,000,000,000.000000000000000007 ETH, in 1,000,000,000,000.000000000000000007 ETH, out 0 ETH',
    )
  expect(core.inputsOf('ledger.series').map(({ by }) => by)).toEqual(['day', 'hour'])
  await userEvent.click(page.getByText('Numbers'))
  expect(page.getByRole('row').elements()).toHaveLength(9)
})

test('what is picked becomes the period', async () => {
  const { wrapper } = await open()
  await userEvent.click(page.getByRole('button', { name: 'In and out' }))
  const chart = page.getByRole('slider', { name: 'In and out of ETH by hour, UTC' })
  await expect.element(chart).toBeVisible()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{Enter}')
  expect(wrapper.emitted('period')).toEqual([[START, START + HOUR_MS]])
})
