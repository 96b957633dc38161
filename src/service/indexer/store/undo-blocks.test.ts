import { expect, onTestFinished, test } from 'vitest'
import { TRANSFER, TRANSFER_SINGLE } from '#shared/chain/token-events.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import type { ChainBlock, ChainLog } from '../model/chain-block.ts'
import { accountOf, plainBlock, wordOf } from '../testing/plain-block.ts'
import type { IndexDatabase } from './index-database.ts'
import { IndexStore } from './index-store.ts'
import { openSqliteIndex } from './sqlite-index.ts'
import { removeLooseRows, undoBlocks } from './undo-blocks.ts'
import { writeBlocks } from './write-block.ts'

const BLOCKS = 24
/** Added up, still what a counter holds. */
const MUCH_GAS = 2n ** 56n - 1n
/** Added up, it is more. */
const MOST_GAS = 2n ** 63n - 1n

/** Pseudo-random, and the same each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Amounts, NFTs and several ids, minted, moved, burned and given to oneself, of few tokens and few people. */
function blocksOf(seed: number): readonly ChainBlock[] {
  const below = numbers(seed)
  const log = (): ChainLog => {
    const [kind, which] = [below(3), below(3)]
    const [from, to] = [wordOf(below(4)), wordOf(below(4))]
    const [id, amount] = [wordOf(below(3)), wordOf(below(50))]
    const address = accountOf(100 + kind * 10 + which)
    if (kind === 0) return { address, topics: [TRANSFER, from, to], data: amount }
    if (kind === 1) return { address, topics: [TRANSFER, from, to, id], data: '0x' }
    return { address, topics: [TRANSFER_SINGLE, wordOf(9), from, to], data: `${id}${amount.slice(2)}` }
  }
  return Array.from({ length: BLOCKS }, (_, number) => {
    const block = plainBlock(number)
    const [plain] = block.transactions
    const transactions = Array.from({ length: below(4) }, (__, index) => ({
      ...plain!,
      hash: wordOf(number * 100 + index),
      from: accountOf(below(4)),
      to: below(4) === 0 ? null : accountOf(below(140)),
      created: below(4) === 0 ? accountOf(200 + number) : null,
      gasUsed: below(6) === 0 ? MUCH_GAS : 50_000,
      logs: Array.from({ length: below(5) }, log),
    }))
    return { ...block, transactions, miner: accountOf(300 + below(3)) }
  })
}

/** All that came from blocks. Addresses keep their numbers, and what is not known is asked for again. */
const KEPT = [
  'SELECT id, transactions, transfers, CAST(gas_used AS TEXT) AS gas, blocks FROM address WHERE transactions + transfers + blocks > 0',
  'SELECT address, first_log, type, holders, transfers FROM token',
  'SELECT token, token_id, holder, value, changed FROM balance',
  'SELECT token, token_id, holder, block, h.value FROM balance_history h JOIN balance ON balance = id',
  'SELECT token, token_id, first_log FROM instance',
  'SELECT log, item, token, type, sender, receiver, token_id, value FROM transfer',
  'SELECT position, sender, receiver, created FROM tx',
  'SELECT position, address FROM log',
  'SELECT address, creator, tx FROM contract',
  'SELECT number FROM block',
]

const keptIn = ({ database, totals }: IndexStore) => [
  totals,
  ...KEPT.map((sql) =>
    database
      .all<object>(sql)
      .map((row) =>
        JSON.stringify(row, (_, value: unknown) =>
          value instanceof Uint8Array
            ? Buffer.from(value).toString('hex')
            : typeof value === 'bigint'
              ? String(value)
              : value,
        ),
      )
      .sort(),
  ),
]

function undoFromEveryHeight(database: IndexDatabase, seed: number) {
  onTestFinished(() => {
    database.close()
  })
  const store = new IndexStore(database)
  const blocks = blocksOf(seed)
  const write = (block: ChainBlock) => {
    store.write(() => {
      writeBlocks(store, [block])
    })
    return keptIn(store)
  }
  const at = blocks.map(write)
  const below = numbers(seed + 1)
  for (let height = BLOCKS - 1; height > 0;) {
    const depth = 1 + below(5)
    height = Math.max(0, height - depth)
    store.write(() => {
      undoBlocks(store, height)
    })
    expect(keptIn(store), `seed ${String(seed)}, back to block ${String(height)}`).toEqual(at[height])
  }
  // Undone blocks are written once more as if they had never been there.
  expect(blocks.slice(1).map(write)).toEqual(at.slice(1))
}

function undoMostGas(database: IndexDatabase) {
  onTestFinished(() => {
    database.close()
  })
  const store = new IndexStore(database)
  const [first, second] = [plainBlock(0), plainBlock(1)]
  const [transaction] = second.transactions
  const transactions = [1, 2, 3].map((nth) => ({ ...transaction!, hash: wordOf(nth), gasUsed: MOST_GAS }))
  const gas = () => database.get('SELECT CAST(sum(gas_used) AS TEXT) AS gas FROM address')
  store.write(() => {
    writeBlocks(store, [first, { ...second, transactions }])
  })
  expect(gas()).toEqual({ gas: String(MOST_GAS) })
  store.write(() => {
    undoBlocks(store, 0)
  })
  expect(gas()).toEqual({ gas: '0' })
}

test('an undo leaves what an index has that never had these blocks', () => {
  for (let seed = 1; seed <= 10; seed++) undoFromEveryHeight(openSqliteIndex(':memory:'), seed)
  undoMostGas(openSqliteIndex(':memory:'))
})

test.runIf(findPostgres() !== null)('the same in PostgreSQL', async () => {
  const server = await startPostgres()
  onTestFinished(() => {
    server.stop()
  })
  for (let seed = 1; seed <= 3; seed++)
    undoFromEveryHeight(openPostgresIndex(server.url, `chain_1_undo_${String(seed)}`), seed)
  undoMostGas(openPostgresIndex(server.url, 'chain_1_most'))
})

/** A block with an account that delegates, after one without. */
function openDelegated() {
  const store = new IndexStore(openSqliteIndex(':memory:'))
  onTestFinished(() => {
    store.database.close()
  })
  const block = plainBlock(1)
  const authorizations = [{ authority: accountOf(50), delegate: accountOf(51), chainId: '0x1', nonce: '0x0' }]
  store.write(() => {
    writeBlocks(store, [
      plainBlock(0),
      {
        ...block,
        transactions: block.transactions.map((each) => ({ ...each, type: 4, authorizations })),
      },
    ])
  })
  return store
}

test('of a block that an older version wrote, whoever sent or got a delegation may have no code after it is undone', () => {
  const store = openDelegated()
  store.database.exec('DELETE FROM delegation; UPDATE address SET is_contract = 1')
  store.write(() => {
    undoBlocks(store, 0)
  })
  const codeOf = (hash: string) =>
    store.database.get('SELECT is_contract FROM address WHERE hash = ?', Buffer.from(hash.slice(2), 'hex'))
  expect(codeOf(accountOf(2))).toEqual({ is_contract: null })
  expect(codeOf(accountOf(1))).toEqual({ is_contract: null })
  expect(codeOf(accountOf(50))).toEqual({ is_contract: 1 })
})

test('authorizations of a block that is gone are taken out', () => {
  const store = openDelegated()
  store.database.exec('DELETE FROM block WHERE number = 1; DELETE FROM tx WHERE position >= 1048576')
  store.write(() => {
    removeLooseRows(store)
  })
  expect(store.database.all('SELECT 1 FROM delegation')).toEqual([])
})
