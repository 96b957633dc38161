import { performance } from 'node:perf_hooks'
import { TRANSFER } from '#shared/chain/token-events.ts'
import { AbiRegistry } from '../decode/abi-registry.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { IndexReader } from '../read/index-reader.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { IndexStore } from '../store/index-store.ts'
import { writeBlocks } from '../store/write-block.ts'
import { plainBlock, wordOf } from './plain-block.ts'
import { createOnDemandData } from '../sync/on-demand.ts'

const TOKENS = 20
const HOLDERS = 5_000
const TRANSACTIONS = 20
const TRANSFERS = 10

const address = (kind: string, index: number) => `0x${kind}${index.toString(16).padStart(38, '0')}`
const topic = (of: string) => `0x${'0'.repeat(24)}${of.slice(2)}`

/** Blocks as a busy chain would give them: each transaction moves tokens between several of many holders. */
function* blocks(transfers: number): Generator<ChainBlock> {
  let random = 11
  const below = (limit: number) => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0
    return Math.floor((random / 2 ** 32) * limit)
  }
  const perBlock = TRANSACTIONS * TRANSFERS
  for (let number = 0; number * perBlock < transfers; number++) {
    yield {
      ...plainBlock(number),
      hash: wordOf(number + 1),
      parentHash: wordOf(number),
      gasUsed: 1_000_000,
      transactions: Array.from({ length: TRANSACTIONS }, (_, index) => ({
        hash: wordOf(BigInt(number * TRANSACTIONS + index + 1) * 0x9e3779b97f4a7c15n * 0xbf58476d1ce4e5b9n),
        from: address('aa', index % 3 === 0 ? 0 : below(HOLDERS)),
        to: address('cc', below(TOKENS)),
        created: null,
        value: '0x0',
        nonce: number,
        type: 2,
        gasLimit: '0xf4240',
        gasUsed: 50_000,
        gasPrice: '0x3b9aca07',
        maxFee: '0x3b9aca07',
        maxTip: '0x3b9aca00',
        succeeded: true,
        input: `0xa9059cbb${topic(address('aa', below(HOLDERS))).slice(2)}${wordOf(5).slice(2)}`,
        logs: Array.from({ length: TRANSFERS }, () => ({
          address: address('cc', below(TOKENS)),
          topics: [TRANSFER, topic(address('aa', below(HOLDERS))), topic(address('aa', below(HOLDERS)))],
          data: wordOf(1 + below(1000)),
        })),
      })),
    }
  }
}

/** An index of so many transfers, written by the very code that follows a node, without one. */
export function longChain(database: IndexDatabase, transfers: number) {
  const store = new IndexStore(database)
  const started = performance.now()
  let batch: ChainBlock[] = []
  const write = () => {
    store.write(() => {
      writeBlocks(store, batch)
    })
    batch = []
  }
  for (const block of blocks(transfers)) {
    batch.push(block)
    if (batch.length === 20) write()
  }
  write()
  const seconds = (performance.now() - started) / 1000
  const tables = ['block', 'tx', 'log', 'transfer', 'balance', 'balance_history', 'address']
  const rows = tables.reduce(
    (sum, table) =>
      sum + (store.database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0),
    0,
  )
  const abis = new AbiRegistry()
  const reader = new IndexReader({
    store,
    chain: { chainId: '1', name: 'Long', coin: { symbol: 'ETH', decimals: 18 } },
    abis,
    blocks: () => ({ done: store.totals.blocks, of: store.totals.blocks }),
    onDemand: createOnDemandData({
      store,
      abis,
      fetchMetadata: () => Promise.resolve(null),
      context: () => null,
    }),
  })
  return {
    reader,
    database,
    rowsPerSecond: rows / seconds,
    busiest: address('aa', 0),
    token: address('cc', 0),
    close: () => {
      store.database.close()
    },
  }
}
