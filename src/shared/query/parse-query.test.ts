import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'
import {
  COMPARISONS,
  DATE_WORDS,
  FLAGS,
  MAX_QUERY_DEPTH,
  MAX_QUERY_LENGTH,
  MAX_QUERY_TERMS,
  NAME_WORDS,
  NUMBER_WORDS,
  type Query,
  type Term,
} from './query.ts'
import { periodOf, readAmount, readDate } from './values.ts'

/** A query without positions. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'at' ? undefined : member)))
const read = (text: string) => {
  const { query, errors } = parseQuery(text)
  expect(errors).toEqual([])
  return bare(query)
}
/** The only error of a text: the marked part, and the sentence. */
const errorOf = (text: string) => {
  const { query, errors } = parseQuery(text)
  expect(query).toBeNull()
  const [{ at, message }] = errors as [(typeof errors)[0]]
  return [text.slice(at.from, at.to), message]
}

describe('reading', () => {
  test('every form of the language', () => {
    const text =
      'from:treasury to:0xd8da… with:"Uniswap V3" in token:USDC amount>1,000 value>=0.5 usd:>10000 ' +
      'after:2025-01-01 before:2026 block:19000000..19100000 method=swap id:#404 failed -scam "free text"'
    expect(read(text)).toEqual({
      kind: 'all',
      parts: [
        { kind: 'name', word: 'from', whole: false, text: 'treasury' },
        { kind: 'name', word: 'to', whole: false, text: '0xd8da…' },
        { kind: 'name', word: 'with', whole: false, text: 'Uniswap V3' },
        { kind: 'flag', flag: 'in' },
        { kind: 'name', word: 'token', whole: false, text: 'USDC' },
        { kind: 'number', word: 'amount', comparison: '>', number: '1000' },
        { kind: 'number', word: 'value', comparison: '>=', number: '0.5' },
        { kind: 'number', word: 'usd', comparison: '>', number: '10000' },
        { kind: 'date', word: 'after', date: '2025-01-01' },
        { kind: 'date', word: 'before', date: '2026' },
        { kind: 'range', word: 'block', least: '19000000', most: '19100000' },
        { kind: 'name', word: 'method', whole: true, text: 'swap' },
        { kind: 'id', id: '404' },
        { kind: 'flag', flag: 'failed' },
        { kind: 'not', part: { kind: 'flag', flag: 'scam' } },
        { kind: 'text', text: 'free text' },
      ],
    })
  })

  test('“or” binds weaker than what stands side by side; parentheses bind strongest', () => {
    expect(read('a b or c')).toEqual(read('(a and b) or c'))
    expect(read('a (b or c)')).toMatchObject({ kind: 'all', parts: [{ text: 'a' }, { kind: 'any' }] })
    expect(read('not (a or b)')).toEqual(read('-(a or b)'))
  })

  test('words in any case, blanks around operators, quotes with quotes in them', () => {
    expect(read('FROM:x Failed OR In')).toEqual(read('from:x failed or in'))
    expect(read('amount >= 5 from: x')).toEqual(read('amount>=5 from:x'))
    expect(read('"say \\"hi\\" \\\\ there"')).toEqual({ kind: 'text', text: 'say "hi" \\ there' })
    expect(read('"in"')).toEqual({ kind: 'text', text: 'in' })
    expect(read('14:22 a-b 0xab\\c')).toMatchObject({
      parts: [{ text: '14:22' }, { text: 'a-b' }, { text: '0xab\\c' }],
    })
    expect(parseQuery(' \n').query).toBeNull()
  })

  test('each condition says where it stands', () => {
    const text = 'a  -(from:"x y" or failed)'
    const { query } = parseQuery(text)
    const places: string[] = []
    JSON.stringify(query, (_key, member: unknown) => {
      if (typeof member === 'object' && member !== null && Object.hasOwn(member, 'at')) {
        const { from, to } = (member as Query).at as { from: number; to: number }
        places.push(text.slice(from, to))
      }
      return member
    })
    const grouped = '(from:"x y" or failed)'
    expect(places).toEqual([text, 'a', `-${grouped}`, grouped, 'from:"x y"', 'failed'])
  })
})

