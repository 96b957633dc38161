import { expect, test } from 'vitest'
import type { DecodedArgument } from '#shared/abi/decoded.ts'
import { ownUnits, type ArgumentsOf } from '#renderer/entities/abi/argument-unit.ts'
import { argumentLine } from './argument-line.ts'

const [TOKEN, OTHER] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const textContext = {
  nameOf: (hash: string) => (hash === OTHER ? 'Bob' : undefined),
  unitOf: ownUnits((hash) =>
    hash === TOKEN ? { address_hash: TOKEN, symbol: 'USDC', decimals: '6', type: 'ERC-20' } : undefined,
  ),
}
const values: readonly DecodedArgument[] = [
  { name: 'to', type: 'address', value: OTHER },
  { name: 'amount', type: 'uint256', value: '250000000000' },
]

const of = (name: string, contract: string, isCertain = true): ArgumentsOf => ({
  name,
  isCertain,
  contract,
  arguments: values,
})

test('an amount is counted in the token that is called, and a number elsewhere', () => {
  expect(argumentLine(values, textContext, of('transfer', TOKEN))).toBe('Bob, 250,000 USDC')
  expect(argumentLine(values, textContext, of('stake', TOKEN))).toBe('Bob, 250,000,000,000')
  expect(argumentLine(values, textContext, of('transfer', OTHER))).toBe('Bob, 250,000,000,000')
  expect(argumentLine(values, textContext, of('transfer', TOKEN, false))).toBe('Bob, 250,000,000,000')
  expect(argumentLine(values, textContext)).toBe('Bob, 250,000,000,000')
})

test('what all of a type allow is unlimited; long ones are cut', () => {
  const most = { name: 'amount', type: 'uint256', value: String(2n ** 256n - 1n) }
  expect(argumentLine([most], textContext, of('approve', TOKEN))).toBe('unlimited')
  expect(argumentLine([{ ...most, name: 'id' }], textContext)).toBe('115792… 78 digits')
})
