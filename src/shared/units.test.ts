import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  splitAmount,
  formatFiatValue,
  formatAmount,
  formatGwei,
  groupThousands,
  parseAmount,
  formatPercent,
  shortenAmount,
  writeOut,
} from './units.ts'

const MAX = 2n ** 256n - 1n
const anyAmount = fc.bigInt({ min: -MAX, max: MAX })
const anyDecimals = fc.integer({ min: 0, max: 77 })

describe('exact amounts', () => {
  test('what is shown in full is read back to the same amount', () => {
    fc.assert(
      fc.property(anyAmount, anyDecimals, (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
      }),
    )
  })

  test('no digit is lost or added, whatever the size', () => {
    fc.assert(
      fc.property(anyAmount, anyDecimals, (amount, decimals) => {
        const { whole, fraction } = splitAmount(String(amount), String(decimals))!
        const value = BigInt(whole + fraction.padEnd(decimals, '0'))
        expect(value).toBe(amount < 0n ? -amount : amount)
      }),
    )
  })

  test.each([
    ['0', 18, '0'],
    ['1', 18, '0.000000000000000001'],
    ['1000000000000000000', 18, '1'],
    ['1204331200000000000000', '18', '1,204.3312'],
    ['-350412883000000000', 18, '-0.350412883'],
    ['-0', 18, '0'],
    ['42', 0, '42'],
    ['42', null, '42'],
    ['42', 78, '42'],
    ['42', '255', '42'],
    ['000123', 2, '1.23'],
    [MAX, 0, groupThousands(String(MAX))],
  ])('%s with %s decimals is %s', (amount, decimals, words) => {
    expect(formatAmount(amount, decimals)).toBe(words)
  })

  test('what is no amount is given back as it came', () => {
    expect(formatAmount('<b>1</b>', 18)).toBe('<b>1</b>')
    expect(formatAmount('1', '999999999')).toBe('1')
  })
})

describe('amounts where room is short', () => {
  test('the shown digits are the first of all digits, never rounded up', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 16, max: 30 }),
        (amount, decimals) => {
          const shown = shortenAmount(amount, decimals)!
          if (shown.exponent !== 0 || shown.zeros !== 0) return
          expect(formatAmount(amount, decimals).startsWith(shown.whole + shown.fraction)).toBe(true)
        },
      ),
    )
  })

  test('counted zeros and the digits behind them are the first of all digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.integer({ min: 19, max: 77 }),
        (amount, decimals) => {
          const { whole, fraction, zeros } = shortenAmount(amount, decimals)!
          expect(zeros).toBeGreaterThanOrEqual(9)
          expect(formatAmount(amount, decimals).startsWith(`${whole}.${'0'.repeat(zeros)}${fraction}`)).toBe(
            true,
          )
          expect(fraction).toMatch(/^[1-9]/)
        },
      ),
    )
  })

  test('an amount that is not zero is never shown as zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX }), anyDecimals, (amount, decimals) => {
        const { whole, fraction } = shortenAmount(amount, decimals)!
        expect(/[1-9]/.test(whole + fraction)).toBe(true)
      }),
    )
  })

  test.each([
    ['1234567890123456789', 18, { sign: '', whole: '1', fraction: '.234567', exact: false }],
    ['1000000000000000000', 18, { sign: '', whole: '1', fraction: '', exact: true }],
    ['1', 18, { sign: '', whole: '0', fraction: '1', zeros: 17, exponent: 0, exact: true }],
    ['12345', 18, { whole: '0', fraction: '1234', zeros: 13, exponent: 0, exact: false }],
    ['12300', 18, { whole: '0', fraction: '123', zeros: 13, exponent: 0, exact: true }],
    ['1500000000', 18, { whole: '0', fraction: '.0000000015', zeros: 0, exponent: 0, exact: true }],
    ['-1098420000', 6, { sign: '−', whole: '1,098', fraction: '.42', exact: true }],
    [MAX, 18, { sign: '', whole: '1', fraction: '.157', exponent: 59, exact: false }],
    ['1234567890123456', 0, { whole: '1', fraction: '.234', exponent: 15, exact: false }],
  ])('%s with %s decimals', (amount, decimals, shown) => {
    expect(shortenAmount(amount, decimals)).toMatchObject(shown)
  })

  test('a change carries its sign, zero carries none', () => {
    expect(shortenAmount('5', 0, { signed: true })?.sign).toBe('+')
    expect(shortenAmount('-5', 0, { signed: true })?.sign).toBe('−')
    expect(shortenAmount('0', 0, { signed: true })?.sign).toBe('')
  })
})

describe('what a person types', () => {
  test.each([
    ['1,234.5', 2, 123450n],
    ['.5', 1, 5n],
    ['−2', 0, -2n],
    ['1.50', 1, 15n],
    ['1.55', 1, undefined],
    ['', 18, undefined],
    ['1e3', 18, undefined],
    ['abc', 18, undefined],
  ])('%s with %s decimals', (text, decimals, value) => {
    expect(parseAmount(text, decimals)).toBe(value)
  })
})

test('percent, gwei and value in money are exact to their last shown digit', () => {
  expect(formatPercent('184220', '221064')).toBe('83.3')
  expect(formatPercent('1', '0')).toBeUndefined()
  expect(formatPercent('1', '3', 4)).toBe('33.3333')
  expect(formatPercent(2n ** 255n, 2n ** 256n - 1n, 4)).toBe('50')
  expect(formatGwei('2241200000')).toBe('2.2412')
  expect(formatFiatValue('1500000', '6', '2412.55')).toBe('3,618.82')
  expect(formatFiatValue('1', null, '1')).toBeUndefined()
  expect(formatFiatValue('1', '', '1')).toBeUndefined()
  expect(formatFiatValue('1', '77', '1')).toBe('<0.01')
  // A price is of a whole unit, and these have none.
  expect(formatFiatValue('1', '78', '1')).toBeUndefined()
  expect(formatFiatValue('1', 255, '1')).toBeUndefined()
})

test('a price with an exponent is written out, and multiplied as any other', () => {
  expect(writeOut('2.31e-10')).toBe('0.000000000231')
  expect(writeOut('1.5E+3')).toBe('1500')
  expect(writeOut('12.50')).toBe('12.5')
  expect(writeOut('-0.5e1')).toBe('-5')
  expect(writeOut('1e999')).toBeUndefined()
  expect(writeOut('NaN')).toBeUndefined()
  expect(formatFiatValue('100000000000000000000', 6, '2.31e-10')).toBe('23,100.00')
  fc.assert(
    fc.property(fc.double({ min: 1e-80, max: 1e80, noNaN: true }), (number) => {
      expect(Number(writeOut(String(number)))).toBe(number)
    }),
  )
})
