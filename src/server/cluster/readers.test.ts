/** Readers keep nothing: any of them goes on with the cursor of another one, or says that it can not yet. */
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../postgres/postgres-database.ts'
import { Api } from '#service/indexer/testing/api-process.ts'
import { testAnvil } from '#service/indexer/testing/fixtures.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { listSchemas } from '../store/postgres-storage.ts'

interface Page {
  readonly items: readonly object[]
  readonly next_page_params: Readonly<Record<string, unknown>> | null
}

const queryOf = ({ next_page_params: next }: Page) =>
  next && new URLSearchParams(Object.entries(next).map(([key, value]) => [key, String(value)])).toString()

test.skipIf(findPostgres() === null)(
  'each page of a list from another reader: the same rows, also after a takeover, and none is left out by a replica that is behind (needs PostgreSQL)',
  async () => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(240, 8)
    const server = await startPostgres()
    onTestFinished(() => {
      server.stop()
    })
    const replica = await server.addReplica()
    const start = (url: string, ...args: string[]) => Api.start(args, { env: { CHAINGLASS_DATABASE: url } })
    const writer = await start(server.url, '--role', 'writer', '--rpc', anvil.url)
    const standBy = await start(server.url, '--rpc', anvil.url)
    await until('the replica has the index', () => listSchemas(replica.url).length === 1)
    const readers = [
      await start(server.url, '--role', 'reader'),
      await start(replica.url, '--role', 'reader'),
      standBy,
    ]
    const isAtHead = async (apis: readonly Api[]) => {
      const head = Number(await anvil.request<string>('eth_blockNumber'))
      for (const api of apis)
        await until('it is at the head', async () => (await api.health()).body.chains[0]?.head === head, {
          seen: () => api.seen(),
        })
    }
    await isAtHead(readers)
    const read = async (api: Api, path: string) => {
      const { status, text } = await api.get(`/api/v2${path}`)
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
      return JSON.parse(text) as Page
    }
    const walk = async (path: string, readerFor: (page: number) => Api, from = '') => {
      const rows: object[] = []
      let query: string | null = from
      for (let page = 0; query !== null; page++) {
        const answer: Page = await read(readerFor(page), `${path}?${query}`)
        rows.push(...answer.items)
        query = queryOf(answer)
      }
      return rows
    }
    const [account = ''] = workload.accounts
    const lists = ['/transactions', '/token-transfers', '/blocks', `/addresses/${account}/transactions`]
    const expectSame = async () => {
      for (const path of lists) {
        const whole = await walk(path, () => readers[0]!)
        const mixed = await walk(path, (page) => readers[page % readers.length]!)
        expect(mixed.map((row) => JSON.stringify(idOf(row)))).toEqual(
          whole.map((row) => JSON.stringify(idOf(row))),
        )
      }
    }
    await expectSame()
    await expectPool(readers[0]!)
    // The cursor is of before the takeover, and the one who goes on with it has become the writer.
    const first = await read(readers[0]!, '/transactions')
    const expected = (await walk('/transactions', () => readers[0]!)).map(idOf)
    await writer.kill()
    await until('it takes over', () => standBy.run.errors.includes('this one writes the index now'))
    const rest = await walk('/transactions', () => standBy, queryOf(first) ?? '')
    expect([...first.items, ...rest].map(idOf)).toEqual(expected)

    // A replica that stands still does not have the block of the cursor.
    const admin = openPostgres(replica.url)
    onTestFinished(() => {
      admin.close()
    })
    admin.exec('SELECT pg_wal_replay_pause()')
    await workload.make(160, 20)
    await isAtHead([readers[0]!])
    const newest = await read(readers[0]!, '/transactions')
    const path = `/transactions?${queryOf(newest) ?? ''}`
    expect(await readers[1]!.get(`/api/v2${path}`)).toEqual({
      status: 503,
      text: '{"message":"This reader is behind the one that gave the cursor: ask again, or ask another one."}',
    })
    const waiting = readers[1]!.get(`/api/v2${path}`)
    admin.exec('SELECT pg_wal_replay_resume()')
    await waiting
    await isAtHead(readers)
    expect((await read(readers[1]!, path)).items.map(idOf)).toEqual(
      (await read(readers[0]!, path)).items.map(idOf),
    )
    await expectSame()
  },
)

/** Expects of `/metrics` that connections were used, and that no request waits for the only client. */
async function expectPool(api: Api) {
  const { text } = await api.get('/metrics')
  const [open = 0, idle = 0, waiting] = ['connections', 'idle_connections', 'waiting'].map((name) =>
    Number(new RegExp(`^chainglass_database_${name} (\\d+)$`, 'm').exec(text)?.[1]),
  )
  expect(open).toBeGreaterThan(0)
  expect(idle).toBeLessThanOrEqual(open)
  expect(waiting).toBe(0)
}

/** Identifies a row. Fields that come from the node only are not compared. */
function idOf(row: object): unknown {
  const {
    hash,
    transaction_hash: transaction,
    log_index: log,
    total,
  } = row as Readonly<Record<string, unknown>>
  return hash ?? [transaction, log, total]
}
