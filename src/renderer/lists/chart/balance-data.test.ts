import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceHistoryOf, positionDays } from './balance-data.ts'

describe('the balance by day', () => {
  test('days in their order, each once, with the highest and the lowest', () => {
    const history = balanceHistoryOf({
      items: [
        { date: '2026-01-03', value: '7' },
        { date: '2026-01-01', value: '90071992547409931234567890' },
        { date: '2026-01-03', value: '5' },
        { date: '2026-01-02', value: null },
        { date: 'soon', value: '1' },
        { date: '2026-99-99', value: '1' },
      ],
    })!
    expect(history.days).toEqual([
      { date: '2026-01-01', value: 90071992547409931234567890n },
      { date: '2026-01-03', value: 5n },
    ])
    expect(history.highest.date).toBe('2026-01-01')
    expect(history.lowest.date).toBe('2026-01-03')
  })

  test('a day without an entry has the balance of the one before', () => {
    const items = [
      { date: '2026-01-01', value: '10' },
      { date: '2026-01-04', value: '5' },
    ]
    const [first, last] = positionDays(balanceHistoryOf({ items })!)
    expect(first).toMatchObject({ from: 0, to: 0.75, height: 1 })
    expect(last).toMatchObject({ from: 0.75, to: 1, height: 0 })
  })

  test('nothing is drawn of nothing', () => {
    expect(balanceHistoryOf({ items: [] })).toBeUndefined()
    expect(balanceHistoryOf({ items: null })).toBeUndefined()
  })

  test('whatever is held, the picture is filled without a gap and nothing leaves it', () => {
    const day = fc
      .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
      .map((date) => date.toISOString().slice(0, 10))
    const items = fc.array(fc.record({ date: day, value: fc.bigInt(0n, 10n ** 77n).map(String) }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(items, (some) => {
        const placed = positionDays(balanceHistoryOf({ items: some })!)
        expect(placed[0]!.from).toBe(0)
        expect(placed.at(-1)!.to).toBe(1)
        for (const [at, { from, to, height }] of placed.entries()) {
          expect(from).toBeLessThan(to)
          expect(placed[at + 1]?.from ?? 1).toBe(to)
          expect(height).toBeGreaterThanOrEqual(0)
          expect(height).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
