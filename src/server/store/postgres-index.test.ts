import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessagePort } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres, type PostgresDatabase } from '../postgres/postgres-database.ts'
import { builtHelper } from '#platform/testing/built-program.ts'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { BUSY, transfersOf } from '#service/indexer/testing/busy-block.ts'
import { longChain } from '#service/indexer/testing/long-chain.ts'
import { accountOf, plainBlock } from '#service/indexer/testing/plain-block.ts'
import { until } from '#service/indexer/testing/until.ts'
import { IndexStore } from '#service/indexer/store/index-store.ts'
import { repairBlock, repairFrames } from '#service/indexer/store/repair-block.ts'
import { BLOCK, INTERNAL, LOG, TX, WITHDRAWAL } from '#service/indexer/store/table-rows.ts'
import { openPostgresIndex, openPostgresReader } from './postgres-index.ts'
import { migratePostgres } from './postgres-indexes.ts'
import { positionOf } from '#service/indexer/store/positions.ts'
import { SCHEMA_VERSION } from '#service/indexer/store/schema.ts'
import { writeBlocks } from '#service/indexer/store/write-block.ts'
import { readTracedBlock, writeFrames } from '#service/indexer/store/write-frames.ts'
import type { TransactionFrames } from '#service/indexer/model/call-frame.ts'

