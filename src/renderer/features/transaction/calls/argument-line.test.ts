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

test('a short array of numbers stands as it is; of a longer one the number of its items, those left out too', () => {
  const line = (list: readonly string[], omitted?: number) =>
    argumentLine(
      [{ name: 'ids', type: 'uint256[]', value: { list, ...(omitted === undefined ? {} : { omitted }) } }],
      textContext,
    )
  expect(line([])).toBe('[]')
  expect(line(['2'])).toBe('[2]')
  expect(line(['1', '2'])).toBe('[1, 2]')
  expect(line(['1', '2'], 3)).toBe('[5 items]')
  expect(line([String(2n ** 255n)])).toBe('[1 item]')
  expect(line([TOKEN, OTHER])).toBe('[2 items]')
  expect(line(['\u202e1'])).toBe('[1 item]')
})
