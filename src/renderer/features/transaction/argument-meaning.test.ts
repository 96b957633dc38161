import { expect, test } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { argumentMeaning, knownAddresses } from './argument-meaning.ts'

const COIN = { symbol: 'ETH', decimals: 18 }
const [A, B, USDC, WETH] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const token = (address_hash: string, symbol: string, decimals: string) => ({
  address_hash,
  symbol,
  decimals,
  name: symbol,
})
const transfer = (of: object, value: string) => ({ token: of, total: [{ value, token_id: null }] })
const swap = {
  hash: '0x1',
  to: { hash: A },
  value: '5',
  token_transfers: [transfer(token(USDC, 'USDC', '6'), '1500000'), transfer(token(WETH, 'WETH', '18'), '70')],
  decoded_input: { parameters: [{ name: 'path', type: 'address[]', value: [USDC, WETH] }] },
} as unknown as Transaction
const meaning = (name: string, type: string, value: unknown, of = swap) =>
  argumentMeaning({ name, type, value }, of, COIN)
const unit = (of: ReturnType<typeof meaning>) => of.amount?.asset.name

test('addresses, alone and in a list', () => {
  expect(meaning('to', 'address', A)).toEqual({ addresses: [A] })
  expect(meaning('path', 'address[]', [A, B])).toEqual({ addresses: [A, B] })
  expect(meaning('to', 'address', 'nobody')).toEqual({})
  expect(meaning('path', 'address[]', [])).toEqual({})
})

test('a time is one by its name and its size', () => {
  expect(meaning('deadline', 'uint256', '1795478400')).toEqual({ time: '2026-11-24T00:00:00.000Z' })
  expect(meaning('deadline', 'uint256', '0')).toEqual({})
  expect(meaning('nonce', 'uint256', '1795478400')).toEqual({})
})

test('an amount has the unit of what was moved, of the called token, or of its end of the path', () => {
  expect(unit(meaning('amountIn', 'uint256', '1500000'))).toBe('USDC')
  expect(unit(meaning('amountOutMin', 'uint256', '69'))).toBe('WETH')
  expect(unit(meaning('value', 'uint256', '5', { ...swap, token_transfers: [] }))).toBe('ETH')
  const call = { ...swap, to: { hash: USDC }, decoded_input: null } as unknown as Transaction
  expect(unit(meaning('amount', 'uint256', '99', call))).toBe('USDC')
})

test('without a known unit it stays a number', () => {
  const unknown = { hash: '0x1', to: { hash: A }, token_transfers: [] } as unknown as Transaction
  expect(meaning('amount', 'uint256', '99', unknown)).toEqual({})
  expect(meaning('poolId', 'uint256', '1500000')).toEqual({})
  expect(meaning('data', 'bytes', '0x')).toEqual({})
})

test('an address of the transaction has its name in an argument, a token its symbol', () => {
  const known = knownAddresses({ ...swap, to: { hash: A.toUpperCase().replace('X', 'x'), name: 'Router' } })
  expect([A, USDC, B].map((hash) => known.get(hash)?.name)).toEqual(['Router', 'USDC', undefined])
})
