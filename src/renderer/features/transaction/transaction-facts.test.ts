import { expect, test } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { isKnown } from '#renderer/entities/header/page-fact.ts'
import { detailFacts, headerFacts } from './transaction-facts.ts'

const COIN = { symbol: 'ETH', decimals: 18 }

test('the header has parties, time, block and fee, the fee exact in its tooltip', () => {
  const transaction = {
    hash: '0x1',
    from: { hash: '0xa' },
    to: null,
    created_contract: { hash: '0xc' },
    timestamp: '2026-01-01T00:00:00Z',
    block_number: 21_204_118,
    confirmations: 39,
    fee: { value: '412345678901234' },
  } as unknown as Transaction
  expect(headerFacts('eth', transaction, COIN)).toEqual([
    {
      name: 'From and to',
      addresses: [{ hash: '0xa' }, { hash: '0xc' }],
      isPath: true,
      isBare: true,
    },
    { name: 'Time', time: '2026-01-01T00:00:00Z', isBare: true },
    {
      name: 'Block',
      value: '21,204,118',
      exact: '21204118',
      to: { name: 'block', params: { source: 'eth', block: '21204118' } },
      note: '39 on top',
    },
    { name: 'Fee', value: '0.000412… ETH', exact: '0.000412345678901234 ETH' },
  ])
  // Each fact has its room before the data is loaded.
  expect(headerFacts('eth', undefined, COIN).map(({ name }) => name)).toEqual([
    'From and to',
    'Time',
    'Block',
    'Fee',
  ])
  expect(headerFacts('eth', undefined, COIN).some(isKnown)).toBe(false)
})

test('gas: used, limit and share, as far as they are known', () => {
  const gasOf = (transaction: Partial<Transaction>) =>
    detailFacts(transaction as Transaction).find(({ name }) => name === 'Gas')?.value
  expect(gasOf({ gas_used: '21000', gas_limit: '50000' })).toBe('21,000 of 50,000 · 42 %')
  expect(gasOf({ gas_used: '21000', gas_limit: null })).toBe('21,000')
  expect(gasOf({ gas_used: null, gas_limit: '50000' })).toBe('limit 50,000')
  expect(gasOf({})).toBeUndefined()
})
