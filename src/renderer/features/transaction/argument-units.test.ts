import { expect, test } from 'vitest'
import type { DecodedArgument } from '#shared/abi/decoded.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { ownUnits } from '#renderer/entities/abi/argument-unit.ts'
import { argumentUnits, knownAddresses } from './argument-units.ts'

const COIN = { symbol: 'ETH', decimals: 18 }
const [A, B, USDC, WETH, FACE] = ['a', 'b', 'c', 'd', 'e'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
  string,
]
const token = (address_hash: string, symbol: string, decimals: string | null, type = 'ERC-20') => ({
  address_hash,
  symbol,
  decimals,
  type,
  name: symbol,
})
const TOKENS = [token(USDC, 'USDC', '6'), token(WETH, 'WETH', '18'), token(FACE, 'FACE', null, 'ERC-721')]
const tokenOf = (hash: string) => TOKENS.find(({ address_hash: of }) => of === hash)
const transfer = (of: object, value: string) => ({ token: of, total: [{ value, token_id: null }] })
const swap = {
  hash: '0x1',
  to: { hash: A },
  value: '5',
  token_transfers: [transfer(TOKENS[0]!, '1500000'), transfer(TOKENS[1]!, '70')],
} as unknown as Transaction
const path: DecodedArgument = { name: 'path', type: 'address[]', value: { list: [USDC, WETH] } }
const unit = (
  name: string,
  value: string,
  { of = swap, call = 'swap', contract = A, type = 'uint256', isCertain = true } = {},
) =>
  argumentUnits(
    of,
    COIN,
    tokenOf,
  )({ name, type, value }, { name: call, isCertain, contract, arguments: [path] })?.symbol

test('an amount has the unit of what was moved, or of its end of the path', () => {
  expect(unit('amountIn', '1500000')).toBe('USDC')
  expect(unit('amountOutMin', '69')).toBe('WETH')
  expect(unit('value', '5', { of: { ...swap, token_transfers: [] } })).toBe('ETH')
})

test('a token counts itself in its own functions only', () => {
  expect(unit('amount', '99', { call: 'approve', contract: USDC })).toBe('USDC')
  // Deposits into a vault or wrapper count another asset than the called contract.
  expect(unit('amount', '99', { call: 'deposit', contract: USDC })).toBeUndefined()
  expect(unit('amount', '99', { call: 'approve', contract: B })).toBeUndefined()
  expect(unit('amount', '99', { call: 'approve', contract: USDC, isCertain: false })).toBeUndefined()
  expect(unit('value', '99', { call: 'approve', contract: FACE })).toBeUndefined()
  const log = (name: string) =>
    ownUnits(tokenOf)(
      { name, type: 'uint256', value: '7' },
      { name: 'Transfer', isCertain: true, contract: WETH, arguments: [] },
    )
  expect(log('value')).toMatchObject({ symbol: 'WETH', decimals: '18' })
  expect(log('tokenId')).toBeUndefined()
})

test('without a known unit it stays a number', () => {
  const unknown = { hash: '0x1', to: { hash: A }, token_transfers: [] } as unknown as Transaction
  expect(unit('amount', '99', { of: unknown })).toBeUndefined()
  expect(unit('poolId', '1500000')).toBeUndefined()
  expect(unit('data', '0x', { type: 'bytes' })).toBeUndefined()
  expect(unit('amount', 'many', { call: 'approve', contract: USDC })).toBeUndefined()
})

test('an address of the transaction has its name in an argument, a token its symbol', () => {
  const known = knownAddresses({ ...swap, to: { hash: A.toUpperCase().replace('X', 'x'), name: 'Router' } })
  expect([A, USDC, B].map((hash) => known.get(hash)?.name)).toEqual(['Router', 'USDC', undefined])
})
