import { formatDuration } from '#shared/text/format-duration.ts'
import { describe, expect, test } from 'vitest'
import type { ResponseReason } from '#shared/errors/error-reasons.ts'
import type { ChainglassError, ErrorCode } from '#shared/errors/errors.ts'
import { describeError, describeListError } from './format-error.ts'
import { shortenHash } from './format-hash.ts'
import { formatBytes, formatCount, formatShortCount, pluralize } from './format-number.ts'
import { formatAge, formatAgo, formatFullTime, formatShortTime } from './format-time.ts'

describe('times', () => {
  const now = Date.parse('2026-11-20T14:22:11Z')
  test.each([
    ['2026-11-20T14:22:10.900000Z', 'now'],
    ['2026-11-20T14:21:59Z', '12 s'],
    ['2026-11-20T14:20:00Z', '2 min'],
    ['2026-11-20T11:00:00Z', '3 h'],
    ['2026-11-16T14:00:00Z', '4 d'],
    ['2015-07-30T15:26:28Z', '11 y'],
    ['2026-11-20T14:22:30Z', 'now'],
    ['2026-11-20T17:22:30Z', 'in 3 h'],
    ['no time', 'no time'],
  ])('%s is %s', (time, words) => {
    expect(formatAge(time, now)).toBe(words)
  })
  test('in a sentence, and in full, in UTC', () => {
    const at = (seconds: number) => formatAgo(new Date(now - seconds * 1_000).toISOString(), now)
    expect([at(12), at(0), at(-10_800)]).toEqual(['12 s ago', 'now', 'in 3 h'])
    expect(formatFullTime('2026-11-20T14:22:11.123456Z', 'utc')).toBe('20 Nov 2026, 14:22:11 UTC')
    expect(formatFullTime('2026-11-20T14:22:11Z', 'local')).toMatch(
      /^\d+ Nov 2026, \d\d:\d\d:11 local \(UTC([+−]\d+(:\d\d)?)?\)$/,
    )
    expect(formatShortTime('2026-01-02T03:04:05Z', 'utc')).toBe('2026-01-02 03:04:05')
  })
})

test('hashes and counts', () => {
  expect(shortenHash('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toBe('0xd8dA…6045')
  expect(shortenHash('0x1234')).toBe('0x1234')
  expect(formatCount(21204118)).toBe('21,204,118')
  expect(formatCount('-1234')).toBe('−1,234')
  expect(pluralize(1, { one: 'row', many: 'rows' })).toBe('1 row')
  expect([formatShortCount(3, false), formatShortCount(50, true), formatShortCount(100, true)]).toEqual([
    '3',
    '50+',
    '99+',
  ])
})

describe('errors in words', () => {
  /** Does not compile without an example for each code. */
  const byCode: { readonly [Code in ErrorCode]: readonly Extract<ChainglassError, { code: Code }>[] } = {
    invalid_input: [
      {
        code: 'invalid_input',
        field: 'address_hash',
        reason: { kind: 'format_expected', format: 'address' },
      },
    ],
    not_found: [
      { code: 'not_found', host: 'h' },
      { code: 'not_found', reason: 'no_such_source' },
    ],
    unauthorized: [
      { code: 'unauthorized', hadKey: false },
      { code: 'unauthorized', hadKey: true },
      { code: 'unauthorized', hadKey: false, reason: 'key_now_needed' },
    ],
    out_of_credits: [
      { code: 'out_of_credits', hadKey: true },
      { code: 'out_of_credits', hadKey: false },
    ],
    forbidden: [
      { code: 'forbidden', byWhom: 'network' },
      { code: 'forbidden', byWhom: 'instance', serverMessage: 'Restricted access' },
      { code: 'forbidden', byWhom: 'chainglass', reason: 'images_off' },
    ],
    rate_limited: [{ code: 'rate_limited', retryAfterMs: 1, hadKey: false }],
    offline: [{ code: 'offline' }],
    timeout: [{ code: 'timeout', afterMs: 30_000 }],
    server_error: [{ code: 'server_error', status: 500 }],
    bad_response: (
      [
        'html',
        'empty',
        'truncated',
        'not_json',
        'too_large',
        'not_a_page',
        'redirect',
        'cursor_repeats',
        'gone',
      ] as const
    ).map((kind) => ({ code: 'bad_response', kind })),
    storage: [{ code: 'storage', kind: 'full' }],
    cancelled: [{ code: 'cancelled' }],
    internal: [{ code: 'internal', reference: 'r-1' }],
  }
  const every: readonly ChainglassError[] = Object.values(byCode).flat()
  test('every code has a sentence of its own and says what to do', () => {
    const titles = every.map((error) => describeError(error).title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const error of every) expect(describeError(error, true).text).toMatch(/[.!?…]$/)
  })
  test('a redirect is said to go to another host only where it does; credits to be of a key only where there is one', () => {
    const redirect = (reason: ResponseReason) =>
      describeError({ code: 'bad_response', kind: 'redirect', reason })
    const { title, text } = redirect('redirect_loop')
    expect(`${title} ${text}`).toMatch(/in a circle/)
    expect(`${title} ${text}`).not.toMatch(/another host|elsewhere/)
    expect(redirect({ kind: 'redirect_elsewhere', host: 'x.test' }).text).toMatch(
      /another host, x\.test.*add that host/,
    )
    expect(JSON.stringify(describeError({ code: 'out_of_credits', hadKey: false }))).not.toMatch(/this key/)
  })
  test('what a source lacks is neither to be tried later nor not found', () => {
    const host = 'eth.example'
    expect(describeError({ code: 'server_error', status: 501, host })).toMatchObject({
      title: 'Eth.example does not offer this.',
      text: '',
    })
    expect(describeListError({ code: 'not_found', host })).toMatchObject({
      title: 'This source does not have this list.',
      remedy: 'source',
    })
  })
  test('rows are said to be kept only where there are some', () => {
    const offline = { code: 'offline', host: 'eth.example' } as const
    expect(describeError(offline).text).toBe('Are you online?')
    expect(describeError(offline, true).text).toBe('Are you online? Loaded rows are kept.')
  })
  test('words of a server stay one line and end', () => {
    const { text } = describeError({ code: 'not_found', serverMessage: `a\nb ${'x'.repeat(900)}` })
    expect(text).toContain('It says: “a b xxx')
    expect(text).not.toContain('\n')
    expect(text.length).toBeLessThan(400)
  })
  test('a reason of ours is a sentence of ours, never put into a server’s mouth', () => {
    const { title, text } = describeError({ code: 'not_found', reason: 'no_such_source' })
    expect(`${title} ${text}`).toBe('Not possible. This source was removed.')
    expect(describeError({ code: 'invalid_input', reason: 'refused_by_server' }).text).not.toContain(
      'It says',
    )
  })
})

test('durations and sizes', () => {
  expect([formatDuration(0.2), formatDuration(119), formatDuration(7_200)]).toEqual(['1 s', '2 min', '2 h'])
  expect([formatBytes(12), formatBytes(1_500), formatBytes(61_200_000), formatBytes(3.2e9)]).toEqual([
    '12 B',
    '1.5 kB',
    '61 MB',
    '3.2 GB',
  ])
})
