import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AddressFilter } from '../decode/address-filter.ts'
import type { ChainBlock, ChainLog, ChainTransaction } from '../model/chain-block.ts'
import { IndexStore } from './index-store.ts'
import { openSqliteIndex } from './sqlite-index.ts'
import { undoBlocks } from './undo-blocks.ts'
import { writeBlocks, writeMoreTransactions } from './write-block.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const addressOf = (nth: number) => `0x${String(nth).padStart(40, '0')}`
const wordOf = (nth: number) => `0x${String(nth).padStart(64, '0')}`
const [KEPT, TOKEN, ONE, OTHER] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]

/** A transfer of the NFT 7. */
const transfer = (from: string, to: string): ChainLog => ({
  address: TOKEN,
  topics: [TRANSFER, wordOf(Number(from)), wordOf(Number(to)), wordOf(7)],
  data: '0x',
})

const transaction = (nth: number, from: string, logs: readonly ChainLog[]): ChainTransaction => ({
  ...{ hash: wordOf(nth), from, to: OTHER, created: null, value: '0x0', nonce: 0, type: 2 },
  ...{ gasLimit: '0x9', gasUsed: 50_000, gasPrice: '0x1', maxFee: null, maxTip: null, succeeded: true },
  ...{ input: '0x12345678', logs },
})

const block = (number: number, transactions: readonly ChainTransaction[]): ChainBlock => ({
  ...{ number, hash: wordOf(number + 100), parentHash: wordOf(number + 99), timestamp: number, miner: OTHER },
  ...{ gasLimit: '0x9', gasUsed: 1, baseFee: '0x1', difficulty: null, totalDifficulty: null, nonce: null },
  ...{ stateRoot: null, extraData: null, size: null, uncles: [], withdrawals: [], transactions },
})

test('a transaction that is written after later blocks stays when those are undone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-more-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const store = new IndexStore(openSqliteIndex(join(folder, 'index.sqlite')))
  onTestFinished(() => {
    store.database.close()
  })
  const early = block(1, [
    transaction(1, ONE, [transfer(ONE, OTHER)]),
    // The transaction's calls name the address.
    transaction(2, ONE, [transfer(OTHER, ONE)]),
  ])
  const late = block(2, [transaction(3, KEPT, [transfer(ONE, OTHER)])])
  store.write(() => {
    store.setFilter(new AddressFilter([KEPT]))
    writeBlocks(store, [block(0, []), early, late])
    writeMoreTransactions(store, early, new Set([wordOf(2)]))
    // Once more, as by two readers of the same traces.
    writeMoreTransactions(store, early, new Set([wordOf(2)]))
    undoBlocks(store, 1)
  })
  const all = (sql: string) => store.database.all(sql)
  expect(all('SELECT position % 1048576 AS place, transfers FROM tx')).toEqual([{ place: 1, transfers: 1 }])
  expect(all('SELECT position % 1048576 AS place FROM log')).toEqual([{ place: 1 }])
  expect(all('SELECT type, transfers FROM token')).toEqual([{ type: 'ERC-721', transfers: 1 }])
  expect(all('SELECT hex(token_id) AS id FROM instance')).toEqual([{ id: '0107' }])
  expect(all('SELECT transactions FROM address WHERE transactions > 0')).toHaveLength(2)
  expect(all('SELECT * FROM balance')).toEqual([])
  expect(store.totals).toMatchObject({ blocks: 2, transactions: 2, transfers: 1 })
})
