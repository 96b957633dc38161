/** Databases with a fault: each has an outcome that a person understands, and nothing is lost. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../postgres/postgres-database.ts'
import { canMount, openSmallDisk } from '#platform/testing/small-disk.ts'
import { type Anvil, startAnvil } from '#service/indexer/testing/anvil.ts'
import { Api, endOf, spawnApi } from '#service/indexer/testing/api-process.ts'
import { compareRows, openOnlyIndex } from '#service/indexer/testing/compare/compare-rows.ts'
import { compareShared } from '../testing/compare-shared.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { expectNone } from '#service/indexer/testing/compare/expect-none.ts'
import { testFolder } from '#service/indexer/testing/fixtures.ts'
import { testDatabase } from '#service/indexer/testing/follow-indexed.ts'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { followChain } from '#service/indexer/follow-chain.ts'
import { createPostgresStorage, listSchemas } from '../store/postgres-storage.ts'
import { followOrStandBy } from './stand-by.ts'
import { lookIntoIndex } from '#service/indexer/testing/look-into-index.ts'

let anvil: Anvil
let workload: Workload
let server: PostgresServer

const PASSWORD = 'not-to-be-logged'

const isInstalled = findPostgres() !== null

beforeAll(async () => {
  if (!isInstalled) return
  anvil = await startAnvil()
  workload = await Workload.deploy(anvil.url)
  await workload.make(20, 4)
  server = await startPostgres()
})
afterAll(async () => {
  server.stop()
  await anvil.stop()
})

/** A server that a test may stop and harm. */
async function ownServer(options?: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> {
  const own = await startPostgres(options)
  onTestFinished(() => {
    own.stop()
  })
  return own
}

const database = () => testDatabase(server.url, testFolder())
const writer = (url: string, ...more: string[]) =>
  Api.start(['--role', 'writer', '--rpc', anvil.url, ...more], { env: { CHAINGLASS_DATABASE: url } })
const reader = (url: string, ...more: string[]) =>
  Api.start(['--role', 'reader', ...more], { env: { CHAINGLASS_DATABASE: url } })
const refused = (url: string, role = 'writer') =>
  endOf(
    spawnApi(['--role', role, ...(role === 'reader' ? [] : ['--rpc', anvil.url])], {
      env: { CHAINGLASS_DATABASE: url },
    }),
  )

const headOfNode = async () => Number(await anvil.request<string>('eth_blockNumber'))

async function isAtHead(...apis: Api[]) {
  const head = await headOfNode()
  for (const api of apis)
    await until(
      'it is at the head',
      async () => {
        const { status, body } = await api.health()
        return status === 200 && body.chains[0]?.head === head && body.chains[0].lag === 0
      },
      { seen: () => api.run.errors },
    )
}

/** Kills the processes, then compares the index with the node. */
async function isWhole(url: string, ...apis: Api[]) {
  for (const api of apis) await api.kill()
  const chain = await followChain({
    rpcUrl: anvil.url,
    dataDir: testFolder(),
    storage: createPostgresStorage(url),
    log: () => undefined,
  })
  onTestFinished(() => chain.close())
  expectNone(await compareRows(chain, () => openOnlyIndex(url)))
}

const transactions = '/api/v2/transactions'

describe.skipIf(!isInstalled)('a database (needs PostgreSQL)', () => {
  describe('that can not be used ends the process in one sentence:', () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(server.url)
      change(url)
      return url.href
    }

    test('no such database', async () => {
      const { code, said } = await refused(at((url) => (url.pathname = '/nowhere')))
      expect(said).toMatch(
        /^The service did not start: The database 127\.0\.0\.1:\d+\/nowhere is not there: database "nowhere" does not exist\.$/,
      )
      expect(code).toBe(1)
    })

    test('a wrong password', async () => {
      const own = await ownServer()
      const admin = openPostgres(own.url)
      admin.exec(`CREATE ROLE app LOGIN PASSWORD 'right'`)
      admin.close()
      own.stopOne()
      own.setAccess('host all app 127.0.0.1/32 scram-sha-256')
      own.start()
      const url = new URL(own.url)
      url.username = 'app'
      url.password = PASSWORD
      for (const role of ['writer', 'reader']) {
        const { code, said } = await refused(url.href, role)
        expect(said).toMatch(
          /^The service did not start: The database 127\.0\.0\.1:\d+\/postgres refuses the user or the password: password authentication failed for user "app"\.$/,
        )
        expect(code).toBe(1)
      }
    })

    test('a user who may not make an index', async () => {
      const url = database()
      const admin = openPostgres(url)
      admin.exec('CREATE ROLE guest LOGIN')
      admin.close()
      const { said } = await refused(url.replace('chainglass@', 'guest@'))
      expect(said).toMatch(/does not let this user do what an index needs: permission denied for database/)
    })

    test('nothing at that address, and something else than PostgreSQL', async () => {
      const nobody = await refused(`postgres://app:${PASSWORD}@127.0.0.1:${String(await freePort())}/chain`)
      expect(nobody.said).toMatch(
        /^The service did not start: The database 127\.0\.0\.1:\d+\/chain does not answer: /,
      )
      const web = createServer((_request, response) => response.end('Hello')).listen(0, '127.0.0.1')
      onTestFinished(() => void web.close())
      await until('it listens', () => web.listening)
      const { port } = web.address() as { port: number }
      const other = await refused(`postgres://app:${PASSWORD}@127.0.0.1:${String(port)}/chain`)
      expect(other.said).toMatch(
        /^The service did not start: The database 127\.0\.0\.1:\d+\/chain does not answer: /,
      )
      expect(nobody.said + other.said).not.toContain(PASSWORD)
    })

    test('a socket, a host in the options, and a port that is none', async () => {
      const folder = testFolder()
      for (const [url, named] of [
        [`postgres:///chain?host=${folder}&user=app&password=${PASSWORD}`, `${folder}/chain`],
        [`postgres://app:${PASSWORD}@${encodeURIComponent(folder)}/chain`, `${folder}/chain`],
        [`postgres://app:${PASSWORD}@db/chain?host=127.0.0.1&port=99999`, '127.0.0.1/chain'],
      ] as const) {
        const { code, said } = await refused(url)
        expect(said).toContain(`The service did not start: The database ${named} does not answer: `)
        expect(said).not.toContain(PASSWORD)
        expect(code).toBe(1)
      }
    })

    test('a URL that is none', async () => {
      for (const url of [
        'nonsense',
        `mysql://app:${PASSWORD}@db/chain`,
        `postgres://app:${PASSWORD}#@db/chain`,
      ]) {
        const { code, said } = await refused(url)
        expect(said).toMatch(/^CHAINGLASS_DATABASE is a URL as postgres:\/\/USER:PASSWORD@HOST\/NAME/)
        expect(said).not.toContain(PASSWORD)
        expect(code).toBe(2)
      }
    })

    test('one that is none of ours is not read, and a writer leaves what is there as it is', async () => {
      const url = database()
      const admin = openPostgres(url)
      admin.exec(
        'CREATE TABLE meta (title TEXT); CREATE SCHEMA chain_1_abc; CREATE TABLE chain_1_abc.other (n INT)',
      )
      onTestFinished(() => {
        admin.close()
      })
      const { code, said } = await refused(url, 'reader')
      expect(said).toMatch(/has no index of a chain yet: start a writer first\.$/)
      expect(code).toBe(1)
      await isAtHead(await writer(url))
      expect(admin.get('SELECT count(*) AS n FROM public.meta')).toEqual({ n: 0 })
      expect(admin.get('SELECT count(*) AS n FROM chain_1_abc.other')).toEqual({ n: 0 })
    })

    test('a schema that has the name of an index and is none', async () => {
      const url = database()
      await (await writer(url)).kill()
      const [name = ''] = listSchemas(url)
      const admin = openPostgres(url)
      admin.exec(
        `DROP SCHEMA ${name} CASCADE; CREATE SCHEMA ${name}; CREATE TABLE ${name}.meta (name TEXT, value TEXT)`,
      )
      admin.close()
      for (const role of ['writer', 'reader'])
        expect((await refused(url, role)).said).toContain(
          `The schema ${name} of the database is none of Chainglass.`,
        )
    })

    test('an index of a newer or an older version: it is left as it is', async () => {
      const url = database()
      await (await writer(url)).kill()
      const [name = ''] = listSchemas(url)
      const set = (version: number) => {
        const admin = openPostgres(url)
        admin.exec(`UPDATE ${name}.meta SET value = '${String(version)}' WHERE name = 'schema_version'`)
        const rows = admin.all(`SELECT name, value FROM ${name}.meta WHERE name <> 'writer' ORDER BY name`)
        admin.close()
        return rows
      }
      for (const [version, age] of [
        [99, 'a newer'],
        [1, 'an older'],
      ] as const) {
        const before = set(version)
        for (const role of ['writer', 'reader']) {
          const { code, said } = await refused(url, role)
          expect(said).toContain(
            `The index ${name} was written by ${age} Chainglass (schema version ${String(version)};`,
          )
          expect(code).toBe(1)
        }
        expect(set(version)).toEqual(before)
      }
    })

    test('a read-only database, given to a writer', async () => {
      const url = database()
      await isAtHead(await writer(url))
      const admin = openPostgres(url)
      const name = new URL(url).pathname.slice(1)
      admin.exec(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
      admin.exec(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid();`,
      )
      admin.close()
      const { code, said } = await refused(url)
      expect(said).toMatch(
        /can only be read: it is a replica, or was made read-only\. A writer needs the primary\.$/,
      )
      expect(code).toBe(1)
    })
  })

  test('that is updated under a reader: it says so, and reads no tables that it does not know', async () => {
    const url = database()
    await isAtHead(await writer(url))
    const api = await reader(url)
    await isAtHead(api)
    const [name = ''] = listSchemas(url)
    const admin = openPostgres(url)
    admin.exec(`UPDATE ${name}.meta SET value = '99' WHERE name = 'schema_version'`)
    admin.close()
    const { status, text } = await api.get(transactions)
    expect([status, text]).toEqual([
      503,
      '{"message":"The index can not be read: it was written by a newer Chainglass than this one."}',
    ])
    await until('its health', async () => (await api.health()).body.chains[0]?.state === 'failed')
    expect((await api.health()).body.chains[0]?.message).toContain('written by a newer Chainglass')
  })

  test('that is gone for a while: 503 in a sentence meanwhile, and all go on by themselves', async () => {
    const own = await ownServer()
    const indexer = await writer(own.url)
    await isAtHead(indexer)
    const [one, both] = [await reader(own.url), await Api.start(['--rpc', anvil.url, '--database', own.url])]
    await isAtHead(one, both)
    own.stopOne()
    const sentence = 'The index can not be read now: its database does not answer.'
    for (const api of [one, both])
      for (const path of [
        transactions,
        `/api/v2/addresses/${workload.accounts[0] ?? ''}`,
        '/api/v2/chainglass/landmarks',
      ])
        expect(await api.get(path), path).toEqual({
          status: 503,
          text: JSON.stringify({ message: sentence }),
        })
    for (const api of [one, both, indexer])
      await until('its health is 503', async () => (await api.health()).status === 503, {
        seen: () => api.seen(),
      })
    expect((await one.health()).body.chains[0]).toMatchObject({ state: 'failed', message: sentence })
    expect((await one.get('/metrics')).text).toMatch(/^chainglass_up\{chain_id="31337"\} 0$/m)
    await workload.make(8, 4)
    own.start()
    await isAtHead(indexer, one, both)
    for (const api of [indexer, one, both]) expect(api.run.child.exitCode).toBeNull()
    await isWhole(own.url, indexer, one, both)
  })

  test('that stands still: the health of a reader says so while a page waits, and goes on with it', async () => {
    const own = await ownServer()
    const indexer = await writer(own.url)
    const api = await reader(own.url)
    await isAtHead(indexer, api)
    // Opens connections first. A request that can't get one is given up.
    await Promise.all(Array.from({ length: 8 }, () => api.get(transactions)))
    own.pause()
    onTestFinished(() => {
      own.resume()
    })
    let isAnswered = false
    const page = api.get(transactions).finally(() => (isAnswered = true))
    await until('its health says so', async () => (await api.health()).status === 503, {
      seen: () => api.seen(),
    })
    const { body } = await api.health()
    expect(body.chains[0]).toMatchObject({
      state: 'failed',
      head: await headOfNode(),
      message: 'The index can not be read now: its database does not answer.',
    })
    expect((await api.get('/metrics')).text).toMatch(/^chainglass_up\{chain_id="31337"\} 0$/m)
    expect(isAnswered).toBe(false)
    own.resume()
    expect((await page).status).toBe(200)
    await isAtHead(indexer, api)
    expect((await api.health()).body.chains[0]?.message).toBeUndefined()
  })

  test('whose replica is far behind: the reader says how far, and is well again when it has caught up', async () => {
    const own = await ownServer()
    const replica = await own.addReplica()
    const indexer = await writer(own.url)
    await isAtHead(indexer)
    await until('the replica has the index', () => listSchemas(replica.url).length === 1)
    const api = await reader(replica.url)
    await isAtHead(api)
    expect((await api.health()).body.chains[0]?.replica_seconds_behind).toBeLessThan(3)
    const admin = openPostgres(replica.url)
    onTestFinished(() => {
      admin.close()
    })
    admin.exec('SELECT pg_wal_replay_pause()')
    await workload.make(4, 4)
    await isAtHead(indexer)
    const states: unknown[] = []
    await until(
      'it is behind',
      async () => {
        const { status, body } = await api.health()
        states.push(body.chains[0])
        return status === 503 && body.chains[0]?.state === 'stalled'
      },
      { seen: async () => [states.slice(-3), await api.seen()] },
    )
    const [chain] = (await api.health()).body.chains
    expect(chain?.state).toBe('stalled')
    // Ten seconds of silence, counted from what the writer said; what came last of it may have been written some later.
    expect(chain?.replica_seconds_behind).toBeGreaterThan(7)
    expect(chain?.message).toMatch(/^The replica that is read here is \d+ s behind its primary\.$/)
    expect((await api.get('/metrics')).text).toMatch(
      /^chainglass_replica_lag_seconds\{chain_id="31337"\} \d+$/m,
    )
    // Indexed rows are served all the same.
    expect((await api.get(transactions)).status).toBe(200)
    admin.exec('SELECT pg_wal_replay_resume()')
    await isAtHead(api)
    expect((await api.health()).body.chains[0]?.message).toBeUndefined()
  })

  test.skipIf(!canMount)(
    'on a full disk (needs the right to mount a small one): it is said, and there is room again: all goes on',
    async () => {
      const disk = openSmallDisk({ megabytes: 160, owner: 'postgres' })
      const own = await startPostgres({ within: disk.path, settings: ['-c', 'wal_keep_size=0'] })
      onTestFinished(() => {
        own.stop()
        disk.unmount()
      })
      const indexer = await writer(own.url)
      await isAtHead(indexer)
      const one = await reader(own.url)
      await isAtHead(one)
      disk.fill()
      // Each block takes room, until there is none.
      await until(
        'the writer is failed',
        async () => {
          await workload.make(40, 20)
          return indexer.run.errors.includes('has no room left')
        },
        { seen: () => indexer.seen() },
      )
      expect(indexer.run.errors).toMatch(/The database 127\.0\.0\.1:\d+\/postgres has no room left: /)
      await until('its health is 503', async () => (await indexer.health()).status === 503, {
        seen: () => indexer.seen(),
      })
      disk.free()
      await isAtHead(indexer, one)
      expect(indexer.run.child.exitCode).toBeNull()
      await isWhole(own.url, indexer, one)
    },
  )
})

describe.skipIf(!isInstalled)('two writers (need PostgreSQL)', () => {
  /**
   * The connections that hold the lock of an index: of each index at most one may. Whoever makes an index for rare lists has
   * a lock of its own, which is not counted.
   */
  const locks = (url: string) => {
    const admin = openPostgres(url)
    try {
      return admin.all<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND ((classid::bigint << 32) | objid::bigint)
             IN (SELECT hashtextextended('chainglass ' || nspname, 0) FROM pg_namespace)`,
      )
    } finally {
      admin.close()
    }
  }

  test('started at the same moment on an empty database: one writes, the other stands by', async () => {
    const url = database()
    const both = await Promise.all([writer(url), writer(url)])
    await isAtHead(...both)
    // The order of a process's two output streams is not defined.
    await until('one stands by', () => both.some(({ run }) => run.errors.includes('standing by')))
    expect(both.filter(({ run }) => run.errors.includes('standing by'))).toHaveLength(1)
    expect(locks(url)).toHaveLength(1)
    expectNone(await compareShared(url, anvil.url, [workload.at.Rebasing]))
  })

  test('of two chains in one database: each has its own stand-by', async () => {
    const other = await startAnvil({ args: ['--chain-id', '4242'] })
    onTestFinished(() => other.stop())
    const url = database()
    const start = (rpc: string) =>
      Api.start(['--role', 'writer', '--rpc', rpc], { env: { CHAINGLASS_DATABASE: url } })
    const [first] = [await start(anvil.url), await start(other.url)]
    const next = await start(anvil.url)
    expect(next.run.errors).toContain('standing by')
    await isAtHead(first, next)
    await first.kill()
    await until('it takes over', () => next.run.errors.includes('this one writes the index now'))
    expect((await refused(url, 'reader')).said).toMatch(
      /indexes of several chains .* --chain ID names one\.$/,
    )
    await isAtHead(await reader(url, '--chain', '31337'))
  })

  test('of some addresses: a process that stands by for others does not serve it', async () => {
    const url = database()
    const followed = { rpcUrl: anvil.url, dataDir: testFolder() }
    const storage = createPostgresStorage(url)
    const chain = await followChain({ ...followed, storage, only: [workload.at.Workshop] })
    onTestFinished(() => chain.close())
    const options = { ...followed, database: url }
    for (const others of [{ only: [workload.at.Coin] }, {}])
      await expect(followOrStandBy({ ...options, ...others })).rejects.toMatchObject({
        code: 'other_addresses',
      })
    const standBy = await followOrStandBy({ ...options, only: [workload.at.Workshop] })
    onTestFinished(() => standBy.close())
    const page = await standBy.list('latest-blocks', { params: {}, filters: {}, after: null, limit: 1 })
    expect(page?.items).toHaveLength(1)
  })

  test('that takes no connection while an index is dropped: it is dropped as soon as it does', async () => {
    const url = database()
    const log: string[] = []
    const storage = createPostgresStorage(url, (line) => log.push(line))('whole')
    const identity = { chainId: '31337', genesis: `0x${'ab'.repeat(32)}`, isFork: false }
    const name = storage.nameOf(identity, 1)
    storage.open(name).close()
    const admin = openPostgres(server.url)
    onTestFinished(() => {
      admin.close()
    })
    const [path = ''] = new URL(url).pathname.split('/').slice(-1)
    const allow = (isAllowed: boolean) => {
      admin.exec(`ALTER DATABASE "${path}" WITH ALLOW_CONNECTIONS ${String(isAllowed)}`)
    }
    storage.remove(name)
    // Before the connection that drops it is made: that needs a turn of the event loop.
    allow(false)
    await until('the refusal is logged', () => log.length > 0)
    allow(true)
    const looking = openPostgres(url)
    onTestFinished(() => {
      looking.close()
    })
    await until(
      'it is dropped',
      () => looking.all("SELECT 1 FROM pg_namespace WHERE nspname LIKE 'removed%'").length === 0,
      { seen: () => log },
    )
    expect(log[0]).toContain('not dropped yet')
  })

  test('in which two writers begin at the same moment has one index, which the other one stands by', async () => {
    const url = database()
    const storage = createPostgresStorage(url)
    const whole = storage('whole')
    let first: ReturnType<typeof whole.open> | undefined
    onTestFinished(() => first?.close())
    const raced: typeof storage = (kind) => ({
      ...storage(kind),
      find(chain) {
        const found = storage(kind).find(chain)
        // Right after it has looked, another one makes the index.
        if (kind === 'whole') first ??= whole.open(whole.nameOf(chain, 1))
        return found
      },
    })
    const second = followChain({ rpcUrl: anvil.url, dataDir: testFolder(), storage: raced })
    await expect(second).rejects.toMatchObject({ code: 'locked_database' })
    expect(listSchemas(url)).toEqual([first?.path])
  })

  test('whose lock is gone with its connection writes nothing any more, and stands by', async () => {
    const url = database()
    const first = await writer(url)
    await isAtHead(first)
    const second = await writer(url)
    expect(second.run.errors).toContain('standing by')
    const admin = openPostgres(url)
    onTestFinished(() => {
      admin.close()
    })
    for (let round = 0; round < 3; round++) {
      const [holder] = locks(url)
      // The lock is taken before the one who had it notices: as by a partition of the network.
      const [was, next] =
        first.run.errors.lastIndexOf('standing by') > first.run.errors.lastIndexOf('writes the index now')
          ? [second, first]
          : [first, second]
      was.run.child.kill('SIGSTOP')
      admin.get('SELECT pg_terminate_backend(?) AS done', holder?.pid ?? 0)
      const taken = () => next.run.errors.split('this one writes the index now').length
      const before = taken()
      await until('the other one has taken over', () => taken() > before, { seen: () => next.run.errors })
      await workload.make(8, 2)
      was.run.child.kill('SIGCONT')
      const stoodBack = () => was.run.errors.split('standing by').length
      const stood = stoodBack()
      await until('it stands by', () => stoodBack() > stood, { seen: () => was.run.errors })
      await isAtHead(first, second)
      expect(locks(url)).toHaveLength(1)
    }
    await isWhole(url, first, second)
    const index = lookIntoIndex(url, listSchemas(url)[0] ?? '')
    expect(index.get('SELECT count(*) AS n FROM block')).toEqual({ n: (await headOfNode()) + 1 })
    index.close()
  })
})
