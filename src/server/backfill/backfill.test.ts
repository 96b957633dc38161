/** An index that workers read blocks for, over a real node and a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../postgres/postgres-database.ts'
import { followChain, type FollowedChain, type FollowOptions } from '#service/indexer/follow-chain.ts'
import { createPostgresStorage, listSchemas } from '../store/postgres-storage.ts'
import { type Anvil, ended, rpc } from '#service/indexer/testing/anvil.ts'
import { ListComparison } from '#service/indexer/testing/compare/compare-lists.ts'
import { compareRows, openOnlyIndex } from '#service/indexer/testing/compare/compare-rows.ts'
import { expectNone } from '#service/indexer/testing/compare/expect-none.ts'
import { indexed, testAnvil, testFolder, testProxy } from '#service/indexer/testing/fixtures.ts'
import { testDatabase } from '#service/indexer/testing/follow-indexed.ts'
import type { NodeProxy } from '#service/indexer/testing/node-proxy.ts'
import { findPostgres, type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { spawnApi } from '#service/indexer/testing/api-process.ts'
import { testWorker } from '../testing/workers.ts'
import { Workload } from '#service/indexer/testing/workload.ts'

// Installed by `npm test` where packages can be installed.
describe.skipIf(findPostgres() === null)('an index that workers read blocks for (needs PostgreSQL)', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => {
    server.stop()
  })

  /** A writer that follows a short chain; what comes while it is paused is to be caught up then. */
  async function shortChain(options: Partial<FollowOptions> = {}) {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(10, 2)
    const writers = await testProxy(anvil.url)
    const database = testDatabase(server.url, testFolder())
    const lines: string[] = []
    const chain = await followChain({
      rpcUrl: writers.url,
      dataDir: testFolder(),
      storage: createPostgresStorage(database),
      log: (line) => lines.push(line),
      // A busy machine is many times slower.
      requestTimeoutMs: 60_000,
      ...options,
    })
    onTestFinished(() => chain.close())
    await indexed(chain, anvil.url)
    return { anvil, workload, writers, database, lines, chain }
  }

  /** Blocks with and without transactions, more than are read near the head. */
  async function makeBlocks(anvil: Anvil, workload: Workload, transactions = 200) {
    await workload.make(transactions / 2, 2)
    await rpc(anvil.url, 'anvil_mine', ['0x90'])
    await workload.make(transactions / 2, 2)
    await rpc(anvil.url, 'anvil_mine', ['0x100'])
  }

  const hasWorkers = (chain: FollowedChain, count: number) =>
    until(`${String(count)} workers`, () => chain.status().backfill?.workers === count, {
      seen: () => chain.status(),
    })
  const blocksAsked = ({ methods }: NodeProxy) =>
    methods.filter((method) => method === 'eth_getBlockReceipts').length
  /**
   * Every row is what the node gives, and all of them agree. What the lists make of such rows is seen in the first test, and
   * where they are written without workers.
   */
  async function expectWhole(chain: FollowedChain, database: string) {
    expectNone(await compareRows(chain, () => openOnlyIndex(database)))
    expect(rangesIn(database)).toEqual([])
  }
  const onlySchema = (database: string) => {
    const [schema = ''] = listSchemas(database)
    return schema
  }
  /** Looks into the table of ranges for the time of a test. */
  function openRanges(database: string) {
    const opened = openPostgres(database, { setUp: [`SET search_path = ${onlySchema(database)}`] })
    onTestFinished(() => {
      opened.close()
    })
    return {
      all: () =>
        opened.all<{ first: number; worker: string | null; leased: number }>(
          'SELECT first, worker, coalesce(leased_until > now(), false) AS leased FROM backfill_range ORDER BY first',
        ),
      /** As the time that a lease lasts would. */
      endLeases: () => opened.run('UPDATE backfill_range SET leased_until = now()'),
    }
  }
  const rangesIn = (database: string) => openRanges(database).all()

  test('two workers read the blocks, the writer those near the head, and the index is what the node gives', async () => {
    const { anvil, workload, writers, database, lines, chain } = await shortChain()
    const nodes = [await testProxy(anvil.url), await testProxy(anvil.url)] as const
    for (const { url } of nodes) await testWorker({ rpcUrl: url, database })
    await hasWorkers(chain, 2)
    expect(lines).toContain('2 workers read blocks for this index.')
    chain.pause()
    // Every list of each is compared.
    await makeBlocks(anvil, workload, 80)
    const [own, all] = [blocksAsked(writers), Number(await anvil.request('eth_blockNumber'))]
    // Neither gets a block before the other one has asked for some: both take part, however fast one is.
    const asking = nodes.map(() => Promise.withResolvers<undefined>())
    for (const [at, node] of nodes.entries())
      node.answer(async (method, _params, forward) => {
        if (method === 'eth_getBlockReceipts') {
          asking[at]?.resolve(undefined)
          await Promise.all(asking.map(({ promise }) => promise))
        }
        return forward()
      })
    const before = nodes.map(blocksAsked)
    chain.resume()
    await indexed(chain, anvil.url)
    for (const [at, node] of nodes.entries()) expect(blocksAsked(node)).toBeGreaterThan(before[at]!)
    expect(blocksAsked(writers) - own).toBeLessThan(all - 100)
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
    await expectWhole(chain, database)
  })

  test('workers that are killed again and again lose nothing', async () => {
    const { anvil, workload, database, chain } = await shortChain()
    const start = () => spawnApi(['--role', 'worker', '--rpc', anvil.url, '--database', database])
    let workers = [start(), start()]
    await hasWorkers(chain, 2)
    chain.pause()
    await makeBlocks(anvil, workload)
    chain.resume()
    const ranges = openRanges(database)
    for (let kill = 0; kill < 6; kill++) {
      const [oldest, ...others] = workers
      const reached = chain.status().blocks.done
      await until(
        'more blocks',
        () => chain.status().blocks.done > reached || chain.status().state === 'following',
      )
      if (oldest) await ended(oldest.child, 'SIGKILL')
      // Nobody says that the last one is gone: that takes as long as its lease.
      if (kill < 5) ranges.endLeases()
      workers = [...others, start()]
    }
    await indexed(chain, anvil.url)
    await expectWhole(chain, database)
  })

  test('a writer that is killed in the middle leaves ranges for the next one', async () => {
    const { anvil, workload, database, chain } = await shortChain()
    await chain.close()
    await testWorker({ rpcUrl: anvil.url, database })
    await makeBlocks(anvil, workload)
    const ranges = openRanges(database)
    for (let kill = 0; kill < 4; kill++) {
      const writer = spawnApi(['--role', 'writer', '--rpc', anvil.url, '--database', database])
      await until(
        'ranges that are staged',
        () => ranges.all().length > 0 || writer.errors.includes('Following'),
        {
          seen: () => writer.errors,
        },
      )
      await ended(writer.child, 'SIGKILL')
    }
    const storage = createPostgresStorage(database)
    const last = await followChain({ rpcUrl: anvil.url, dataDir: testFolder(), storage })
    onTestFinished(() => last.close())
    await indexed(last, anvil.url)
    await expectWhole(last, database)
  })

  test('a worker whose node gives blocks that are not what their hashes say is left out', async () => {
    const { anvil, workload, database, lines, chain } = await shortChain()
    const liar = await testProxy(anvil.url, async (method, params, forward) => {
      const answer = await forward()
      if (method === 'eth_getBlockByNumber' && params[1] === true)
        for (const transaction of (answer as { transactions: { value: string }[] }).transactions)
          transaction.value = '0x29a'
      return answer
    })
    const worker = await testWorker({ rpcUrl: liar.url, database })
    await hasWorkers(chain, 1)
    chain.pause()
    await makeBlocks(anvil, workload)
    chain.resume()
    await until('it is left out', () => lines.some((line) => line.includes('left out')), {
      seen: () => lines,
    })
    // One that is quicker would have left it nothing to read.
    await testWorker({ rpcUrl: anvil.url, database })
    await indexed(chain, anvil.url)
    expect(lines.filter((line) => line.includes('left out'))).toContainEqual(
      expect.stringMatching(/gives block \d+ not as its hash says\. It is left out for a while\.$/),
    )
    for (const line of lines.filter((each) => each.includes('left out'))) expect(line).toContain(worker.name)
    await expectWhole(chain, database)
  })

  test('a worker whose node is on another branch is left out', async () => {
    const { anvil, workload, database, lines, chain } = await shortChain()
    const other = await testAnvil()
    await rpc(other.url, 'anvil_mine', ['0x500'])
    const liar = await testProxy(anvil.url, (method, params, forward) => {
      const isBlock =
        (method === 'eth_getBlockByNumber' && params[1] === true) || method === 'eth_getBlockReceipts'
      return isBlock && Number(params[0]) > 10 ? rpc(other.url, method, params) : forward()
    })
    const worker = await testWorker({ rpcUrl: liar.url, database })
    await hasWorkers(chain, 1)
    chain.pause()
    await makeBlocks(anvil, workload)
    chain.resume()
    await indexed(chain, anvil.url)
    expect(lines).toContainEqual(
      expect.stringMatching(
        /gives .* otherwise than the node of this process\. It is left out for a while\.$/,
      ),
    )
    expect(lines.find((line) => line.includes('left out'))).toContain(worker.name)
    await expectWhole(chain, database)
  })

  test('what is staged when the chain is set back is thrown away, and nobody is blamed', async () => {
    const { anvil, workload, writers, database, lines, chain } = await shortChain()
    await testWorker({ rpcUrl: anvil.url, database })
    await hasWorkers(chain, 1)
    const snapshot = await anvil.request('evm_snapshot')
    chain.pause()
    await makeBlocks(anvil, workload)
    // The writer waits for what its own node says while the worker reads on.
    const gate = Promise.withResolvers<undefined>()
    writers.answer(async (method, params, forward) => {
      if (method === 'eth_getBlockByNumber' && params[0] !== 'latest') await gate.promise
      return forward()
    })
    chain.resume()
    const ranges = openRanges(database)
    await until(
      'ranges that are staged',
      () => ranges.all().filter(({ worker, leased }) => worker !== null && leased === 0).length > 5,
    )
    await anvil.request('evm_revert', [snapshot])
    await rpc(anvil.url, 'anvil_mine', ['0x20', '0x7'])
    await makeBlocks(anvil, await Workload.deploy(anvil.url, 11))
    gate.resolve(undefined)
    await indexed(chain, anvil.url)
    expect(lines.filter((line) => line.includes('left out'))).toEqual([])
    await expectWhole(chain, database)
  })

  test('writer and worker wait for a database that is away, and go on', async () => {
    const { anvil, workload, database, chain } = await shortChain()
    const said: string[] = []
    await testWorker({ rpcUrl: anvil.url, database, log: (line) => said.push(line) })
    await hasWorkers(chain, 1)
    chain.pause()
    await makeBlocks(anvil, workload)
    const before = chain.status().blocks.done
    chain.resume()
    await until('more blocks', () => chain.status().blocks.done > before)
    server.kill()
    await until('a worker that waits', () => said.some((line) => line.includes('does not answer')), {
      seen: () => said,
    })
    server.start()
    await indexed(chain, anvil.url)
    await hasWorkers(chain, 1)
    await expectWhole(chain, database)
  })

  test('a worker of another chain says so, and does not start', async () => {
    const { database } = await shortChain()
    const other = await testAnvil({ args: ['--chain-id', '4242'] })
    const worker = spawnApi(['--role', 'worker', '--rpc', other.url, '--database', database])
    await new Promise((resolve) => worker.child.once('exit', resolve))
    expect(worker.child.exitCode).toBe(1)
    expect(worker.errors).toMatch(
      /The node is of chain 4242 with the first block 0x[0-9a-f]{12}…, and the database holds the index of another one \(chain_31337_[0-9a-f]+\)/,
    )
  })

  test('a worker that is told to end frees what it reads', async () => {
    const { anvil, workload, database, chain } = await shortChain()
    const hanging = await testProxy(anvil.url, (method, params, forward) =>
      method === 'eth_getBlockByNumber' && params[1] === true && Number(params[0]) > 20
        ? new Promise(() => undefined)
        : forward(),
    )
    const worker = spawnApi(['--role', 'worker', '--rpc', hanging.url, '--database', database])
    await hasWorkers(chain, 1)
    chain.pause()
    await makeBlocks(anvil, workload)
    chain.resume()
    const ranges = openRanges(database)
    await until('a lease', () => ranges.all().some(({ leased }) => leased === 1))
    chain.pause()
    await ended(worker.child, 'SIGTERM')
    expect(worker.child.exitCode).toBe(0)
    expect(ranges.all().filter(({ worker: name, leased }) => name !== null || leased === 1)).toEqual([])
    chain.resume()
    await indexed(chain, anvil.url)
  })
})
