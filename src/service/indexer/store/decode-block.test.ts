import { expect, test } from 'vitest'
import type { ChainBlock } from '../model/chain-block.ts'
import { BUSY } from '../testing/busy-block.ts'
import { plainBlock } from '../testing/plain-block.ts'
import { encodeAmount } from './amounts.ts'
import { decodeBlock, type DecodeFacts } from './decode-block.ts'
import { IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'
import { openSqliteIndex } from './sqlite-index.ts'
import { BLOCK, CONTRACT, DEPOSIT, LOG, TX, WITHDRAWAL } from './table-rows.ts'
import { writeBlocks } from './write-block.ts'

const INVALID = { path: [], field: 'timestamp', found: 'text', expected: 'a number', raw: '"yesterday"' }

interface AnyTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** Ids in the order in which they are asked for. */
function countingFacts(): DecodeFacts {
  const counted = () => {
    const ids = new Map<string, number>()
    return (hash: string) => {
      const id = ids.get(hash) ?? ids.size + 1
      ids.set(hash, id)
      return id
    }
  }
  return {
    ...{ addressId: counted(), topicId: counted() },
    ...{ mints: () => null, keepsTransaction: () => true, keepsAddress: () => true },
    timeBefore: () => undefined,
  }
}

test('a block that is decoded without an index has the rows that the index has of it', () => {
  const store = new IndexStore(openSqliteIndex(':memory:'))
  const blocks = [plainBlock(0), BUSY]
  store.write(() => {
    writeBlocks(store, blocks)
  })
  const facts = countingFacts()
  const decoded = blocks.map((block) => decodeBlock(block, facts))
  const rowsOf = ({ name, columns, key }: AnyTable) =>
    store.database.all<object>(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`)
  const plain = (rows: readonly object[]) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]: [string, unknown]) => [
          name,
          value instanceof Uint8Array
            ? Buffer.from(value).toString('hex')
            : typeof value === 'bigint'
              ? Number(value)
              : value,
        ]),
      ),
    )
  const expectRows = (of: AnyTable, rows: readonly object[]) => {
    expect(rows.length).toBeGreaterThan(0)
    expect(plain(rows)).toEqual(plain(rowsOf(of)))
  }
  expectRows(
    BLOCK,
    decoded.map(({ block }) => block),
  )
  expectRows(
    TX,
    decoded.flatMap(({ transactions }) => transactions),
  )
  expectRows(
    LOG,
    decoded.flatMap((each) => each.logs),
  )
  expectRows(
    WITHDRAWAL,
    decoded.flatMap(({ withdrawals }) => withdrawals),
  )
  expectRows(
    CONTRACT,
    decoded.flatMap(({ contracts }) => contracts),
  )
  expectRows(
    DEPOSIT,
    decoded.flatMap(({ deposits }) => deposits),
  )
  expect(
    store.database.all('SELECT log, item, tx, token, sender, receiver FROM transfer ORDER BY log, item'),
  ).toEqual(
    decoded.flatMap(({ transfers }) =>
      transfers.map(({ log, item, tx, token, sender, receiver }) => ({
        log,
        item,
        tx,
        token,
        sender,
        receiver,
      })),
    ),
  )
  store.database.close()
})

test('rows have what the block says, in the units of the index', () => {
  const { transactions, withdrawals } = decodeBlock(BUSY, countingFacts())
  const [made, busy, unsaid] = transactions
  expect(made?.fee).toEqual(encodeAmount(350_000n))
  expect(busy).toMatchObject({ logs: 4, transfers: 2, first_log: positionOf(1, 0), succeeded: 1 })
  expect(unsaid?.succeeded).toBe(2)
  expect(withdrawals.map(({ amount }) => amount)).toEqual([encodeAmount(3_000_000_000n)])
})

test('of a block whose time can not be read it is that of the block before', () => {
  const invalid: ChainBlock = { ...BUSY, timestamp: 0, invalid: [INVALID] }
  const facts = countingFacts()
  expect(decodeBlock(invalid, { ...facts, timeBefore: () => 77 }).block.timestamp).toBe(77)
  expect(decodeBlock(invalid, facts).block.timestamp).toBe(0)
  expect(decodeBlock(BUSY, { ...facts, timeBefore: () => 77 }).block.timestamp).toBe(BUSY.timestamp)
})
