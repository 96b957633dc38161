/** Database indexes for rare lists: the writer makes them, never a page. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { KNOWN_ENTRY_POINTS, OPERATION_EVENT } from '#shared/abi/user-operations.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { openPostgres, type PostgresDatabase } from '#server/postgres/postgres-database.ts'
import { SQLITE, sqlIn } from '#platform/sql-dialect.ts'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { type ChainReader, Preparing } from '../chain-reader.ts'
import { openSharedChain } from '#server/cluster/shared-chain.ts'
import type { IndexDatabase } from './store/index-database.ts'
import { IndexStore } from './store/index-store.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { openSqliteIndex } from './store/sqlite-index.ts'
import { LATER_NAMES } from './store/schema.ts'
import { writeBlocks } from './store/write-block.ts'
import { testFolder } from './testing/fixtures.ts'
import { longChain } from './testing/long-chain.ts'
import { accountOf, plainBlock, wordOf } from './testing/plain-block.ts'
import { until } from './testing/until.ts'

const TRANSFERS = 400
/** One more than a page reads without an index. */
const MANY = 10_001
const NEVER = new AbortController().signal
const NONE_DONE = { done: 0, of: LATER_NAMES.length }

async function prepareAll(database: IndexDatabase) {
  while ((await database.prepareNextIndex(NEVER)) !== false);
}

const ask = async (reader: ChainReader, id: ListId, address: string, filters: object = {}) =>
  reader.list(id, { params: { address_hash: address }, filters: { ...filters }, after: null, limit: 50 })

/** Each page that is read along such an index. */
async function askAll(reader: ChainReader, { address, token }: { address: string; token: string }) {
  for (const sort of ['value', 'fee'])
    for (const order of ['asc', 'desc']) await ask(reader, 'address-transactions', address, { sort, order })
  await ask(reader, 'address-coin-balances', address)
  await ask(reader, 'address-logs', token, { topic: `0x${'0'.repeat(64)}` })
  await reader.list('instance-holders', {
    params: { address_hash: token, token_id: '0' },
    filters: {},
    after: null,
    limit: 50,
  })
}

/** Adds transactions of one address, each of another value. */
function addTransactions(database: IndexDatabase, sender: string) {
  const id = database.get<{ id: number }>('SELECT id FROM address WHERE hash = ?', bytesOf(sender))?.id ?? 0
  const columns =
    'hash, receiver, created, nonce, type, gas_limit, gas_used, gas_price, fee, succeeded, first_log, logs, transfers, input'
  database.run(
    `WITH RECURSIVE n (nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM n WHERE nth < ${String(MANY)})
     INSERT INTO tx (position, sender, value, ${columns})
     SELECT 1000 + nth, ${String(id)}, hash, ${columns} FROM n JOIN tx ON tx.position = (nth % 20)`,
  )
}
const bytesOf = (hash: string) => Buffer.from(hash.slice(2), 'hex')

test('no page of a file makes an index', async () => {
  const file = join(testFolder(), 'chain.sqlite')
  const { reader, database, busiest, token, close } = longChain(openSqliteIndex(file), TRANSFERS)
  const schema = () => database.all('SELECT name, rootpage FROM sqlite_schema ORDER BY name')
  const before = schema()
  await askAll(asReader(reader), { address: busiest, token })
  expect(schema()).toEqual(before)
  await prepareAll(database)
  const names = database.all<{ name: string }>('SELECT name FROM sqlite_schema').map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...LATER_NAMES]))
  close()
})

test('few rows are sorted without one; of many it is said how far it is, until it is there', async () => {
  const file = join(testFolder(), 'chain.sqlite')
  const { reader, database, busiest, close } = longChain(openSqliteIndex(file), TRANSFERS)
  await expectPreparation(asReader(reader), database, busiest)
  close()
})

