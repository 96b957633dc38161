import { expect, test } from 'vitest'
import type { TraceFrame } from '#shared/chain/call-trace.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { errorsOf } from './errors-of.ts'

const [SENDER, OUTER, INNER, CODE] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [
  ...[string, string, string, string],
]
const DATA = `0x08c18860${'1'.padStart(64, '0')}`
const WRAPPED = `0xabcdef01${DATA.slice(2)}`
const failed = { to: { hash: OUTER }, status: 'error', revert_reason: { raw: DATA } } as Transaction
const frame = (more: object) =>
  ({ kind: 'call', input: '0x12345678', error: 'execution reverted', output: DATA, ...more }) as TraceFrame
const outer = frame({ from: SENDER, to: OUTER, traceAddress: [] })
const inner = frame({ from: OUTER, to: INNER, input: '0x87654321', traceAddress: [0] })

test('an error that was passed on whole may be of the contract that threw it, or of those that passed it on', () => {
  const { own, thrown } = errorsOf(failed, [outer, inner])
  expect(own).toEqual({ kind: 'error', to: INNER, data: DATA, ran: [OUTER] })
  expect(thrown).toBeUndefined()
})

test('an error that another one wraps is asked for beside it', () => {
  const { own, thrown } = errorsOf(failed, [{ ...outer, output: WRAPPED }, inner])
  expect(own).toEqual({ kind: 'error', to: OUTER, data: WRAPPED })
  expect(thrown).toEqual({ kind: 'error', to: INNER, data: DATA, ran: [] })
})

test('an error may be of the proxy whose code threw it, also where the proxy passed no data on', () => {
  const code = frame({ kind: 'delegatecall', from: OUTER, to: CODE, traceAddress: [0] })
  expect(errorsOf(failed, [outer, code]).own).toMatchObject({ to: CODE, ran: [OUTER] })
  expect(errorsOf(failed, [{ ...outer, output: '0x' }, code]).thrown).toMatchObject({
    to: CODE,
    ran: [OUTER],
  })
})

test('without a trace the error is of the called contract', () => {
  expect(errorsOf(failed, []).own).toEqual({ kind: 'error', to: OUTER, data: DATA })
})
