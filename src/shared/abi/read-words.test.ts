import { expect, test } from 'vitest'
import { readArguments, readAs, readWholeText, readWords, reasonsOf } from './read-words.ts'

const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
const text = (value: string) => Buffer.from(value).toString('hex').padEnd(64, '0')
const likeliest = (digits: string) =>
  readWords(`0x${digits}`).map(({ readings: [first] }) => [first.as, first.value])

test.each([
  ['nothing', word(0n), 'number', '0'],
  ['an amount, with all its digits', word(500_000_000_000_000_000_001n), 'number', '500000000000000000001'],
  ['the largest number', word(-1n), 'number', String(2n ** 256n - 1n)],
  ['a number below zero', word(-250n), 'number', '-250'],
  [
    'an address',
    word(0xd8da6bf26964af9d7eed9e03e53415d37aa96045n),
    'address',
    '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  ],
  ['text', text('Too late'), 'text', 'Too late'],
  [
    'text of a whole word',
    text('exactly thirty-two letters long.'),
    'text',
    'exactly thirty-two letters long.',
  ],
  ['a hash', 'ab'.repeat(32), 'hex', `0x${'ab'.repeat(32)}`],
  ['a part of a word', 'abcd', 'hex', '0xabcd'],
])('a word is read as %s', (_what, digits, as, value) => {
  expect(likeliest(digits)).toEqual([[as, value]])
})

test('a time is a number first: an amount may be as large', () => {
  const [{ readings }] = readWords(word(1_764_000_000n)) as [ReturnType<typeof readWords>[number]]
  expect(readings.map(({ as, value }) => [as, value]).slice(0, 2)).toEqual([
    ['number', '1764000000'],
    ['time', '2025-11-24T16:00:00.000Z'],
  ])
})

test('each word says where it is, and its hex; those of an error begin after its four bytes', () => {
  const words = readArguments(`0x08c18860${word(7n)}${word(1n)}`)
  expect(words.map(({ at, readings }) => [at, readings.at(-1)])).toEqual([
    [0, { as: 'hex', value: `0x${word(7n)}` }],
    [32, { as: 'hex', value: `0x${word(1n)}` }],
  ])
  expect(readArguments('0x08c18860')).toEqual([])
  expect(readWords('0x')).toEqual([])
})

test('data that is text is read whole; four bytes are the selector of an error, also where they are letters', () => {
  expect(readWholeText(`0x${Buffer.from('not yours').toString('hex')}`)).toBe('not yours')
  expect(readWholeText('0x4641494c')).toBeUndefined()
  expect(readWholeText(`0x4641494c${word(7n)}`)).toBeUndefined()
})

test('no more words are read than asked for', () => {
  expect(readWords(word(1n).repeat(9), 4)).toHaveLength(4)
})

test('a short string as Solidity stores it is text; a word whose last byte is not twice its length is not', () => {
  const stored = (text: string, last = Buffer.byteLength(text) * 2) =>
    Buffer.from(text).toString('hex').padEnd(62, '0') + last.toString(16).padStart(2, '0')
  const first = (data: string) => readWords(data)[0]?.readings[0]
  for (const text of ['Test Coin', 'é', 'x'.repeat(30)])
    expect(first(stored(text))).toEqual({ as: 'text', value: text })
  expect(first(stored('Test Coin', 16))?.as).toBe('hex')
  expect(first(stored('Test Coin', 20))?.as).toBe('hex')
  expect(first(stored('a\0b'))?.as).toBe('hex')
  expect(first(stored('', 64))?.as).toBe('number')
})

test('a word can be read as what is unlikely, but not as what it can’t be', () => {
  const [small, hash, hidden] = [word(97n), 'ab'.repeat(32), text('ab\u202ec')].map((of) => readWords(of)[0]!)
  expect(readAs(small!, 'address')).toBe(`0x${'0'.repeat(38)}61`)
  expect(readAs(small!, 'time')).toBe('1970-01-01T00:01:37.000Z')
  expect(readAs(small!, 'hex')).toBe(`0x${word(97n)}`)
  for (const kind of ['text', 'time'] as const) expect(readAs(hash!, kind)).toBeNull()
  expect(readAs(readWords('abcd')[0]!, 'number')).toBeNull()
  // Nothing in it is hidden.
  expect(readAs(hidden!, 'text')).not.toContain('\u202e')
})

test('a word says why it is read so: what it points to, what follows it, or when it was', () => {
  const data = [
    word(64n),
    word(1_764_000_000n),
    word(3n),
    text('abc'),
    word(-1n),
    '9f3c'.padEnd(64, '0'),
  ].join('')
  expect(reasonsOf(readWords(data), '2025-11-24T16:30:00Z')).toEqual([
    { is: 'pointer', to: 64 },
    { is: 'near the block' },
    { is: 'length' },
    { is: 'text', bytes: 3 },
    { is: 'largest' },
    { is: 'left-aligned' },
  ])
})