test.each([
  ['sender', {}, 2, 3],
  ['paymaster', { filter: 'paymaster' }, 3, 4],
])('operations by %s are found along the index of its topic', async (_, filters, account, topic) => {
  const { reader, database, close } = longChain(openSqliteIndex(':memory:'), TRANSFERS)
  await prepareAll(database)
  const store = new IndexStore(database)
  const block = plainBlock(store.head()!.number + 1)
  const [transaction] = block.transactions
  const topics = [OPERATION_EVENT, wordOf(1), wordOf(2), wordOf(3)]
  const logs = KNOWN_ENTRY_POINTS.map((address) => ({ address, topics, data: '0x' }))
  store.write(() => {
    writeBlocks(store, [{ ...block, transactions: [{ ...transaction!, logs }] }])
  })
  const { all } = database
  const asked = vi.spyOn(database, 'all')
  const page = await ask(asReader(reader), 'address-user-operations', accountOf(account), filters)
  expect(page?.items).toHaveLength(KNOWN_ENTRY_POINTS.length)
  const texts = asked.mock.calls.map(([sql]) => sqlIn(SQLITE, sql)).filter((sql) => sql.includes('FROM log'))
  expect(texts).toHaveLength(KNOWN_ENTRY_POINTS.length)
  for (const sql of texts) {
    const plan = all<{ detail: string }>(
      `EXPLAIN QUERY PLAN ${sql}`,
      ...Array.from(sql.matchAll(/\?/g), () => 1),
    )
    expect(plan.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining(`USING INDEX log_of_topic_${String(topic)} (`),
    )
  }
  close()
})

async function expectPreparation(reader: ChainReader, database: IndexDatabase, address: string) {
  const sorted = (sort: string) => ask(reader, 'address-transactions', address, { sort, order: 'desc' })
  const few = await sorted('fee')
  expect(few?.items.length).toBeGreaterThan(10)
  addTransactions(database, address)
  const refused = await sorted('value').then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(Preparing)
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^Sorting so many transactions by value is being prepared: 0 of 15 parts/),
    progress: NONE_DONE,
  })
  // In the order of the chain they are there.
  expect((await ask(reader, 'address-transactions', address))?.items).toHaveLength(50)
  await prepareAll(database)
  const values = (await sorted('value'))?.items.map(({ value }) => BigInt(String(value))) ?? []
  expect(values).toHaveLength(50)
  expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
}

/** The index as a server reads it. */
const asReader = (
  reader: Pick<ChainReader, 'chain' | 'list' | 'detail' | 'suggestedAddresses'>,
): ChainReader => ({
  chain: reader.chain,
  list: (id, request) => reader.list(id, request),
  detail: (id, params) => reader.detail(id, params),
  suggestedAddresses: () => reader.suggestedAddresses(),
  close: () => undefined,
})

