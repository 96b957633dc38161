import { describe, expect, test } from 'vitest'
import { formatPrice, formatShortAmount, formatWorths } from './short-amount.ts'

describe('a price', () => {
  test.each([
    ['2.31e-10', '0.0₉231'],
    ['0.000000000231456789', '0.0₉2314…'],
    ['1e-18', '0.0₁₇1'],
    ['0.00042', '0.00042'],
    ['2481.37', '2,481.37'],
    ['1.5E+3', '1,500'],
    ['soon', 'soon'],
  ])('%s reads %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })
})

test('an amount of one smallest unit has its zeros counted, and one of 78 digits its power', () => {
  expect(formatShortAmount('1', 18)).toBe('0.0₁₇1')
  expect(formatShortAmount(2n ** 256n - 1n, 0)).toBe('1.157… ×10⁷⁷')
})

describe('what an amount is worth', () => {
  const ETHER = '1500000000000000000'
  test('now and at the time are told apart', () => {
    const rates = { exchange_rate: '2000', historic_exchange_rate: '1000.5' }
    expect(formatWorths(ETHER, 18, rates)).toBe('$ 1,500.75 at the time · $ 3,000.00 now')
  })
  test('each says which it is where it stands alone', () => {
    expect(formatWorths(ETHER, 18, { exchange_rate: '2000', historic_exchange_rate: null })).toBe(
      '$ 3,000.00 now',
    )
    expect(formatWorths(ETHER, 18, { historic_exchange_rate: '1000' })).toBe('$ 1,500.00 at the time')
    expect(formatWorths('1', 18, { historic_exchange_rate: '1000' })).toBe('< $ 0.01 at the time')
    expect(formatWorths(ETHER, 18, {})).toBeUndefined()
  })
})
