import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLosslessJson as parse, TooManyValuesError } from './lossless-json.ts'

const parseLosslessJson = (text: string) => parse(text).json

it.each<[string, unknown]>([
  [
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  ],
  ['-12345678901234567890', '-12345678901234567890'],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740992', '9007199254740992'],
  ['2.0e3', 2000],
  ['2.0e18', '2000000000000000000'],
  ['2e18', '2000000000000000000'],
  ['1.25E+20', '125000000000000000000'],
  ['-1.5e16', '-15000000000000000'],
  ['1e400', '1e400'],
  ['0.1', 0.1],
  ['33.333333333333336', 33.333333333333336],
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['-0', -0],
])('%s', (source, value) => {
  expect(parseLosslessJson(`{"a":${source}}`)).toEqual({ a: value })
  expect(parseLosslessJson(`{ "a" : ${source} }`)).toEqual({ a: value })
  expect(parseLosslessJson(`[${source},1,[2,\n${source}]]`)).toEqual([value, 1, [2, value]])
})

it('a text that looks like a number is no number', () => {
  const value = { a: '12345678901234567890', b: ', 12345678901234567890', c: ['0x', '[1234567890123456789]'] }
  expect(parseLosslessJson(JSON.stringify(value))).toEqual(value)
})

describe('whatever it is', () => {
  it('reads as JSON.parse does where no number is long', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const plain: unknown = JSON.parse(json)
        const long = JSON.stringify(plain, (_, value: unknown) =>
          typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)
            ? 'long'
            : value,
        )
        if (long.includes('long')) return
        expect(parseLosslessJson(json)).toEqual(plain)
      }),
    )
  })

  it('a whole number of any size keeps its digits, and is a number where it can be one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), (number) => {
        const [read] = parseLosslessJson(`[${String(number)}]`) as [unknown]
        expect(String(read)).toBe(String(number))
        expect(typeof read).toBe(Number.isSafeInteger(Number(number)) ? 'number' : 'string')
      }),
    )
  })
})

it('throws as JSON.parse does', () => {
  for (const text of ['', '{', '{"a":12345678901234567890', 'nonsense'])
    expect(() => parseLosslessJson(text)).toThrow(SyntaxError)
})

it('is as deep and holds as many values as it says', () => {
  expect(parse('{"a":[1,[2,"]]]",{"b,":{}}]],"c":"\\\\\\"[["}')).toMatchObject({ depth: 5, values: 9 })
  expect(parse('1')).toEqual({ json: 1, depth: 0, values: 0 })
  expect(() => parse(`[${'1,'.repeat(500_000)}1]`)).toThrow(TooManyValuesError)
})

it('has no more different keys than its bound, wherever they are, and as many of one name as there are values', () => {
  const bounds = { values: 10_000, keys: 100 }
  const object = (count: number, name: (at: number) => string) =>
    `{${Array.from({ length: count }, (_, at) => `${JSON.stringify(name(at))} : "a:b"`).join()}}`
  expect(
    parse(
      object(90, (at) => `key ${String(at)}`),
      bounds,
    ).json,
  ).toHaveProperty('key 89')
  expect(parse(`[${object(5_000, () => 'key')}]`, bounds).json).toEqual([{ key: 'a:b' }])
  // Some keys count as one.
  expect(() =>
    parse(
      object(150, (at) => `key ${String(at)}`),
      bounds,
    ),
  ).toThrow(TooManyValuesError)
  expect(() =>
    parse(`[${Array.from({ length: 150 }, (_, at) => `{"k${String(at)}":1}`).join()}]`, bounds),
  ).toThrow(TooManyValuesError)
})