describe.skipIf(findPostgres() === null)('in PostgreSQL (needs PostgreSQL)', () => {
  let server: PostgresServer
  let databases = 0

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => {
    server.stop()
  })

  const SCHEMA = 'chain_1_prepared'
  function connect(url: string): PostgresDatabase {
    const database = openPostgres(url, { setUp: [`SET search_path = ${SCHEMA}`] })
    onTestFinished(() => {
      database.close()
    })
    return database
  }
  /** A database of its own. */
  function newUrl(): string {
    const name = `prepared_${String(++databases)}`
    connect(server.url).exec(`CREATE DATABASE ${name}`)
    return new URL(`/${name}`, server.url).href
  }
  function openIndex(url: string): IndexDatabase {
    const database = openPostgresIndex(url, SCHEMA)
    onTestFinished(() => {
      database.close()
    })
    return database
  }
  async function openReader(url: string): Promise<ChainReader> {
    const reader = await openSharedChain({ database: url })
    onTestFinished(() => reader.close())
    return reader
  }
  const INDEXES = `SELECT indexname AS name FROM pg_indexes WHERE schemaname = '${SCHEMA}' ORDER BY 1`
  const write = (store: IndexStore, ...heights: readonly number[]) => {
    store.write(() => {
      writeBlocks(store, heights.map(plainBlock))
    })
  }

  test('no page of a reader makes an index, and each is told how far it is', async () => {
    const url = newUrl()
    const { database, busiest, token } = longChain(openIndex(url), TRANSFERS)
    const reader = await openReader(url)
    const before = database.all(INDEXES)
    await askAll(reader, { address: busiest, token })
    expect(database.all(INDEXES)).toEqual(before)
    expect(reader.progress?.().prepared).toEqual(NONE_DONE)
    await expectPreparation(reader, database, busiest)
    await until('nothing is being prepared', () => reader.progress?.().prepared === undefined)
  })

  test('blocks are written and read while one is made; one that was not made to its end is replaced', async () => {
    const url = newUrl()
    const database = openIndex(url)
    const store = new IndexStore(database)
    // The blocks lie in two parts of the tables.
    write(store, 499_999, 500_000)
    const reader = await openReader(url)
    const other = connect(url)
    other.exec('BEGIN')
    other.exec('LOCK TABLE tx_1 IN ROW EXCLUSIVE MODE')
    const ended = new AbortController()
    const preparing = database.prepareNextIndex(ended.signal)
    const left = await until('it has begun, and waits for the other transaction', () => broken(database)[0], {
      seen: () => database.all(INDEXES),
    })
    write(store, 500_001)
    await until('what was written meanwhile is read', async () => {
      const page = await reader.list('latest-transactions', {
        params: {},
        filters: {},
        after: null,
        limit: 50,
      })
      return page?.items.length === 3
    })
    expect(database.preparedIndexes().has(left.slice(0, -'_1'.length))).toBe(false)
    ended.abort()
    await expect(preparing).rejects.toThrow('does not answer')
    const making = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND state = 'active'`
    await until('the server has ended it, too', () => database.get(making) === undefined)
    other.exec('ROLLBACK')
    expect(broken(database)).toEqual([left])
    // By whoever writes next.
    database.close()
    const again = openIndex(url)
    await prepareAll(again)
    expect(broken(again)).toEqual([])
    const names = again.all<{ name: string }>(INDEXES).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...LATER_NAMES, left]))
    // The indexes of the parts are attached to that of the table: none was made twice.
    const parts = again.get<{ parts: number }>(
      `SELECT count(*) AS parts FROM pg_inherits WHERE inhparent = to_regclass(?)`,
      left.slice(0, -'_1'.length),
    )
    expect(parts).toEqual({ parts: 2 })
    const all = again.all<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'tx_1'::regclass`,
    )
    const later = LATER_NAMES.filter((name) => name.startsWith('tx_'))
    // The primary key, that of the hash, and three that name an address.
    expect(all).toHaveLength(later.length + 5)
  })

  const broken = ({ all }: Pick<IndexDatabase, 'all'>): readonly string[] =>
    all<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid AND indrelid::regclass::text LIKE '%\\_1'`,
    ).map(({ name }) => name)

  test('an index that came later is made in a database that lacks it', async () => {
    const url = newUrl()
    const before = openIndex(url)
    const names = before.all(INDEXES)
    before.exec('DROP INDEX token_by_holders, log_of_address')
    before.close()
    const database = openIndex(url)
    await prepareAll(database)
    expect(database.all(INDEXES)).toEqual(expect.arrayContaining(names))
  })

  test('a second process that makes indexes waits for the first', async () => {
    const url = newUrl()
    const database = openIndex(url)
    const other = connect(url)
    other.get(`SELECT pg_advisory_lock(hashtextextended('chainglass indexes ${SCHEMA}', 0))`)
    const pause = await database.prepareNextIndex(NEVER)
    expect(pause).toBeGreaterThan(100)
    other.close()
    await sleep(0)
    await until('it is its turn', async () => (await database.prepareNextIndex(NEVER)) === true)
  })
})
