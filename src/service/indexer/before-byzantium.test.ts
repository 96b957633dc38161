/** Receipts from before Byzantium have a state root and no status: what became of a transaction, its trace says, or nobody. */
import { describe, expect, test } from 'vitest'
import { Refused } from './testing/node-proxy.ts'
import { readAll, ofAddress } from './testing/compare/read-all.ts'
import { followScript, transactionAt } from './testing/follow-script.ts'
import { accountOf, RECEIVER, SENDER, word } from './testing/scripted-node.ts'

const OLD = { status: undefined, root: `0x${word(7)}`, gasUsed: '0x9999' }
const CONTRACT = accountOf(0xc0)
const trace = (more: object = {}) => ({
  type: 'call',
  action: { from: SENDER, to: RECEIVER, value: '0x1', gas: '0x0', callType: 'call', input: '0x' },
  result: { output: '0x' },
  traceAddress: [],
  ...more,
})
const create = (more: object = {}) =>
  trace({
    type: 'create',
    action: { from: SENDER, value: '0x1', gas: '0x9', init: '0x60' },
    result: { address: CONTRACT, code: '0x60', gasUsed: '0x9' },
    ...more,
  })
const noTraces = (method: string) => {
  if (/^(trace|debug)_/.test(method)) throw new Refused(-32601, 'the method does not exist')
  return undefined
}

describe('where the node traces', () => {
  test('one that succeeded, one that failed, and one whose call inside failed', async () => {
    const inner = { ...trace({ traceAddress: [0] }), error: 'Out of gas', result: null }
    const reader = await followScript([
      {
        transactions: [
          { receipt: OLD, traces: [trace()] },
          { receipt: OLD, traces: [trace({ error: 'Out of gas', result: null })] },
          { receipt: OLD, traces: [trace({ subtraces: 1 }), inner] },
        ],
      },
    ])
    expect(await transactionAt(reader, 1, 0)).toMatchObject({ status: 'ok', result: 'success' })
    expect(await transactionAt(reader, 1, 1)).toMatchObject({ status: 'error', result: 'out of gas' })
    expect(await transactionAt(reader, 1, 2)).toMatchObject({
      status: 'ok',
      has_error_in_internal_transactions: true,
    })
  })

  test('a creation is one where it succeeded', async () => {
    const made = { to: null, input: '0x60' }
    const receipt = { ...OLD, contractAddress: CONTRACT }
    const reader = await followScript([
      { transactions: [{ transaction: made, receipt, traces: [create()] }] },
      {
        transactions: [
          { transaction: made, receipt, traces: [create({ error: 'Out of gas', result: null })] },
        ],
      },
    ])
    const [failed, ok] = await readAll(reader, 'address-transactions', { params: ofAddress(SENDER) })
    expect(ok).toMatchObject({
      status: 'ok',
      created_contract: { hash: expect.stringMatching(new RegExp(CONTRACT, 'i')) as unknown },
    })
    expect(failed).toMatchObject({ status: 'error', created_contract: null })
    expect(await reader.detail('address', ofAddress(CONTRACT))).toMatchObject({
      creator_address_hash: expect.stringMatching(new RegExp(SENDER, 'i')) as unknown,
    })
    expect(await readAll(reader, 'address-transactions', { params: ofAddress(CONTRACT) })).toHaveLength(1)
  })
})

describe('where it does not trace', () => {
  test('nobody knows: neither a success nor a failure', async () => {
    const reader = await followScript([{ transactions: [{ receipt: OLD }] }], noTraces)
    expect(await transactionAt(reader, 1)).toMatchObject({
      status: null,
      result: 'awaiting_internal_transactions',
    })
  })
  test.each([
    ['0x1', 'ok'],
    ['0x0', 'error'],
    [1, 'ok'],
  ])('a receipt with the status %s says %s', async (status, expected) => {
    const reader = await followScript([{ transactions: [{ receipt: { ...OLD, status } }] }], noTraces)
    expect(await transactionAt(reader, 1)).toMatchObject({ status: expected })
  })
  test('a creation made no contract that anybody could name', async () => {
    const reader = await followScript(
      [
        {
          transactions: [
            { transaction: { to: null, input: '0x60' }, receipt: { ...OLD, contractAddress: CONTRACT } },
          ],
        },
      ],
      noTraces,
    )
    expect(await transactionAt(reader, 1)).toMatchObject({ status: null, created_contract: null })
  })
})