describe('errors', () => {
  test.each([
    [
      'form:treasury',
      'form',
      'There is no word “form”. Did you mean “from”? To search for it as text, put it in quotes.',
    ],
    ['xyzzy:1', 'xyzzy', 'There is no word “xyzzy”. To search for it as text, put it in quotes.'],
    ['after:2025-02-30', '2025-02-30', '“2025-02-30” is no date: February 2025 has 28 days.'],
    ['after:2025-13', '2025-13', '“2025-13” is no date: there is no month 13.'],
    [
      'on:yesterday',
      'yesterday',
      '“yesterday” is no date: write 2025, 2025-01, 2025-01-31 or 2025-01-31T14:30.',
    ],
    [
      'on:2025-01-01T25:00',
      '2025-01-01T25:00',
      '“2025-01-01T25:00” is no date: there is no such time of day.',
    ],
    ['before:0099', '0099', '“0099” is no date of a chain: years begin with 1970.'],
    ['amount>1,5', '1,5', '“1,5” is no amount: write digits with a point for decimals, as in 1,000.5.'],
    ['amount>1k', '1k', '“1k” is no amount: write digits with a point for decimals, as in 1,000.5.'],
    ['block:0.5', '0.5', '“0.5” is no block number: write digits, as in 19000000.'],
    ['block:5..', '5..', 'A range has two ends, as in 1..5. For one, write block>=1 or block<=5.'],
    ['amount>1..5', 'amount>1..5', 'A range stands behind a colon, as in amount:1..5.'],
    ['id:abc', 'abc', '“abc” is no id: an id is a whole number.'],
    ['token', 'token', '“token” needs a value, as in token:USDC. To search for the word, put it in quotes.'],
    ['from: token:x', 'from:', '“from” needs a value, as in from:treasury.'],
    ['from>x', 'from>x', "“from” can't be compared with >: write from:treasury."],
    ['in:x', 'in:x', '“in” stands alone and takes no value.'],
    ['>5', '>5', 'Say what “>5” is about, as in amount>1,000.'],
    ['"abc', '"abc', 'These quotes are not closed.'],
    ['""', '""', 'Nothing stands between these quotes.'],
    ['(a', '(', 'This parenthesis is not closed.'],
    ['a) b', ')', 'No parenthesis is open here.'],
    ['()', '()', 'Nothing stands in these parentheses.'],
    ['a or', 'or', 'Something must stand on both sides of “or”.'],
    ['(a or) b', 'or', 'Something must stand on both sides of “or”.'],
    ['and a', 'and', 'Something must stand on both sides of “and”.'],
    ['- a', '-', 'What is left out must stand right behind this, as in -failed.'],
    ['method:f(x)', '(', 'Put a text with parentheses or quotes in it in quotes, or a blank before this.'],
  ])('%s', (text, place, message) => {
    expect(errorOf(text)).toEqual([place, message])
  })

  test('several are told at once, each at its place', () => {
    const { errors } = parseQuery('amount>x after:y')
    expect(errors.map(({ at }) => at.from)).toEqual([7, 15])
  })

  test('what is too long, too much or too deep is an error', () => {
    expect(errorOf('x'.repeat(MAX_QUERY_LENGTH + 1))[1]).toBe(
      'This is too long: at most 10,000 characters are read.',
    )
    expect(parseQuery('a '.repeat(MAX_QUERY_TERMS)).errors).toEqual([])
    expect(errorOf('a '.repeat(MAX_QUERY_TERMS + 1))[1]).toBe('At most 200 conditions are read.')
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`
    expect(parseQuery(nested(MAX_QUERY_DEPTH)).errors).toEqual([])
    expect(errorOf(nested(MAX_QUERY_DEPTH + 1))[1]).toContain('At most 32 parentheses')
    expect(parseQuery('-'.repeat(9_999)).errors.length).toBeGreaterThan(0)
    expect(parseQuery('('.repeat(9_999)).errors.length).toBeGreaterThan(0)
  })
})

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 80n }), fc.stringMatching(/^\d{0,20}$/))
  .map(([negative, whole, fraction]) =>
    readAmount(`${negative ? '-' : ''}${String(whole)}${fraction === '' ? '' : `.${fraction}`}`)!,
  )
const whole = fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String)
const date = fc
  .tuple(
    fc.date({ min: new Date('1971-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
    fc.constantFrom(4, 7, 10, 16, 19),
    fc.constantFrom('', 'Z'),
  )
  .map(([day, length, zone]) => day.toISOString().slice(0, length) + zone)
const text = fc
  .oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('in', 'or', 'from', '-x', '>5', 'a:b', 'say "x"', 'a\\', '(x)'),
  )
  .filter((one) => one.trim() !== '')
const at = { from: 0, to: 0 }
const term: fc.Arbitrary<Term> = fc.oneof(
  text.map((one): Term => ({ kind: 'text', text: one, at })),
  fc.constantFrom(...FLAGS).map((flag): Term => ({ kind: 'flag', flag, at })),
  fc
    .tuple(fc.constantFrom(...NAME_WORDS), fc.boolean(), text)
    .map(([word, isWhole, one]): Term => ({ kind: 'name', word, whole: isWhole, text: one, at })),
  fc
    .tuple(fc.constantFrom(...NUMBER_WORDS), fc.constantFrom(...COMPARISONS), decimal, whole)
    .map(([word, comparison, number, block]): Term => ({
      kind: 'number',
      word,
      comparison,
      number: word === 'block' ? block : number,
      at,
    })),
  fc
    .tuple(fc.constantFrom(...NUMBER_WORDS), whole, whole)
    .map(([word, least, most]): Term => ({ kind: 'range', word, least, most, at })),
  fc
    .tuple(fc.constantFrom(...DATE_WORDS), date)
    .map(([word, one]): Term => ({ kind: 'date', word, date: one, at })),
  whole.map((id): Term => ({ kind: 'id', id, at })),
)
const { query: anyQuery } = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    fc
      .tuple(
        fc.constantFrom('all' as const, 'any' as const),
        fc.array(tie('query'), { minLength: 2, maxLength: 4 }),
      )
      .map(([kind, parts]): Query => ({ kind, parts, at })),
    tie('query').map((part): Query => ({ kind: 'not', part, at })),
  ),
}))

test('a question that is printed and read again is the same question', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const printed = printQuery(query)
      expect(parseQuery(printed).errors, printed).toEqual([])
      expect(bare(parseQuery(printed).query), printed).toEqual(bare(query))
    }),
    { numRuns: 2_000 },
  )
})

test('whatever is typed is read or refused, and every place is within it', () => {
  const pieces = fc.constantFrom(
    'from:',
    'in ',
    '(',
    ')',
    '-',
    '"',
    'or ',
    'and ',
    'amount>',
    '1,000',
    '..',
    ' ',
    '\\',
    'after:',
    '2025',
    '…',
    '0x',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((some) => some.join('')),
      ),
      (typed) => {
        const { query, errors } = parseQuery(typed)
        for (const {
          at: { from, to },
        } of errors)
          expect(from >= 0 && to >= from && to <= typed.length).toBe(true)
        expect(query === null || errors.length === 0).toBe(true)
        if (query) expect(bare(parseQuery(printQuery(query)).query)).toEqual(bare(query))
      },
    ),
    { numRuns: 5_000 },
  )
})

test('amounts are digits, grouped rightly or not at all', () => {
  expect(['1,000', '1,000,000.50', '.5', '007', '-0', '−2'].map(readAmount)).toEqual([
    '1000',
    '1000000.5',
    '0.5',
    '7',
    '0',
    '-2',
  ])
  expect(['1,00', '1.2.3', '1e5', '', '.', '5.', '9'.repeat(101)].map(readAmount)).toEqual(
    Array(7).fill(undefined),
  )
})

test('a date covers what it names, in local time or UTC', () => {
  const period = (typed: string) => {
    const one = readDate(typed)
    if (!one.ok) throw new Error(one.message)
    const { start, end } = periodOf(one.date, 'utc')
    return [start, end].map((time) => new Date(time).toISOString().slice(0, 19))
  }
  expect(period('2024')).toEqual(['2024-01-01T00:00:00', '2025-01-01T00:00:00'])
  expect(period('2024-2')).toEqual(['2024-02-01T00:00:00', '2024-03-01T00:00:00'])
  expect(period('2024-02-29')).toEqual(['2024-02-29T00:00:00', '2024-03-01T00:00:00'])
  expect(period('2024-12-31 23:59')).toEqual(['2024-12-31T23:59:00', '2025-01-01T00:00:00'])
  expect(periodOf('2025-03-30', 'local').start).toBe(new Date(2025, 2, 30).getTime())
  expect(periodOf('2025-03-30Z', 'local').start).toBe(Date.UTC(2025, 2, 30))
})
