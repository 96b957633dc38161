/**
 * Parts of a cluster are killed at random while blocks come and the chain is reorganised: nothing is lost. CHAINGLASS_KILLS:
 * how often, 12 unless given; CHAINGLASS_KILL_SEED: in which order.
 */
import { onTestFinished, test } from 'vitest'
import { Api } from '#service/indexer/testing/api-process.ts'
import { compareRows, openOnlyIndex } from '#service/indexer/testing/compare/compare-rows.ts'
import { compareShared } from '../testing/compare-shared.ts'
import { expectNone } from '#service/indexer/testing/compare/expect-none.ts'
import { testAnvil, testFolder } from '#service/indexer/testing/fixtures.ts'
import { randomNumbers } from '#service/indexer/testing/list-client.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { followChain } from '#service/indexer/follow-chain.ts'
import { createPostgresStorage, listSchemas } from '../store/postgres-storage.ts'

const KILLS = Number(process.env.CHAINGLASS_KILLS ?? 12)
const SEED = Number(process.env.CHAINGLASS_KILL_SEED ?? 7)

/** As a supervisor does: one that could not start, because its database is gone, is started again. */
const revive = (api: Api) =>
  until(
    'it is ready',
    () => {
      if (api.run.child.exitCode !== null || api.run.child.signalCode !== null) api.restart()
      return api.run.out.includes('is ready: ')
    },
    { seen: () => api.seen() },
  )

test.skipIf(findPostgres() === null)(
  `${String(KILLS)} kills of writers, readers, replica and database: afterwards the index is what the node says (needs PostgreSQL)`,
  { timeout: 90_000 + KILLS * 15_000 },
  async () => {
    const below = randomNumbers(SEED)
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(20, 4)
    const server = await startPostgres()
    onTestFinished(() => {
      server.stop()
    })
    const replica = await server.addReplica()
    const start = (url: string, ...args: string[]) => Api.start(args, { env: { CHAINGLASS_DATABASE: url } })
    const writer = () => start(server.url, '--role', 'writer', '--rpc', anvil.url)
    const apis = [await writer(), await writer()]
    await until('the replica has the index', () => listSchemas(replica.url).length === 1)
    apis.push(await start(server.url, '--role', 'reader'), await start(replica.url, '--role', 'reader'))

    const headHash = async () =>
      (await anvil.request<{ hash: string }>('eth_getBlockByNumber', ['latest', false])).hash
    /** The newest block that whoever reads gets. */
    const newest = async (api: Api) => {
      const { status, text } = await api.get('/api/v2/blocks').catch(() => ({ status: 0, text: '' }))
      return status === 200 ? (JSON.parse(text) as { items: { hash: string }[] }).items[0]?.hash : undefined
    }
    const followed = async (readers: readonly Api[]) => {
      const hash = await headHash()
      for (const api of readers)
        await until('it has the newest block', async () => (await newest(api)) === hash, {
          seen: async () => [hash, await newest(api), await Promise.all(apis.map((each) => each.seen()))],
        })
    }
    await followed(apis.slice(2))

    const kills: Record<string, () => Promise<void> | void> = {
      database() {
        server.kill()
        server.start()
      },
      replica() {
        replica.kill()
        replica.start()
      },
    }
    for (const [at, name] of ['writer 1', 'writer 2', 'reader 1', 'reader 2'].entries())
      kills[name] = () => apis[at]?.kill()
    const names = Object.keys(kills)
    const counts: Record<string, number> = {}
    for (let kill = 0; kill < KILLS; kill++) {
      const snapshot = await anvil.request('evm_snapshot')
      const making = workload.make(8 + below(8), 2)
      const name = names[below(names.length)]!
      counts[name] = (counts[name] ?? 0) + 1
      // In the middle: after another number of blocks each time.
      const height = Number(await anvil.request('eth_blockNumber')) + below(4)
      await until('some blocks', async () => Number(await anvil.request('eth_blockNumber')) >= height)
      await kills[name]?.()
      await making
      for (const api of apis) await revive(api)
      await followed([apis[2]!])
      if (below(4) === 0) {
        // The next writer finds another branch than the last one left.
        await anvil.request('evm_revert', [snapshot])
        await workload.make(6 + below(8), 2)
      }
    }
    await followed(apis.slice(2))
    process.stdout.write(`killed: ${JSON.stringify(counts)}\n`)
    expectNone(await compareShared(replica.url, anvil.url, [workload.at.Rebasing]))
    for (const api of apis) await api.kill()
    const database = server.url
    const storage = createPostgresStorage(database)
    const chain = await followChain({ rpcUrl: anvil.url, dataDir: testFolder(), storage })
    onTestFinished(() => chain.close())
    expectNone(await compareRows(chain, () => openOnlyIndex(database)))
  },
)
