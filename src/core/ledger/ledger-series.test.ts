/** An asset by hour, day and month is what the statements of the same ledger say. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { openLedger } from './testing/open-ledger.ts'

const chain = createSampleChain({ seed: 'series', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
let ledger: Awaited<ReturnType<typeof openLedger>>
let address: string
beforeAll(async () => {
  ledger = await openLedger(chain)
  address = chain.landmarks()[0]!.address
})
afterAll(() => ledger.close())

const NEXT = {
  hour: (start: number) => start + 3_600_000,
  day: (start: number) => start + 86_400_000,
  month: (start: number) => {
    const date = new Date(start)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
  },
} as const

test.each(['hour', 'day', 'month'] as const)('by %s', async (by) => {
  const of = { source: ledger.source, address }
  const { lines } = await ledger.call('ledger.statement', { ...of, from: null, to: null })
  expect(lines.length).toBeGreaterThan(2)
  for (const { asset, movements, ...sums } of lines) {
    const asked = { ...of, asset: asset.id, by }
    const whole = await ledger.call('ledger.series', { ...asked, from: null, to: null })
    expect(whole.intervals.at(-1)?.closing ?? whole.opening).toBe(sums.closing)
    let held = BigInt(whole.opening)
    for (const interval of whole.intervals) {
      held += BigInt(interval.in) - BigInt(interval.out)
      expect(interval.closing).toBe(String(held))
      const until = { ...of, from: null, to: NEXT[by](interval.start) }
      const { lines } = await ledger.call('ledger.statement', until)
      expect(lines.find((one) => one.asset.id === asset.id)?.closing ?? '0').toBe(interval.closing)
    }
    expect(whole.intervals.reduce((sum, one) => sum + one.movements, 0)).toBeLessThanOrEqual(movements)

    // A period that begins with one of its intervals is the rest of the whole.
    const middle = Math.floor(whole.intervals.length / 2)
    const from = whole.intervals[middle]?.start
    if (from === undefined) continue
    expect(await ledger.call('ledger.series', { ...asked, from, to: null })).toEqual({
      ...whole,
      opening: whole.intervals[middle - 1]?.closing ?? whole.opening,
      intervals: whole.intervals.slice(middle),
    })
  }
})
