import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activityOf } from './activity.ts'

const timesOf = (...texts: readonly string[]) => texts.map((text) => Date.parse(text))

test('by a unit that fits the range, empty ones too', () => {
  const { unit, bars } = activityOf(
    timesOf('2026-01-01T23:59:59Z', '2026-01-03T00:00:00Z', '2026-01-03T12:00:00Z'),
  )!
  expect(unit).toBe('hour')
  expect(bars[0]).toEqual({ label: '2026-01-01 23:00', count: 1 })
  expect(bars).toHaveLength(38)
  const months = activityOf(timesOf('2024-11-05T00:00:00Z', '2026-01-31T00:00:00Z'))!
  expect(months.unit).toBe('month')
  expect(months.bars.at(-1)).toEqual({ label: '2026-01', count: 1 })
  expect(activityOf([])).toBeUndefined()
})

test('weeks begin on a Monday', () => {
  const { unit, bars } = activityOf(timesOf('2026-01-04T23:59:59Z', '2026-03-02T00:00:00Z'))!
  expect(unit).toBe('week')
  expect([bars[0], bars.at(-1)]).toEqual([
    { label: '2025-12-29', count: 1 },
    { label: '2026-03-02', count: 1 },
  ])
})

test('the bars are all rows, and a bounded number, whatever the times are', () => {
  const time = fc.oneof(
    fc.date({ noInvalidDate: true }),
    fc.constantFrom(new Date(-8.64e15), new Date(-8.64e15 + 50 * 86_400_000), new Date(8.64e15)),
  )
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), (times) => {
      const { bars } = activityOf(times.map(Number))!
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(times.length)
      expect(bars.length).toBeLessThanOrEqual(400)
    }),
  )
})
