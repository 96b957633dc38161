import { expect, test } from 'vitest'
import type { ChainBlock } from '../model/chain-block.ts'
import { NodeFailure } from './node-failure.ts'
import { packBlocks, unpackBlocks } from './packed-blocks.ts'

const word = (digit: string) => `0x${digit.repeat(64)}`
const account = (digit: string) => `0x${digit.repeat(40)}`

const BLOCK: ChainBlock = {
  number: 7,
  hash: word('1'),
  parentHash: word('2'),
  timestamp: 1_700_000_000,
  miner: account('a'),
  gasLimit: '0x1c9c380',
  gasUsed: 21_000,
  baseFee: '0x7',
  difficulty: '0x0',
  totalDifficulty: null,
  nonce: null,
  stateRoot: word('3'),
  extraData: '0x',
  size: 1_000,
  uncles: [word('4')],
  withdrawals: [{ index: '0x1', validator: '0x2', address: account('b'), amount: '0x3' }],
  transactions: [
    {
      hash: word('5'),
      from: account('a'),
      to: account('c'),
      created: null,
      value: '0xffffffffffffffffffff',
      nonce: 3,
      type: 4,
      gasLimit: '0x5208',
      gasUsed: 21_000,
      gasPrice: '0x3b9aca07',
      blobFee: 2n ** 70n,
      maxFee: '0x3b9aca07',
      maxTip: null,
      succeeded: true,
      input: '0x',
      logs: [{ address: account('c'), topics: [word('6')], data: '0x00ff' }],
      delegators: [account('d')],
    },
  ],
}

test('blocks are unpacked as they were packed, with whoever delegated in their transactions', async () => {
  expect(unpackBlocks(await packBlocks([BLOCK]))).toEqual([BLOCK])
})

test('what is no packed blocks is garbage', async () => {
  const packed = await packBlocks([BLOCK])
  for (const bytes of [new Uint8Array(), packed.subarray(0, packed.length / 2), Buffer.from('[]')])
    expect(() => unpackBlocks(bytes)).toThrow(NodeFailure)
  const odd = { ...BLOCK, hash: '0x12' } as ChainBlock
  await expect(packBlocks([odd]).then(unpackBlocks)).rejects.toThrow(NodeFailure)
})
