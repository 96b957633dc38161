/** The newest blocks first, of a chain that is longer than what is read at once, over a real node. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import type { ChainReader, Position } from '../../chain-reader.ts'
import { followChain, type FollowedChain, type FollowOptions } from '../follow-chain.ts'
import { type Anvil, rpc } from '../testing/anvil.ts'
import { ListComparison } from '../testing/compare/compare-lists.ts'
import { expectNone } from '../testing/compare/expect-none.ts'
import { indexed, testAnvil, testFolder, testProxy } from '../testing/fixtures.ts'
import { testDatabase } from '../testing/follow-indexed.ts'
import { findPostgres, type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '../testing/until.ts'
import { Workload } from '../testing/workload.ts'
import { openPostgres } from '#server/postgres/postgres-database.ts'
import { createPostgresStorage, listSchemas } from '#server/store/postgres-storage.ts'
import { openSharedChain } from '#server/cluster/shared-chain.ts'

/** Installed by `npm test` where packages can be installed. */
const hasPostgres = findPostgres() !== null
let server: PostgresServer
beforeAll(async () => {
  if (hasPostgres) server = await startPostgres()
})
afterAll(() => {
  if (hasPostgres) server.stop()
})

/** Blocks with transactions at both ends, and many without between. */
async function longChain(): Promise<{ anvil: Anvil; workload: Workload }> {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(40, 2)
  await rpc(anvil.url, 'anvil_mine', ['0x100'])
  await workload.make(40, 2)
  return { anvil, workload }
}

/** The node, which gives no whole block below this height until it may. */
async function holdingNode(anvil: Anvil, below: number) {
  const gate = Promise.withResolvers<undefined>()
  const proxy = await testProxy(anvil.url, async (method, params, forward) => {
    const isOld = method === 'eth_getBlockByNumber' && params[1] === true && Number(params[0]) < below
    if (isOld && Number(params[0]) > 1) await gate.promise
    return forward()
  })
  return {
    url: proxy.url,
    release: () => {
      gate.resolve(undefined)
    },
  }
}

async function follow(options: FollowOptions): Promise<FollowedChain> {
  const chain = await followChain({ newestFirst: { far: 200, recent: 100 }, ...options })
  onTestFinished(() => chain.close())
  return chain
}

const page = async (reader: ChainReader, after: Position | null) => {
  const found = await reader.list('latest-transactions', { params: {}, filters: {}, after, limit: 10 })
  if (!found) throw new Error('There is no list.')
  return found
}
const hashesOf = (items: readonly { readonly hash?: unknown }[]) => items.map(({ hash }) => hash)

/** All of them, from a page on. */
async function walk(reader: ChainReader, from: Position | null) {
  const hashes: unknown[] = []
  let after = from
  do {
    const { items, next } = await page(reader, after)
    hashes.push(...hashesOf(items))
    after = next
  } while (after !== null)
  return hashes
}

const STORES = {
  files: () => {
    const dataDir = testFolder()
    return {
      options: { dataDir },
      indexes: () => readdirSync(dataDir).filter((name) => name.endsWith('.sqlite')),
    }
  },
  PostgreSQL: () => {
    const dataDir = testFolder()
    const database = testDatabase(server.url, dataDir)
    const log: string[] = []
    return {
      database,
      log,
      options: { dataDir, storage: createPostgresStorage(database, (line) => log.push(line)) },
      indexes: () => [...listSchemas(database), ...listSchemas(database, 'recent')],
    }
  },
}

