import { afterEach, expect, test, vi } from 'vitest'
import { createIntervals, INTERVALS, intervalOf } from './intervals.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})
const HOUR_MS = 3_600_000

test('in UTC an interval begins where its name does', () => {
  const time = Date.UTC(2025, 11, 31, 23, 59, 58, 7)
  expect(
    INTERVALS.map((by) => new Date(intervalOf(time, by, 'utc').start).toISOString().slice(0, 16)),
  ).toEqual(['2025-12-31T23:59', '2025-12-31T23:00', '2025-12-31T00:00', '2025-12-01T00:00'])
  for (const by of INTERVALS) expect(intervalOf(time, by, 'utc').end).toBe(Date.UTC(2026, 0, 1))
})

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Asia/Beirut', 'America/St_Johns', 'UTC'])(
  'in %s every time of a year lies in one interval, and none is between two',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (const by of INTERVALS) {
      const next = createIntervals(by, 'local')
      let before = next(Date.UTC(2025, 0, 1))
      const wrong: number[] = []
      for (let time = Date.UTC(2025, 0, 1); time < Date.UTC(2026, 0, 2); time += 20 * 60_000) {
        const one = next(time)
        const isNext = by === 'minute' || one.start === before.start || one.start === before.end
        if (!(one.start <= time && time < one.end && isNext)) wrong.push(time)
        before = one
      }
      expect(wrong, by).toEqual([])
    }
  },
)

test('the days on which clocks are changed have 23 and 25 hours, and the year begins at midnight', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const hours = (day: number, month: number) => {
    const { start, end } = intervalOf(Date.UTC(2025, month, day, 12), 'day', 'local')
    return (end - start) / HOUR_MS
  }
  expect([hours(30, 2), hours(26, 9), hours(27, 9)]).toEqual([23, 25, 24])
  expect(intervalOf(Date.UTC(2025, 11, 31, 23, 30), 'month', 'local').start).toBe(Date.UTC(2025, 11, 31, 23))
})
