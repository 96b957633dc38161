import type { ChainBlock } from '../model/chain-block.ts'

/** 32 bytes. */
export const wordOf = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`
export const accountOf = (value: number) => `0x${value.toString(16).padStart(40, '0')}`

/** A block of one transfer of a coin: blocks of successive numbers follow each other. */
export const plainBlock = (number: number): ChainBlock => ({
  number,
  hash: wordOf(number),
  parentHash: wordOf(number - 1),
  timestamp: 1_700_000_000 + number,
  miner: accountOf(1),
  gasLimit: '0x1c9c380',
  gasUsed: 21_000,
  baseFee: '0x7',
  difficulty: '0x0',
  totalDifficulty: null,
  nonce: null,
  stateRoot: null,
  extraData: '0x',
  size: 1_000,
  uncles: [],
  withdrawals: [],
  transactions: [
    {
      hash: wordOf(number * 2),
      from: accountOf(2),
      to: accountOf(number),
      created: null,
      value: '0x1',
      nonce: number,
      type: 2,
      gasLimit: '0x5208',
      gasUsed: 21_000,
      gasPrice: '0x8',
      maxFee: '0x8',
      maxTip: '0x1',
      succeeded: true,
      input: '0x',
      logs: [],
    },
  ],
})