describe.each(['files', 'PostgreSQL'] as const)('newest first, in %s', (store) => {
  const test = it.skipIf(store === 'PostgreSQL' && !hasPostgres)
  const open = STORES[store]

  test('the newest blocks are served at once, then all of them, and paging goes on across the change', async () => {
    const { anvil, workload } = await longChain()
    const head = Number(await anvil.request('eth_blockNumber'))
    const node = await holdingNode(anvil, head - 150)
    const { options, indexes } = open()
    const chain = await follow({ rpcUrl: node.url, ...options })
    await until('the newest blocks', () => chain.status().state === 'following', {
      seen: () => chain.status(),
    })
    const { whole, message } = chain.status()
    expect(whole?.done).toBeLessThan(head - 150)
    expect(whole?.of).toBe(head + 1)
    expect(message).toMatch(
      /^Following the node at .* The newest blocks are shown first: of the whole chain, /,
    )
    expect(chain.reader.progress?.()).toMatchObject({ head, lag: 0, whole: { of: head + 1 } })
    expect(indexes()).toHaveLength(2)
    const first = await page(chain.reader, null)
    expect(first.items[0]).toMatchObject({ block_number: head })
    expect(first.meta?.message).toMatch(/^Since block /)

    // New blocks come meanwhile.
    await workload.make(2, 2)
    await until('the new block', () => chain.status().head?.number === head + 1)
    node.release()
    await until(
      'all blocks',
      () => chain.status().whole === undefined && chain.status().state === 'following',
      {
        seen: () => chain.status(),
      },
    )
    await indexed(chain, anvil.url)
    expect((await page(chain.reader, null)).meta).toBeUndefined()
    const all = await walk(chain.reader, null)
    expect([...hashesOf(first.items), ...(await walk(chain.reader, first.next))]).toEqual(all.slice(2))
    await until('one index', () => indexes().length === 1, { seen: indexes })
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  })

  test('an index that lacks its first blocks is served, and followed, while all of them are read behind it', async () => {
    const { anvil, workload } = await longChain()
    const head = Number(await anvil.request('eth_blockNumber'))
    const pruned = await testProxy(anvil.url, (method, params, forward) => {
      const height = Number(params[0])
      return method === 'eth_getBlockByNumber' && height > 0 && height < head - 10 ? null : forward()
    })
    const { options, indexes } = open()
    const plain = { ...options, newestFirst: false }
    const before = await follow({ rpcUrl: pruned.url, ...plain })
    await indexed(before, anvil.url)
    const had = hashesOf((await page(before.reader, null)).items)
    await before.close()

    // The same chain, on a node that has all of it, slowly.
    const node = await holdingNode(anvil, head - 20)
    for (let run = 0; run < 2; run++) {
      const chain = await follow({ rpcUrl: node.url, ...plain })
      expect(hashesOf((await page(chain.reader, null)).items)).toEqual(had)
      await until('it is followed', () => chain.status().state === 'following', {
        seen: () => chain.status(),
      })
      expect(chain.status().whole?.done).toBeLessThan(head - 20)
      if (run === 0) await chain.close()
      else {
        await workload.make(2, 2)
        await until('the new block', () => chain.status().head?.number === head + 1)
        expect(hashesOf((await page(chain.reader, null)).items).slice(2)).toEqual(had.slice(0, 8))
        node.release()
        await until('all blocks', () => chain.status().whole === undefined, {
          seen: () => chain.status(),
        })
        await indexed(chain, anvil.url)
        expect(chain.status().blocks).toEqual({ done: head + 2, of: head + 2 })
        await until('one index', () => indexes().length === 1, { seen: indexes })
        expect((await new ListComparison(chain.reader, anvil.url).all()).found).toEqual([])
      }
    }
  })

  test('stopped before all is read, it goes on with both, until all is; without the option, too', async () => {
    const { anvil } = await longChain()
    const head = Number(await anvil.request('eth_blockNumber'))
    const node = await holdingNode(anvil, head - 150)
    const { options, indexes } = open()
    for (let run = 0; run < 2; run++) {
      const chain = await follow({ rpcUrl: node.url, ...options })
      await until('the newest blocks', () => chain.status().state === 'following')
      expect(chain.status().head?.number).toBe(head)
      await chain.close()
      expect(indexes()).toHaveLength(2)
    }
    // The index is so far behind that it is begun anew.
    await rpc(anvil.url, 'anvil_mine', ['0x120'])
    const late = await holdingNode(anvil, head + 100)
    const chain = await follow({ rpcUrl: late.url, ...options })
    await until('the newest blocks', () => chain.status().state === 'following', {
      seen: () => chain.status(),
    })
    expect(chain.status().head?.number).toBe(head + 0x120)
    await chain.close()
    node.release()
    const plain = await follow({ rpcUrl: node.url, ...options, newestFirst: false })
    await indexed(plain, anvil.url)
    await until('one index', () => indexes().length === 1, { seen: indexes })
  })
})

test('a chain that is not far behind has one index', async () => {
  const anvil = await testAnvil()
  await rpc(anvil.url, 'anvil_mine', ['0x80'])
  const { options, indexes } = STORES.files()
  const chain = await follow({ rpcUrl: anvil.url, ...options })
  await indexed(chain, anvil.url)
  expect(indexes()).toHaveLength(1)
  expect(chain.status().whole).toBeUndefined()
})

