import { expect, test } from 'vitest'
import type { ChainReader } from '../../chain-reader.ts'
import { testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { Refused } from '../testing/node-proxy.ts'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { until } from '../testing/until.ts'

/** Blocks as a node of the beacon chain gives them: no development node makes withdrawals. */
const RECEIVER = '0xb9d7934878b5fb9610b3fe8a5e441e8fad7e293f'
const OTHER = '0x388c818ca8b9251b393131c08a736a67ccb19297'
const PER_BLOCK = 16
const FIRST_INDEX = 2n ** 53n - 40n
const BLOCKS = 12

const hash = (number: number, branch = 0) =>
  `0x${(number + 1).toString(16).padStart(62, '0')}${branch.toString(16).padStart(2, '0')}`
const hex = (value: number | bigint) => `0x${value.toString(16)}`

function block(number: number, branch: number) {
  return {
    number: hex(number),
    hash: hash(number, number < FORK ? 0 : branch),
    parentHash: number === 0 ? `0x${'0'.repeat(64)}` : hash(number - 1, number - 1 < FORK ? 0 : branch),
    timestamp: hex(1_700_000_000 + number * 12),
    miner: OTHER,
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    baseFeePerGas: '0x7',
    difficulty: '0x0',
    nonce: '0x0000000000000000',
    stateRoot: `0x${'0'.repeat(64)}`,
    extraData: '0x',
    size: '0x220',
    uncles: [],
    transactions: [],
    withdrawals: Array.from({ length: number === 0 ? 0 : PER_BLOCK }, (_, each) => ({
      index: hex(FIRST_INDEX + BigInt((number - 1) * PER_BLOCK + each)),
      validatorIndex: hex(2n ** 40n + BigInt(each)),
      address: each % 3 === 0 ? OTHER : RECEIVER,
      amount: hex(18_000_000 + number * 100 + each + branch),
    })),
  }
}
const FORK = 8

/** The withdrawals the blocks hold, newest first, as the API writes them. */
const expected = (height: number, branch: number) =>
  Array.from({ length: height }, (_, back) => block(height - back, height - back < FORK ? 0 : branch))
    .flatMap((each) =>
      each.withdrawals
        .toReversed()
        .map((one) => ({ ...one, block: Number(each.number), time: Number(each.timestamp) })),
    )
    .filter((one) => one.address === RECEIVER)
    .map((one) => ({
      index: BigInt(one.index).toString(),
      validator_index: BigInt(one.validatorIndex).toString(),
      amount: (BigInt(one.amount) * 10n ** 9n).toString(),
      block_number: one.block,
      timestamp: `${new Date(one.time * 1000).toISOString().slice(0, 19)}.000000Z`,
    }))

const shown = async (reader: ChainReader, limit: number) =>
  (await readAll(reader, 'address-withdrawals', { params: ofAddress(RECEIVER), limit })).map((item) => ({
    ...item,
    index: String(item.index),
    validator_index: String(item.validator_index),
  }))

test('withdrawals are listed as the blocks hold them, in wei, and follow a reorganisation', async () => {
  let height = BLOCKS
  let branch = 0
  const proxy = await testProxy(null, (method, params) => {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_blockNumber') return hex(height)
    if (method === 'eth_getBlockReceipts') return []
    if (method === 'eth_getCode') return '0x'
    if (method === 'eth_getBlockByNumber') {
      const number = params[0] === 'latest' ? height : Number(params[0])
      return number <= height ? block(number, branch) : null
    }
    if (method === 'eth_getBlockByHash') return null
    throw new Refused(-32601, 'the method does not exist')
  })
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('all blocks', () => chain.status().head?.number === BLOCKS)
  const all = await shown(chain.reader, 7)
  expect(all).toEqual(expected(BLOCKS, 0))
  expect(all.length).toBeGreaterThan(100)
  branch = 5
  height = BLOCKS - 1
  await until('the other branch', () => chain.status().head?.hash === hash(height, branch), {
    seen: () => chain.status(),
  })
  expect(await shown(chain.reader, 50)).toEqual(expected(height, branch))
  const blocks = await readAll(chain.reader, 'address-blocks-validated', { params: ofAddress(OTHER) })
  expect(blocks[0]).toMatchObject({ withdrawals_count: PER_BLOCK, height })
})
