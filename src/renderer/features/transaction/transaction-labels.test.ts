import { expect, test } from 'vitest'
import { failureReason } from '#shared/chain/failure-reason.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { decodeText, formatWords } from './input-text.ts'
import { formatType, transactionState, transactionTitle } from './transaction-labels.ts'

const of = (fields: Partial<Transaction>): Transaction => ({ hash: '0x1', ...fields })

test.each([
  [of({ status: 'ok', result: 'success', block_number: 1 }), 'success'],
  [of({ status: 'error', result: 'out of gas', block_number: 1 }), 'failed'],
  [of({ status: null, result: 'pending', block_number: null }), 'pending'],
  [of({ status: null, block_number: null }), 'pending'],
  [of({ status: 'error', result: 'dropped/replaced', block_number: null }), 'dropped'],
  [of({ status: null, result: 'awaiting_internal_transactions', block_number: 5 }), 'unknown'],
  [of({ status: 'ok', result: 'success', block_number: null, timestamp: '2026-11-20T14:22:11Z' }), 'success'],
  [of({ status: null, block_number: null, timestamp: '2026-11-20T14:22:11Z' }), 'unknown'],
  [undefined, 'unknown'],
])('%# reads as %s', (transaction, state) => {
  expect(transactionState(transaction).state).toBe(state)
})

test('the title is the method, else the kind, else the short hash', () => {
  const hash = `0x${'ab'.repeat(32)}`
  expect(transactionTitle(undefined, hash)).toBe('0xabab…abab')
  expect(transactionTitle(of({ method: 'swap' }), hash)).toBe('swap')
  expect(transactionTitle(of({ transaction_types: ['token_transfer'] }), hash)).toBe('Token transfer')
  expect(transactionTitle(of({ created_contract: { hash: '0x2' } }), hash)).toBe('Contract creation')
  expect(transactionTitle(of({}), hash)).toBe('Transaction')
})

test('the reason of a failure, in each form an API gives it', () => {
  expect(failureReason(of({ result: 'out of gas', revert_reason: null }))).toBe('out of gas')
  expect(failureReason(of({ revert_reason: 'not yours' }))).toBe('not yours')
  expect(failureReason(of({ revert_reason: { raw: '08c379a0' } }))).toBe('0x08c379a0')
  const decoded = { method_call: 'Error(string reason)', parameters: [{ name: 'reason', value: 'too late' }] }
  expect(failureReason(of({ revert_reason: decoded }))).toBe('too late')
  const custom = { method_call: 'TooLate(uint256 deadline)', parameters: [{ name: 'deadline', value: '7' }] }
  expect(failureReason(of({ revert_reason: custom }))).toBe('TooLate(deadline: 7)')
  expect(failureReason(of({ revert_reason: { raw: '0x' }, result: 'execution reverted' }))).toBe(
    'execution reverted',
  )
})

test('a type has its name after the number', () => {
  expect(formatType(2)).toBe('2 · EIP-1559')
  expect(formatType(126)).toBe('126')
})

test('input is shown as text only where all of it is printable', () => {
  const hex = (text: string) =>
    `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  expect(decodeText(hex('Thanks, see you — 再见'))).toBe('Thanks, see you — 再见')
  expect(decodeText('0xa9059cbb0000000000000000000000000000')).toBeUndefined()
  expect(decodeText(hex('zero\u202Ewidth'))).toBeUndefined()
  expect(decodeText('0x')).toBeUndefined()
})

test('raw input is a selector and words of 32 bytes, each after its place', () => {
  const word = (digit: string) => digit.repeat(64)
  expect(formatWords(`0xa9059cbb${word('1')}${word('2')}abcd`)).toBe(
    ['0xa9059cbb', `00  ${word('1')}`, `20  ${word('2')}`, '40  abcd'].join('\n'),
  )
  expect(
    formatWords(`0xa9059cbb${word('1').repeat(9)}`)
      .split('\n')
      .at(-1),
  ).toBe(`100  ${word('1')}`)
  expect(formatWords(`0xa9059cbb${word('1')}${word('2')}`, 1).split('\n')).toHaveLength(2)
  expect(formatWords('0x12')).toBe('0x12')
})
