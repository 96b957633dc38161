import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'
import { activityOf, holdingsOf } from './chart-data.ts'

const rowsOf = (items: readonly object[]): GridRows => {
  const rows = items.map((item, at): GridRow => ({ kind: 'item', key: String(at), item }))
  return { count: rows.length, at: (index) => rows[index] }
}
const address = (seed: number) => `0x${seed.toString(16).padStart(40, '0')}`
const balance = (seed: number, value: string, rate: string | null) => ({
  token: { address_hash: address(seed), symbol: `T${String(seed)}`, decimals: '2', exchange_rate: rate },
  value,
})

const COIN = { symbol: 'CELO', decimals: 18, contract: address(99) }

describe('holdings by value', () => {
  test('largest first, the others together, what has no price counted', () => {
    const rows = rowsOf([
      balance(1, '100', '1'),
      balance(2, '500', '2'),
      balance(3, '200', '1'),
      balance(4, '1', null),
      // The coin by its contract, which is in the coin’s balance.
      balance(99, '900', '5'),
    ])
    const { total, parts, unpriced } = holdingsOf(rows, COIN, 1)
    expect(total).toBe(1_300n)
    expect(parts).toEqual([
      { name: 'T2', cents: 1_000n, share: 0.7692 },
      { name: '2 others', cents: 300n, share: 0.2307 },
    ])
    expect(unpriced).toBe(1)
  })

  test('the parts are the total, whatever is held', () => {
    const held = fc.array(fc.tuple(fc.nat(9), fc.bigInt(0n, 10n ** 30n), fc.constantFrom('0.5', '3', null)))
    fc.assert(
      fc.property(held, (list) => {
        const { total, parts } = holdingsOf(
          rowsOf(list.map(([seed, value, rate]) => balance(seed, String(value), rate))),
          COIN,
          3,
        )
        expect(parts.reduce((sum, { cents }) => sum + cents, 0n)).toBe(total)
        expect(parts.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})

describe('activity of the loaded range', () => {
  test('by a unit that fits the range, empty ones too', () => {
    const days = ['2026-01-01T23:59:59Z', '2026-01-03T00:00:00Z', '2026-01-03T12:00:00Z']
    const { unit, bars } = activityOf(rowsOf(days.map((timestamp) => ({ timestamp }))))!
    expect(unit).toBe('hour')
    expect(bars[0]).toEqual({ label: '2026-01-01 23:00', count: 1 })
    expect(bars).toHaveLength(38)
    const months = activityOf(
      rowsOf([{ timestamp: '2024-11-05T00:00:00Z' }, { timestamp: '2026-01-31T00:00:00Z' }]),
    )!
    expect(months.unit).toBe('month')
    expect(months.bars.at(-1)).toEqual({ label: '2026-01', count: 1 })
    expect(activityOf(rowsOf([{ timestamp: null }]))).toBeUndefined()
  })

  test('the bars are all rows, and a bounded number, whatever the times are', () => {
    const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
    fc.assert(
      fc.property(fc.array(time, { minLength: 1 }), (times) => {
        const { bars } = activityOf(rowsOf(times.map((at) => ({ timestamp: at.toISOString() }))))!
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(times.length)
        expect(bars.length).toBeLessThanOrEqual(400)
      }),
    )
  })
})
