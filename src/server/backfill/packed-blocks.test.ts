import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ChainBlock } from '#service/indexer/model/chain-block.ts'
import { accountOf, plainBlock, wordOf } from '#service/indexer/testing/plain-block.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { packBlocks, unpackBlocks } from './packed-blocks.ts'

const plain = plainBlock(7)
const BLOCK: ChainBlock = {
  ...plain,
  uncles: [wordOf(4)],
  withdrawals: [{ index: '0x1', validator: '0x2', address: accountOf(11), amount: '0x3' }],
  transactions: plain.transactions.map((transaction) => ({
    ...transaction,
    value: '0xffffffffffffffffffff',
    blobFee: 2n ** 70n,
    layerFee: 2n ** 71n,
    feeToken: accountOf(14),
    minted: '0x7',
    succeeded: null,
    logs: [{ address: accountOf(12), topics: [wordOf(6)], data: '0x00ff' }],
    authorizations: [
      { authority: accountOf(13), delegate: accountOf(15), chainId: '0x1', nonce: '0xffffffffffffffff' },
      { authority: null, delegate: accountOf(0), chainId: '0x0', nonce: '0x0' },
    ],
  })),
}

test('blocks are unpacked as they were packed, with whoever delegated in their transactions', async () => {
  expect(unpackBlocks(await packBlocks([BLOCK]))).toEqual([BLOCK])
})

test('what is no packed blocks is garbage', async () => {
  const packed = await packBlocks([BLOCK])
  for (const bytes of [new Uint8Array(), packed.subarray(0, packed.length / 2), Buffer.from('[]')])
    expect(() => unpackBlocks(bytes)).toThrow(NodeFailure)
  await expect(packBlocks([{ ...BLOCK, hash: '0x12' }]).then(unpackBlocks)).rejects.toThrow(NodeFailure)
})

test('what an older version packed is refused: it kept nobody’s authorizations', async () => {
  const plain = { ...BLOCK, transactions: [] }
  expect(unpackBlocks(await packBlocks([plain]))).toEqual([plain])
  for (const packed of [[plain], { blocks: [plain] }, { format: 1, blocks: [plain] }])
    expect(() => unpackBlocks(deflateRawSync(JSON.stringify(packed)))).toThrow(NodeFailure)
})
