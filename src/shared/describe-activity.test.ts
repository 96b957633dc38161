import { expect, it } from 'vitest'
import { describeActivity } from './describe-activity.ts'

const NOTHING = { transactions: 0, transfers: 0, internal: 0, more: false }

it('names what is new and nothing else', () => {
  expect(describeActivity({ ...NOTHING, transactions: 1 })).toBe('1 new transaction')
  expect(describeActivity({ ...NOTHING, transactions: 1_203, internal: 2 })).toBe(
    '1,203 new transactions, 2 internal transactions',
  )
  expect(describeActivity({ ...NOTHING, transfers: 50, more: true })).toBe('50 new transfers, and more')
})

it('says how many transactions differ from a node', () => {
  expect(describeActivity({ ...NOTHING, differs: 2 })).toBe('2 transactions differ from your node')
  expect(describeActivity({ ...NOTHING, transactions: 3, differs: 1 })).toBe(
    '3 new transactions; 1 transaction differs from your node',
  )
})
