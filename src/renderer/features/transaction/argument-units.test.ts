import { expect, test } from 'vitest'
import type { DecodedArgument } from '#shared/abi/decoded.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { argumentUnits, knownAddresses } from './argument-units.ts'

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
} as unknown as Transaction
const path: DecodedArgument = { name: 'path', type: 'address[]', value: { list: [USDC, WETH] } }
const unit = (name: string, type: string, value: string, of = swap, all = [path], callee = A) =>
  argumentUnits(of, COIN)({ name, type, value }, all, callee)?.symbol

test('an amount has the unit of what was moved, of the called token, or of its end of the path', () => {
  expect(unit('amountIn', 'uint256', '1500000')).toBe('USDC')
  expect(unit('amountOutMin', 'uint256', '69')).toBe('WETH')
  expect(unit('value', 'uint256', '5', { ...swap, token_transfers: [] })).toBe('ETH')
  expect(unit('amount', 'uint256', '99', swap, [], USDC)).toBe('USDC')
  const approve = { hash: '0x1', to: { hash: B }, token_transfers: [] } as unknown as Transaction
  const units = argumentUnits(approve, COIN, { ...token(B, 'DAI', '18'), type: 'ERC-20' })
  expect(units({ name: 'amount', type: 'uint256', value: '7' }, [], B)?.symbol).toBe('DAI')
})

test('without a known unit it stays a number', () => {
  const unknown = { hash: '0x1', to: { hash: A }, token_transfers: [] } as unknown as Transaction
  expect(unit('amount', 'uint256', '99', unknown)).toBeUndefined()
  expect(unit('poolId', 'uint256', '1500000')).toBeUndefined()
  expect(unit('data', 'bytes', '0x')).toBeUndefined()
  expect(unit('amount', 'uint256', 'many', swap, [], USDC)).toBeUndefined()
})

test('an address of the transaction has its name in an argument, a token its symbol', () => {
  const known = knownAddresses({ ...swap, to: { hash: A.toUpperCase().replace('X', 'x'), name: 'Router' } })
  expect([A, USDC, B].map((hash) => known.get(hash)?.name)).toEqual(['Router', 'USDC', undefined])
})
