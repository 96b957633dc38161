import { TRANSFER } from '#shared/chain/token-events.ts'
import type { ChainBlock, ChainLog, ChainTransaction } from '../model/chain-block.ts'
import { plainBlock, wordOf } from './plain-block.ts'

const DEPOSITED = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const addressOf = (nth: number) => `0x${String(nth).padStart(40, '0')}`
const [ONE, OTHER, TOKEN] = [addressOf(1), addressOf(2), addressOf(3)]
const [WRAPPER, MADE] = [addressOf(4), addressOf(5)]

const transaction = (nth: number, more: Partial<ChainTransaction>): ChainTransaction => ({
  ...{ hash: wordOf(nth), from: ONE, to: OTHER, created: null, value: '0x5', nonce: nth, type: 2 },
  ...{ gasLimit: '0x9', gasUsed: 50_000, gasPrice: '0x7', maxFee: '0x8', maxTip: null, succeeded: true },
  ...{ input: '0x12345678', logs: [], ...more },
})
const logs: readonly ChainLog[] = [
  { address: TOKEN, topics: [TRANSFER, wordOf(1), wordOf(2)], data: wordOf(70) },
  { address: TOKEN, topics: [TRANSFER, wordOf(1), wordOf(2), wordOf(7)], data: '0x' },
  { address: WRAPPER, topics: [DEPOSITED, wordOf(1)], data: wordOf(9) },
  { address: WRAPPER, topics: [], data: '0x0102' },
]
/** The block after `plainBlock(0)`: something of each kind of row. */
export const BUSY: ChainBlock = {
  ...plainBlock(1),
  parentHash: plainBlock(0).hash,
  withdrawals: [{ index: '0x1', validator: '0x2', address: OTHER, amount: '0x3' }],
  transactions: [
    transaction(1, { to: null, created: MADE }),
    transaction(2, { logs }),
    transaction(3, {
      ...{ succeeded: null, feeToken: TOKEN, minted: '0x9' },
      authorizations: [{ authority: OTHER, delegate: WRAPPER, chainId: '0x1', nonce: '0x0' }],
    }),
  ],
}

/** The block after `plainBlock(0)`: as many transfers of a token, each in a transaction of its own and to another holder. */
export const transfersOf = (count: number): ChainBlock => ({
  ...plainBlock(1),
  parentHash: plainBlock(0).hash,
  transactions: Array.from({ length: count }, (_, at) =>
    transaction(at + 1, {
      to: TOKEN,
      logs: [{ address: TOKEN, topics: [TRANSFER, wordOf(1), wordOf(at + 100)], data: wordOf(1) }],
    }),
  ),
})