test.skipIf(!hasPostgres)(
  'those who only read the database read the newest blocks first, and then all, without a restart (needs PostgreSQL)',
  async () => {
    const { anvil } = await longChain()
    const head = Number(await anvil.request('eth_blockNumber'))
    const node = await holdingNode(anvil, head - 150)
    const { database, options } = STORES.PostgreSQL()
    const chain = await follow({ rpcUrl: node.url, ...options })
    await until('the newest blocks', () => chain.status().state === 'following', {
      seen: () => chain.status(),
    })
    const reader = await openSharedChain({ database })
    onTestFinished(() => reader.close())
    await until('what the writer says of them', () => reader.progress?.().state === 'following')
    expect(reader.progress?.()).toMatchObject({ head, whole: { of: head + 1 } })
    const first = await page(reader, null)
    expect(first.items[0]).toMatchObject({ block_number: head })
    const version = await reader.version?.()

    node.release()
    // Read all the while, so that some page is read when the recent index goes.
    await until('the whole chain', async () => {
      const { items, meta } = await page(reader, null)
      expect(items[0]).toMatchObject({ block_number: head })
      return meta === undefined && chain.status().whole === undefined
    })
    expect(await reader.version?.()).not.toBe(version)
    await indexed(chain, anvil.url)
    const all = await walk(chain.reader, null)
    expect([...hashesOf(first.items), ...(await walk(reader, first.next))]).toEqual(all)
    // A reader can't compare balances in time: only the writer asks the node for them.
    const comparison = new ListComparison(reader, anvil.url)
    await comparison.transactions()
    await comparison.transfers()
    await comparison.blocks()
    expectNone(comparison.result.found)
  },
)

/** A chain in a database, whose newest blocks are read, and a connection to look at it. */
async function newestInDatabase() {
  const { anvil } = await longChain()
  const head = Number(await anvil.request('eth_blockNumber'))
  const node = await holdingNode(anvil, head - 150)
  const { database, log, options } = STORES.PostgreSQL()
  const chain = await follow({ rpcUrl: node.url, ...options })
  await until('the newest blocks', () => chain.status().state === 'following', {
    seen: () => chain.status(),
  })
  const connection = openPostgres(database)
  onTestFinished(() => {
    connection.close()
  })
  const recent = () => listSchemas(database, 'recent')
  const [name = ''] = recent()
  return { node, database, chain, connection, recent, name, log }
}

test.skipIf(!hasPostgres)(
  'whatever is asked of a reader when the newest blocks go, it answers of the whole chain (needs PostgreSQL)',
  async () => {
    const { chain, database, connection, name } = await newestInDatabase()
    await chain.close()
    const asked = [
      async (reader: ChainReader) => reader.version?.(),
      async (reader: ChainReader) => reader.suggestedAddresses(),
      async (reader: ChainReader) => page(reader, null),
      async (reader: ChainReader) => reader.detail('block', { block_hash_or_number: '1' }),
    ]
    for (const ask of asked) {
      const reader = await openSharedChain({ database })
      onTestFinished(() => reader.close())
      const before = await reader.version?.()
      connection.exec(`ALTER SCHEMA ${name} RENAME TO gone`)
      // At once: the reader has not looked since.
      await ask(reader)
      expect(await reader.version?.()).not.toBe(before)
      connection.exec(`ALTER SCHEMA gone RENAME TO ${name}`)
    }
  },
)

test.skipIf(!hasPostgres)(
  'the newest blocks go while somebody still reads them, and are dropped after that (needs PostgreSQL)',
  async () => {
    const { node, connection, database, recent, name, log } = await newestInDatabase()
    connection.exec('BEGIN')
    expect(connection.get(`SELECT 1 FROM ${name}.block`)).toBeDefined()
    node.release()
    await until('the newest blocks go', () => recent().length === 0, { seen: recent })
    const removed = () =>
      connection.all<{ name: string }>(
        `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'removed\\_%'`,
      )
    expect(removed()).toHaveLength(1)
    const reader = await openSharedChain({ database })
    onTestFinished(() => reader.close())
    expect((await page(reader, null)).meta).toBeUndefined()
    connection.exec('COMMIT')
    await until('they are dropped', () => removed().length === 0, { seen: () => [removed(), log] })
  },
)
