import { expect, it } from 'vitest'
import { unitsOf } from './units-of.ts'

const COIN = { symbol: 'CELO', decimals: 18 }
const TOKEN = `0x${'c'.repeat(40)}`
const fee = { type: 'actual', value: '42000000' }
const feeOf = (item: object) => unitsOf('transaction', { fee, ...item }, COIN)('fee.value', fee.value)

it('a fee is in what it was paid in', () => {
  expect(feeOf({})).toBe(' (0.000000000042 CELO)')
  const token = { address_hash: TOKEN, symbol: 'cUSD', decimals: '6' }
  expect(feeOf({ celo: { gas_token: token } })).toBe(' (42 cUSD)')
  expect(feeOf({ stability_fee: { token, total_fee: fee.value } })).toBe(' (42 cUSD)')
  // A token that is named by its address alone may have any decimals.
  expect(feeOf({ gas_token: TOKEN })).toBe('')
})

it('an amount is in coins only where it is one', () => {
  expect(unitsOf('transaction', {}, COIN)('value', '5000000000000000000')).toBe(' (5 CELO)')
  expect(unitsOf('address', {}, COIN)('coin_balance', '5000000000000000000')).toBe(' (5 CELO)')
  expect(unitsOf('token-instance', {}, COIN)('value', '3')).toBe('')
  expect(unitsOf('block', {}, COIN)('base_fee_per_gas', '3000000000')).toBe(' (3 gwei)')
})
