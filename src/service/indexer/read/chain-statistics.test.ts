/** Tests counts of transactions by day, of an index of three days: four blocks each, two in the last. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { AbiRegistry } from '../decode/abi-registry.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { IndexStore } from '../store/index-store.ts'
import { openSqliteIndex } from '../store/sqlite-index.ts'
import { undoBlocks } from '../store/undo-blocks.ts'
import { writeBlocks } from '../store/write-block.ts'
import { plainBlock, wordOf } from '../testing/plain-block.ts'
import { transactionsByDay } from './chain/chain-statistics.ts'
import { PageCaches } from './page-caches.ts'
import { ReadContext } from './read-context.ts'

const DAY = 86_400
const MIDNIGHT = 19_675 * DAY

/** Every six hours. */
const blockAt = (number: number): ChainBlock => ({
  ...plainBlock(number),
  timestamp: MIDNIGHT + (number * DAY) / 4,
})

/** An index of the blocks from this one on, with what reads it and counts how often it adds up. */
function indexFrom(first: number) {
  const store = new IndexStore(openSqliteIndex(':memory:'))
  onTestFinished(() => {
    store.database.close()
  })
  const write = (...blocks: readonly ChainBlock[]) => {
    store.write(() => {
      writeBlocks(store, blocks)
    })
  }
  for (let number = first; number < 10; number += 1) write(blockAt(number))
  const get = vi.spyOn(store.database, 'get')
  const caches = new PageCaches()
  return {
    store,
    write,
    read() {
      get.mockClear()
      const { changes } = store.database
      caches.follow(changes)
      const context = new ReadContext(store, new AbiRegistry(), { caches, changes, canAsk: false })
      const items = transactionsByDay(context).items as { date: string; transactions_count: number }[]
      const sums = get.mock.calls.filter(([sql]) => String(sql).includes('sum(transactions)')).length
      return { days: items.map(({ date, transactions_count: count }) => [date, count]), sums }
    },
  }
}

test('days that are over are added up once, also while blocks come', () => {
  const { read, write } = indexFrom(0)
  const [today, ...before] = read().days
  expect([today, ...before]).toEqual([
    ['2023-11-16', 2],
    ['2023-11-15', 4],
    ['2023-11-14', 4],
  ])
  write(blockAt(10))
  expect(read()).toEqual({ days: [['2023-11-16', 3], ...before], sums: 1 })
})

test('a day whose blocks were replaced is added up again', () => {
  const { store, read, write } = indexFrom(0)
  read()
  store.write(() => {
    undoBlocks(store, 6)
  })
  const block = blockAt(7)
  const [plain] = block.transactions
  const two = [plain!, { ...plain!, hash: wordOf(999) }]
  write({ ...block, hash: wordOf(107), transactions: two }, { ...blockAt(8), parentHash: wordOf(107) })
  expect(read().days).toEqual([
    ['2023-11-16', 1],
    ['2023-11-15', 5],
    ['2023-11-14', 4],
  ])
})

test('the day within which an index begins is left out', () => {
  expect(indexFrom(2).read().days).toEqual([
    ['2023-11-16', 2],
    ['2023-11-15', 4],
  ])
})
