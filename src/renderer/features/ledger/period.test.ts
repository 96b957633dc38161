import { afterEach, expect, test, vi } from 'vitest'
import { isBackwards, isDate, balanceDatesAt, periodsAt, readPeriod, writePeriod } from './period.ts'

const HOUR_MS = 3_600_000
afterEach(() => {
  vi.unstubAllEnvs()
})
const live = (zone: string) => vi.stubEnv('TZ', zone)

test('a period of days begins at midnight of the first and ends at midnight after the last, in its zone', () => {
  live('Europe/Berlin')
  expect(readPeriod('2025-01-01', '2025-12-31', 'utc')).toEqual({
    from: Date.UTC(2025, 0, 1),
    to: Date.UTC(2026, 0, 1),
  })
  expect(readPeriod('2025-01-01', '2025-12-31', 'local')).toEqual({
    from: Date.UTC(2024, 11, 31, 23),
    to: Date.UTC(2025, 11, 31, 23),
  })
  live('Australia/Sydney')
  expect(readPeriod('2025-01-01', '2025-12-31', 'local')).toEqual({
    from: Date.UTC(2024, 11, 31, 13),
    to: Date.UTC(2025, 11, 31, 13),
  })
})

test('a day on which clocks are changed has 23 or 25 hours, and none is counted twice', () => {
  live('Europe/Berlin')
  const lengthOf = (day: string) => {
    const { from, to } = readPeriod(day, day, 'local')
    return (to! - from!) / HOUR_MS
  }
  expect(lengthOf('2025-03-30')).toBe(23)
  expect(lengthOf('2025-10-26')).toBe(25)
  expect(readPeriod('', '2025-10-26', 'local').to).toBe(readPeriod('2025-10-27', '', 'local').from)
  expect(readPeriod('2025-10-26', '2025-10-26', 'utc').to).toBe(Date.UTC(2025, 9, 27))
})

test('a zone that changes its clocks at midnight has no day that is lost', () => {
  // In Beirut the clock went from 00:00 to 01:00 on 30 March 2025.
  live('Asia/Beirut')
  const { from, to } = readPeriod('2025-03-30', '2025-03-30', 'local')
  expect(from).toBe(readPeriod('', '2025-03-29', 'local').to)
  expect((to! - from!) / HOUR_MS).toBe(23)
})

test('a moment stands for its whole second, a field that leaves seconds out for the first', () => {
  live('Europe/Berlin')
  expect(readPeriod('', '2025-12-31T23:59:59', 'local').to).toBe(Date.UTC(2025, 11, 31, 23))
  expect(readPeriod('', '2025-12-31T23:59:59', 'utc').to).toBe(Date.UTC(2026, 0, 1))
  expect(readPeriod('2025-06-01T12:00', '2025-06-01T12:00', 'utc')).toEqual({
    from: Date.UTC(2025, 5, 1, 12),
    to: Date.UTC(2025, 5, 1, 12) + 1_000,
  })
})

test('what is no date is none, and a period that ends before it begins is told', () => {
  for (const text of [
    '',
    '2025',
    '2025-13-01',
    '2025-02-30',
    '2025-01-01T25:00',
    'now',
    '0001-01-01',
    '1e9-01-01',
  ])
    expect(isDate(text), text).toBe(false)
  expect(readPeriod('2025-02-30', 'x', 'utc')).toEqual({ from: null, to: null })
  expect(isBackwards(readPeriod('2025-02-02', '2025-02-01', 'utc'))).toBe(true)
  expect(isBackwards(readPeriod('2025-02-01', '2025-02-01', 'utc'))).toBe(false)
  live('Europe/Berlin')
  expect(readPeriod('1970-01-01', '', 'local').from).toBe(0)
})

test('what lies between two times is written as days where it is whole days, and read as the same', () => {
  live('Europe/Berlin')
  for (const local of ['local', 'utc'] as const) {
    const days = readPeriod('2025-10-26', '2025-12-31', local)
    expect(writePeriod(days.from!, days.to!, local)).toEqual({ from: '2025-10-26', to: '2025-12-31' })
    const [from, to] = [Date.UTC(2025, 11, 31, 22), Date.UTC(2026, 0, 1, 1)]
    const written = writePeriod(from, to, local)
    expect(readPeriod(written.from, written.to, local)).toEqual({ from, to })
  }
  expect(writePeriod(Date.UTC(2025, 11, 31, 22), Date.UTC(2026, 0, 1, 1), 'local')).toEqual({
    from: '2025-12-31T23:00:00',
    to: '2026-01-01T01:59:59',
  })
})

test('the last year, and the end of the last month, are those of the zone', () => {
  live('Australia/Sydney')
  // New Year in Sydney, still December in UTC.
  const now = Date.UTC(2025, 11, 31, 14)
  expect(periodsAt(now, 'local')[0]).toEqual({
    label: 'Last year (2025)',
    from: '2025-01-01',
    to: '2025-12-31',
  })
  expect(periodsAt(now, 'utc')[0]).toMatchObject({ from: '2024-01-01', to: '2024-12-31' })
  expect(balanceDatesAt(now, 'local').map(({ at }) => at)).toEqual([
    '2025-12-31T23:59:59',
    '2025-12-31T23:59:59',
  ])
  expect(balanceDatesAt(now, 'utc').map(({ at }) => at)).toEqual([
    '2024-12-31T23:59:59',
    '2025-11-30T23:59:59',
  ])
  expect(balanceDatesAt(Date.UTC(2028, 2, 5), 'utc')[1]).toMatchObject({ at: '2028-02-29T23:59:59' })
})
