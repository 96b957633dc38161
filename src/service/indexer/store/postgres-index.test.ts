import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { IndexStore } from './index-store.ts'
import { openPostgresIndex } from './postgres-index.ts'
import { writeBlocks } from './write-block.ts'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const account = (value: number) => `0x${value.toString(16).padStart(40, '0')}`

const block = (number: number): ChainBlock => ({
  number,
  hash: word(number),
  parentHash: word(number - 1),
  timestamp: 1_700_000_000 + number,
  miner: account(1),
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
      hash: word(number * 2),
      from: account(2),
      to: account(number),
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

// Installed by `npm test` where packages can be installed.
describe.skipIf(findPostgres() === null)('an index in PostgreSQL', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => {
    server.stop()
  })

  function openStore(): IndexStore {
    const database = openPostgresIndex(server.url, `chain_1_${String(Date.now())}`)
    onTestFinished(() => {
      database.close()
    })
    return new IndexStore(database)
  }
  const count = ({ database }: IndexStore) =>
    database.get<{ count: number }>('SELECT count(*) AS count FROM tx')?.count

  test('blocks that are written at once may be of two parts of a table, whichever came first', () => {
    const store = openStore()
    const heights = [499_998, 499_999, 500_000, 500_001]
    store.write(() => {
      writeBlocks(store, heights.map(block))
    })
    expect(count(store)).toBe(heights.length)
    expect(store.head()?.number).toBe(500_001)
  })

  test('ids go on where they were after a transaction that was given up', () => {
    const store = openStore()
    const write = (number: number) => {
      store.write(() => {
        writeBlocks(store, [block(number)])
        if (number === 2) throw new Error('given up')
      })
    }
    write(1)
    expect(() => {
      write(2)
    }).toThrow('given up')
    write(3)
    const ids = store.database.all<{ id: number }>('SELECT id FROM address ORDER BY id').map(({ id }) => id)
    expect(ids).toEqual([1, 2, 3])
    expect(store.addresses.find(account(3))).toBe(3)
    expect(store.addresses.find(account(2_000))).toBeNull()
  })
})
