/** Tests fees and their currency in the formats of different chains' sources. */
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { coinFee, layerFee, paidFee } from './transaction-fee.ts'
import { transaction, type Transaction } from './transaction.ts'

const HASH = `0x${'1'.repeat(64)}`
const CUSD = { address_hash: `0x${'c'.repeat(40)}`, symbol: 'cUSD', decimals: '18', type: 'ERC-20' }
const read = (more: object) =>
  z.parse(transaction, {
    hash: HASH,
    gas_used: '21000',
    gas_price: '2',
    fee: { type: 'actual', value: '42000' },
    ...more,
  })
const said = (more: object) => {
  const paid = paidFee(read(more))
  return paid && [paid.amount, paid.token?.symbol ?? paid.token?.address_hash ?? 'coin']
}

describe('a fee in coins', () => {
  test.each([
    ['as the source says it', {}, '42000'],
    ['with what a rollup of the OP Stack added', { fee: { value: '42777' }, l1_fee: '777' }, '42777'],
    ['with what Scroll added', { fee: { value: '42777' }, scroll: { l1_fee: 777 } }, '42777'],
    ['by its parts: the OP Stack', { fee: null, l1_fee: '700', operator_fee: '77' }, '42777'],
    ['by its parts: Scroll', { fee: { value: null }, scroll: { l1_fee: '777' } }, '42777'],
    ['by its parts: blobs', { fee: null, blob_gas_used: '131072', blob_gas_price: '1' }, '173072'],
    ['and for blobs, apart', { blob_gas_used: '131072', blob_gas_price: '1' }, '173072'],
    ['where a chain takes tokens as well', { celo: { gas_token: null } }, '42000'],
  ])('%s', (_, more, amount) => {
    expect(said(more)).toEqual([amount, 'coin'])
    expect(coinFee(read(more))).toBe(amount)
  })
})

describe('a fee in a token', () => {
  test.each([
    ['of Celo', { celo: { gas_token: CUSD } }, ['42000', 'cUSD']],
    [
      'of Celo, by an older name of its address',
      { celo: { gas_token: { address: CUSD.address_hash, symbol: 'cUSD' } } },
      ['42000', 'cUSD'],
    ],
    ['named beside the fee', { gas_token: CUSD }, ['42000', 'cUSD']],
    ['named by its address alone', { gas_token: CUSD.address_hash }, ['42000', CUSD.address_hash]],
    ['by its parts', { fee: null, celo: { gas_token: CUSD } }, ['42000', 'cUSD']],
    ['of Stability, which says the sum', { stability_fee: { token: CUSD, total_fee: '5' } }, ['5', 'cUSD']],
  ])('%s', (_, more, expected) => {
    expect(said(more)).toEqual(expected)
    expect(coinFee(read(more))).toBeUndefined()
  })
})

test.each([
  ['price', { fee: null, gas_price: null }],
  ['gas', { fee: null, gas_used: null, l1_fee: '777' }],
  ['anything', { fee: {}, gas_used: null, gas_price: null }],
])('a fee is not known without %s, and not nothing', (_, more) => {
  expect(said(more)).toBeUndefined()
})

test('the part for the layer below', () => {
  expect(layerFee(read({ l1_fee: '700', operator_fee: '77' }))).toBe(777n)
  expect(layerFee(read({ scroll: { l1_fee: 777 } }))).toBe(777n)
  expect(layerFee(read({}))).toBe(0n)
})

test('rows that an older version kept, with whatever a source sent', () => {
  for (const odd of [7.5, '1e5', {}, [], true, 'x'.repeat(999), { address_hash: 7 }]) {
    const kept = {
      ...read({}),
      fee: null,
      l1_fee: odd,
      operator_fee: odd,
      scroll: { l1_fee: odd },
      celo: { gas_token: odd },
      gas_token: odd,
      stability_fee: { token: odd, total_fee: odd },
      blob_gas_used: odd,
      blob_gas_price: odd,
    }
    expect(paidFee(kept as unknown as Transaction)).toEqual({ amount: '42000', token: null })
  }
})
