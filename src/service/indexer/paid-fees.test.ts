/** Fees on chains whose transactions pay for more than gas, or pay in tokens; and what is created at their sender. */
import { describe, expect, test } from 'vitest'
import type { WireItem } from '../chain-reader.ts'
import { followScript, transactionAt } from './testing/follow-script.ts'
import { accountOf, hex } from './testing/scripted-node.ts'

const GAS = 21_000n
const PRICE = 9n
const PAID = GAS * PRICE
const CURRENCY = accountOf(0xce10)

async function itemOf(transaction: object, receipt: object): Promise<WireItem> {
  const reader = await followScript([
    { transactions: [{ transaction: { ...transaction }, receipt: { ...receipt } }] },
  ])
  return (await transactionAt(reader, 1))!
}
const feeOf = async (transaction: object, receipt: object) =>
  BigInt(((await itemOf(transaction, receipt)).fee as { value: string }).value)

describe('a fee is gas by its price', () => {
  test.each([
    ['and the layer below, on the OP Stack', {}, { l1Fee: hex(777) }, 777n],
    [
      'and the layer below, on Scroll',
      { chainId: hex(534_352) },
      { l1Fee: hex(777), feeVersion: '0x1' },
      777n,
    ],
    [
      'and its operator’s, since Isthmus',
      {},
      { l1Fee: hex(700), operatorFeeScalar: hex(2_000_000), operatorFeeConstant: hex(7) },
      700n + 2n * GAS + 7n,
    ],
    [
      'and its operator’s, by parts of a million',
      {},
      { operatorFeeScalar: hex(50), operatorFeeConstant: '0x0' },
      1n,
    ],
    [
      'and its operator’s, since Jovian',
      {},
      { operatorFeeScalar: hex(3), operatorFeeConstant: hex(7), daFootprintGasScalar: hex(400) },
      300n * GAS + 7n,
    ],
    ['alone on Mantle, whose gas holds the layer below', { chainId: hex(5_000) }, { l1Fee: hex(777) }, 0n],
    ['and blobs', { type: '0x3' }, { blobGasUsed: hex(131_072), blobGasPrice: '0x2' }, 262_144n],
    [
      'and no blobs where it has none',
      { type: '0x2' },
      { blobGasUsed: hex(131_072), blobGasPrice: '0x2' },
      0n,
    ],
    ['alone where nothing else is said', {}, {}, 0n],
  ])('%s', async (_, transaction, receipt, more) => {
    expect(await feeOf(transaction, receipt)).toBe(PAID + more)
  })
})

describe('a fee in a token, on Celo', () => {
  test.each([
    ['by CIP-64', { type: '0x7b' }],
    ['of the chain’s first kind', { type: '0x0' }],
    ['of its second', { type: '0x7c' }],
  ])('%s', async (_, transaction) => {
    const item = await itemOf({ ...transaction, feeCurrency: CURRENCY }, { l1Fee: hex(777) })
    expect(item).toMatchObject({
      fee: { type: 'actual', value: String(PAID) },
      celo: { gas_token: { address_hash: expect.stringMatching(new RegExp(CURRENCY, 'i')) as unknown } },
    })
  })
  test('not where it says none', async () => {
    expect(await itemOf({ type: '0x7b', feeCurrency: null }, {})).not.toHaveProperty('celo')
  })
})

describe('what is made at the sender', () => {
  test.each([
    ['by a deposit of the OP Stack', { type: '0x7e', mint: hex(5) }, '5'],
    ['by a deposit of Arbitrum: its value', { type: '0x64', value: hex(6) }, '6'],
    ['not by a deposit that makes nothing', { type: '0x7e' }, undefined],
    ['not by any other', { type: '0x2', mint: hex(5) }, undefined],
  ])('%s', async (_, transaction, expected) => {
    expect((await itemOf(transaction, { effectiveGasPrice: '0x0' })).mint).toBe(expected)
  })
})
