import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { accountOf, plainBlock } from '../testing/plain-block.ts'
import { IndexStore } from './index-store.ts'
import { openPostgresIndex } from './postgres-index.ts'
import { writeBlocks } from './write-block.ts'

// Installed by `npm test` where packages can be installed.
describe.skipIf(findPostgres() === null)('an index in PostgreSQL (needs PostgreSQL)', () => {
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
      writeBlocks(store, heights.map(plainBlock))
    })
    expect(count(store)).toBe(heights.length)
    expect(store.head()?.number).toBe(500_001)
  })

  test('one of version 4 is carried over, with its rows; one of an older version is left as it is', () => {
    const schema = 'chain_4_older'
    const first = new IndexStore(openPostgresIndex(server.url, schema))
    first.write(() => {
      writeBlocks(first, [plainBlock(1)])
    })
    first.database.exec('ALTER TABLE tx DROP COLUMN fee_token, DROP COLUMN minted')
    first.database.setMeta('schema_version', '4')
    first.database.close()
    const again = new IndexStore(openPostgresIndex(server.url, schema))
    again.write(() => {
      writeBlocks(again, [plainBlock(2)])
    })
    expect(count(again)).toBe(2)
    again.database.setMeta('schema_version', '3')
    again.database.close()
    expect(() => openPostgresIndex(server.url, schema)).toThrow('was written by an older Chainglass')
  })

  test('ids go on where they were after a transaction that was given up', () => {
    const store = openStore()
    const write = (number: number) => {
      store.write(() => {
        writeBlocks(store, [plainBlock(number)])
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
    expect(store.addresses.find(accountOf(3))).toBe(3)
    expect(store.addresses.find(accountOf(2_000))).toBeNull()
  })
})