// Installed by `npm test` where packages can be installed.
describe.skipIf(findPostgres() === null)('an index in PostgreSQL (needs PostgreSQL)', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => {
    server.stop()
  })

  const callTo = (to: string): TransactionFrames => ({
    ...{ error: null, output: null },
    frames: [
      { depth: 1, type: 'call', from: to, to, created: null, value: '0x0', gas: null, error: 'reverted' },
    ],
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

  test('of a block whose rows are all there nothing is written, and who reads keeps what it holds', () => {
    const store = openStore()
    store.write(() => {
      writeBlocks(store, [plainBlock(0), BUSY])
    })
    const { changes } = store.database
    const repaired = store.write(() => repairBlock(store, BUSY, new Set()))
    expect(Object.values(repaired?.rows ?? {})).toEqual(Array.from({ length: 9 }, () => 0))
    expect(store.database.changes).toBe(changes)
  })

  test('how often a check of a block waits for an answer is not told by how many rows it has', () => {
    const roundTrips = (transfers: number) => {
      const name = `chain_1_of_${String(transfers)}`
      const block = transfersOf(transfers)
      const traced = block.transactions.map((_, nth) => callTo(accountOf(1_000 + nth)))
      const writer = new IndexStore(openPostgresIndex(server.url, name))
      writer.write(() => {
        writeBlocks(writer, [plainBlock(0), block])
        writeFrames(writer, readTracedBlock(writer, 1)!, traced)
      })
      writer.database.close()
      // One that remembers nothing of the block.
      const store = new IndexStore(openPostgresIndex(server.url, name))
      const own = readTracedBlock(store, 1)!
      const tokens = new Set<number>()
      const posted = vi.spyOn(MessagePort.prototype, 'postMessage')
      store.write(() => repairBlock(store, block, tokens))
      expect(store.write(() => repairFrames(store, own, traced))).toBe(0)
      const waits = posted.mock.calls.filter(([request]) => (request as { kind: string }).kind === 'wait')
      posted.mockRestore()
      store.database.close()
      expect(tokens).toEqual(new Set())
      return waits.length
    }
    expect(roundTrips(200)).toBe(roundTrips(2))
  })

  test('a row is found by the index of its key', () => {
    const { database } = openStore()
    database.transaction(() => {
      database.reachBlock(0)
    })
    // PostgreSQL scans a table with few rows rather than use its index.
    database.exec('SET enable_seqscan = off')
    for (const { name, key, find, columns } of [BLOCK, INTERNAL, LOG, TX, WITHDRAWAL]) {
      const plan = database.all<object>(
        `EXPLAIN ${find}`,
        ...columns.map((_, at) => (at < key.length ? 1 : null)),
      )
      expect([name, JSON.stringify(plan)]).toEqual([name, expect.stringContaining('Index Cond')])
    }
  })

  test('a check of a block reads no table of a long chain whole', () => {
    const { database } = longChain(openPostgresIndex(server.url, 'chain_1_long'), 4_000)
    const store = new IndexStore(database)
    const block = { ...transfersOf(2), number: store.head()!.number + 1 }
    store.write(() => {
      writeBlocks(store, [block])
    })
    database.exec('ANALYZE')
    // Publishes the statistics of earlier reads, so that only later ones are counted.
    database.exec('SELECT pg_stat_force_next_flush()')
    const read = store.write(() => {
      expect(repairBlock(store, block, new Set())).toMatchObject({ rows: { transfers: 0 } })
      return database.all(
        `SELECT s.relname FROM pg_stat_xact_user_tables s JOIN pg_class c ON c.oid = s.relid
         WHERE s.seq_scan > 0 AND c.reltuples > 1000`,
      )
    })
    expect(read).toEqual([])
    database.close()
  })

  /** As the program that had version 4 made it. */
  function formerIndex(schema: string) {
    const admin = openPostgres(server.url, {
      setUp: [`CREATE SCHEMA ${schema}`, `SET search_path = ${schema}`],
    })
    onTestFinished(() => {
      admin.close()
    })
    admin.exec(readFileSync(join(import.meta.dirname, '../testing/former/postgres-4.sql'), 'utf8'))
    return admin
  }
  const versionOf = (admin: PostgresDatabase) =>
    admin.get<{ value: string }>(`SELECT value FROM meta WHERE name = 'schema_version'`)?.value
  /** All columns and indexes, but those that rare lists are read along. */
  const tablesOf = (admin: PostgresDatabase, schema: string) => ({
    columns: admin.all(
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = ? ORDER BY 1, 2`,
      schema,
    ),
    indexes: admin
      .all<{ name: string; text: string }>(
        'SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE schemaname = ? ORDER BY 1',
        schema,
      )
      .map(({ text }) => text.replaceAll(`${schema}.`, '')),
    functions: admin.all(
      `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = to_regnamespace(?) ORDER BY 1`,
      schema,
    ),
    triggers: admin.all(
      `SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE relnamespace = to_regnamespace(?) AND NOT tgisinternal ORDER BY 1`,
      schema,
    ),
  })

  test('one of a former version is taken forward where it is: its rows stay, and its tables are those of a new one', async () => {
    const admin = formerIndex('chain_4_former')
    await expect(openPostgresReader(server.url, 'chain_4_former')).rejects.toThrow(
      'A writer of this version takes it forward: start it first.',
    )
    const store = new IndexStore(openPostgresIndex(server.url, 'chain_4_former'))
    store.write(() => {
      writeBlocks(store, [plainBlock(3)])
    })
    expect(count(store)).toBe(3)
    expect(store.totals).toMatchObject({ blocks: 3, transactions: 3 })
    expect(versionOf(admin)).toBe(String(SCHEMA_VERSION))
    store.database.close()
    const fresh = new IndexStore(openPostgresIndex(server.url, 'chain_4_fresh'))
    fresh.write(() => {
      writeBlocks(fresh, [plainBlock(3)])
    })
    fresh.database.close()
    expect(tablesOf(admin, 'chain_4_former')).toEqual(tablesOf(admin, 'chain_4_fresh'))
  })

  test('lists say which authorizations a former version did not keep only where there are some', () => {
    for (const [schema, type, from, since] of [
      ['chain_4_without', 2, null, null],
      ['chain_4_with', 4, '2', '3'],
    ] as const) {
      const admin = formerIndex(schema)
      admin.run('UPDATE tx SET type = ? WHERE position >= ?', type, positionOf(2, 0))
      admin.run(
        `INSERT INTO meta VALUES ('verify', '{"position":{"stage":"blocks","from":2},"notBefore":0}')`,
      )
      const database = openPostgresIndex(server.url, schema)
      expect(database.meta('authorizations_from')).toBe(from)
      expect(database.meta('authorizations_since')).toBe(since)
      // A check of the whole index goes on where it was.
      expect(database.meta('verify')).toContain('"from":2')
      database.close()
    }
  })

  test('one of a version that was never here is left as it is, and so is a newer one', () => {
    const admin = formerIndex('chain_4_other')
    for (const [version, age] of [
      ['3', 'an older'],
      [String(SCHEMA_VERSION + 1), 'a newer'],
    ] as const) {
      admin.run(`UPDATE meta SET value = ? WHERE name = 'schema_version'`, version)
      const before = tablesOf(admin, 'chain_4_other')
      expect(() => openPostgresIndex(server.url, 'chain_4_other')).toThrow(
        `was written by ${age} Chainglass (schema version ${version};`,
      )
      expect(tablesOf(admin, 'chain_4_other')).toEqual(before)
    }
  })

  test('killed while it is taken forward, it is as it was, and the next writer does it', async () => {
    const admin = formerIndex('chain_4_killed')
    const before = tablesOf(admin, 'chain_4_killed')
    admin.exec('BEGIN')
    admin.exec(`UPDATE meta SET value = value WHERE name = 'schema_version'`)
    const child = spawn(process.execPath, [builtHelper('index-opener'), server.url, 'chain_4_killed'])
    const ended = once(child, 'exit')
    const watcher = openPostgres(server.url)
    const others = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO meta %'`
    await until('it has changed a table, and not said so yet', () => watcher.get(`SELECT 1 ${others}`))
    child.kill('SIGKILL')
    await ended
    watcher.get(`SELECT pg_terminate_backend(pid, 10000) ${others}`)
    admin.exec('ROLLBACK')
    expect(versionOf(admin)).toBe('4')
    expect(tablesOf(admin, 'chain_4_killed')).toEqual(before)
    openPostgresIndex(server.url, 'chain_4_killed').close()
    expect(versionOf(admin)).toBe(String(SCHEMA_VERSION))
    watcher.close()
  })

  test('each step is kept by itself: what failed goes on where it was', () => {
    const admin = formerIndex('chain_4_steps')
    const step = (name: string) => `ALTER TABLE block ADD COLUMN ${name} BIGINT`
    const steps = new Map([
      [4, step('four')],
      [5, `${step('five')}; SELECT 1 / 0`],
    ])
    expect(() => {
      migratePostgres(admin, steps)
    }).toThrow('division by zero')
    expect(versionOf(admin)).toBe('5')
    const added = () =>
      admin
        .all<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns
           WHERE table_schema = 'chain_4_steps' AND column_name IN ('four', 'five', 'six') ORDER BY 1`,
        )
        .map(({ name }) => name)
    expect(added()).toEqual(['four'])
    migratePostgres(admin, new Map([...steps, [5, step('five')], [6, step('six')]]))
    expect(versionOf(admin)).toBe('7')
    expect(added()).toEqual(['five', 'four', 'six'])
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
