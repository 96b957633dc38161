/** The files in deploy/ work: compose.yaml's cluster, without containers, and the units of systemd. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { get as getTls } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseOptions } from '#service/cli-options.ts'
import { startAnvil } from '#service/indexer/testing/anvil.ts'
import { ComposeCluster, ROOT } from '../testing/compose-cluster.ts'
import { openPostgres } from '../postgres/postgres-database.ts'
import { findPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'

const isInstalled = findPostgres() !== null && spawnSync('haproxy', ['-v']).status === 0

const KEY = 'key-of-the-test-'.repeat(2)
const SECRETS = {
  CHAINGLASS_KEYS: KEY,
  POSTGRES_PASSWORD: 'secret-of-postgres',
  WRITER_PASSWORD: 'secret-of-writer',
  READER_PASSWORD: 'secret-of-reader',
  REPLICATION_PASSWORD: 'secret-of-replica',
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

/** As a client comes: by a name, through TLS, with a key. */
const ask = (
  { ports }: ComposeCluster,
  path: string,
  headers: Record<string, string> = { 'x-api-key': KEY },
) =>
  new Promise<Answer>((resolve, reject) => {
    const options = {
      ...{ host: '127.0.0.1', port: ports.https, path, agent: false as const },
      headers: { host: 'chain.example', ...headers },
      rejectUnauthorized: false,
    }
    getTls(options, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers })
      })
    }).on('error', reject)
  })

/** Calls `between` after each page. */
async function walk(cluster: ComposeCluster, path: string, between: (page: number) => unknown = () => null) {
  const items: { hash: string }[] = []
  let query = ''
  for (let page = 1; ; page++) {
    const { status, text } = await ask(cluster, `${path}?${query}`)
    expect(status, text).toBe(200)
    const read = JSON.parse(text) as { items: { hash: string }[]; next_page_params: object | null }
    items.push(...read.items)
    if (read.next_page_params === null) return items
    query = new URLSearchParams(
      Object.entries(read.next_page_params).map(([key, value]) => [key, String(value)]),
    ).toString()
    await between(page)
  }
}

describe.skipIf(!isInstalled)('deploy/compose.yaml (needs PostgreSQL and haproxy)', () => {
  test('comes up, serves, survives the loss of each part, and shows no secret', async () => {
    const anvil = await startAnvil()
    onTestFinished(() => anvil.stop())
    const workload = await Workload.deploy(anvil.url)
    await workload.make(220, 20)
    // Each variable that compose.yaml reads is told of in env.example.
    const example = readFileSync(join(ROOT, 'deploy/env.example'), 'utf8')
    const variables = { ...SECRETS, CHAINGLASS_RPC: anvil.url }
    expect([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name).sort()).toEqual(
      Object.keys(variables).sort(),
    )
    const cluster = await ComposeCluster.create(variables)
    onTestFinished(() => cluster.stop())
    const { ports, running } = cluster
    for (const name of ['primary', 'replica', 'writer', 'stand-by'] as const) await cluster.start(name)
    const head = async () => Number(await anvil.request<string>('eth_blockNumber'))
    const health = async (name: 'writer' | 'stand-by' | 'reader-1' | 'reader-2') => {
      const response = await fetch(`http://127.0.0.1:${String(ports[name])}/health`)
      const { chains } = (await response.json()) as {
        chains: { head: number; replica_seconds_behind?: number }[]
      }
      return { status: response.status, ...chains[0] }
    }
    const isAtHead = async (name: Parameters<typeof health>[0]) => {
      const newest = await head()
      await until(
        `${name} is at the head`,
        async () => {
          const now = await health(name)
          return now.status === 200 && now.head === newest
        },
        { seen: () => running.get(name)?.said.slice(-2_000) },
      )
    }
    await isAtHead('writer')
    for (const name of ['reader-1', 'reader-2', 'proxy'] as const) await cluster.start(name)
    for (const name of ['stand-by', 'reader-1', 'reader-2'] as const) await isAtHead(name)
    expect((await health('reader-1')).replica_seconds_behind).toBeUndefined()
    expect((await health('reader-2')).replica_seconds_behind).toBeLessThan(5)

    // The way in.
    const isUp = async () => (await ask(cluster, '/health', {})).status === 200
    await until('the proxy is up', isUp)
    const path = '/api/v2/transactions'
    expect((await ask(cluster, path, {})).status).toBe(401)
    expect((await ask(cluster, '/metrics')).status).toBe(404)
    const plain = await fetch(`http://127.0.0.1:${String(ports.http)}${path}`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([
      308,
      `https://127.0.0.1:${String(ports.http)}${path}`,
    ])
    expect((await ask(cluster, `${path}?apikey=${KEY}`, {})).status).toBe(200)

    const packed = await ask(cluster, path, { 'x-api-key': KEY, 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')

    // A reader reads the index, and nothing else.
    const address = `127.0.0.1:${String(ports.primary)}`
    const asReader = openPostgres(`postgres://reader:${SECRETS.READER_PASSWORD}@${address}/chainglass`)
    onTestFinished(() => {
      asReader.close()
    })
    expect(() => asReader.all('SELECT rolpassword FROM pg_authid')).toThrow(/permission denied/)
    expect(
      asReader.all(`SELECT DISTINCT privilege_type AS privilege FROM information_schema.table_privileges
          WHERE grantee = 'reader'`),
    ).toEqual([{ privilege: 'SELECT' }])
    const elsewhere = `postgres://reader:${SECRETS.READER_PASSWORD}@${address}/postgres`
    expect(() => openPostgres(elsewhere).all('SELECT 1')).toThrow(/permission denied for database/)

    // Whichever reader dies in the middle of a walk, the other one goes on with it.
    const all = await walk(cluster, path)
    const expected = await hashesOf(anvil.url)
    expect(all.map(({ hash }) => hash)).toEqual(expected)
    for (const name of ['reader-1', 'reader-2'] as const) {
      const again = await walk(cluster, path, (page) => (page === 2 ? cluster.kill(name) : null))
      expect(again.map(({ hash }) => hash)).toEqual(expected)
      await cluster.start(name)
      await isAtHead(name)
    }

    // A writer is replaced by its stand-by.
    await cluster.kill('writer')
    await workload.make(20, 20)
    await isAtHead('stand-by')
    await isAtHead('reader-2')

    // Nobody writes: both readers are not well, and what is indexed is served.
    await cluster.kill('stand-by')
    await until('the proxy says so', async () => (await ask(cluster, '/health', {})).status === 503)
    expect((await walk(cluster, path)).map(({ hash }) => hash)).toEqual(await hashesOf(anvil.url))
    await cluster.start('writer')
    await until('the proxy is up again', isUp)

    const lines = [...running.values()].map(({ child }) => readCommandLine(child.pid))
    const said = [...running.values()].map((each) => each.said).join('\n')
    expect(said).toContain(` GET ${path}`)
    for (const secret of Object.values(SECRETS)) {
      expect(lines.join('\n')).not.toContain(secret)
      expect(said).not.toContain(secret)
    }
  })
})

const readCommandLine = (pid: number | undefined) =>
  existsSync(`/proc/${String(pid)}/cmdline`) ? readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8') : ''

/** Newest first. */
async function hashesOf(url: string): Promise<readonly string[]> {
  const request = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return ((await response.json()) as { result: unknown }).result
  }
  const hashes: string[] = []
  for (let height = Number(await request('eth_blockNumber', [])); height >= 0; height--) {
    const block = (await request('eth_getBlockByNumber', [`0x${height.toString(16)}`, false])) as {
      transactions: string[]
    }
    hashes.push(...block.transactions.toReversed())
  }
  return hashes
}

describe('the units of systemd', () => {
  const folder = join(ROOT, 'deploy/systemd')
  const units = readdirSync(folder)
  const read = (unit: string) => readFileSync(join(folder, unit), 'utf8')
  const env = {
    CHAINGLASS_RPC: 'http://10.0.0.2:8545',
    CHAINGLASS_DATABASE: 'postgres://chainglass:SECRET@10.0.0.3/chainglass',
    CHAINGLASS_KEYS: KEY,
    CHAINGLASS_LISTEN: '10.0.0.4',
  }

  test('run the service with options that it knows, and no secret in their command', () => {
    expect(units).toEqual(['chainglass-reader@.service', 'chainglass-writer.service'])
    const chains = units.map((unit) => {
      const [, command = ''] = /^ExecStart=(.*)$/m.exec(read(unit)) ?? []
      const [program, flag, script, ...args] = command
        .replaceAll('%i', '4001')
        .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name as keyof typeof env])
        .split(' ')
      expect([program, flag, script]).toEqual([
        '/usr/bin/node',
        '--max-semi-space-size=8',
        '/opt/chainglass/dist/service.js',
      ])
      expect(command).not.toMatch(/--(?:key|database|rpc)\b/)
      expect(read(unit)).toMatch(/^EnvironmentFile=\/etc\/chainglass\/(?:reader|writer)\.env$/m)
      return parseOptions(args, env)
    })
    expect(chains).toMatchObject([
      {
        port: 4001,
        listen: { address: '10.0.0.4' },
        proKeys: [KEY],
        chain: { isShared: true, database: env.CHAINGLASS_DATABASE },
      },
      {
        port: 4100,
        chain: { isWriter: true, rpcUrl: env.CHAINGLASS_RPC, database: env.CHAINGLASS_DATABASE },
      },
    ])
  })

  test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
    'are well formed, and closed to the rest of the machine (needs systemd-analyze)',
    () => {
      for (const unit of units) {
        const said = spawnSync('systemd-analyze', ['verify', join(folder, unit)], { encoding: 'utf8' })
        // The program is not installed on this machine, which is no fault of the unit.
        const faults = said.stderr
          .split('\n')
          .filter((line) => line !== '' && !line.includes('is not executable'))
        expect(faults).toEqual([])
        const rated = execFileSync(
          'systemd-analyze',
          ['security', '--offline=yes', '--threshold=25', '--no-pager', join(folder, unit)],
          { encoding: 'utf8' },
        )
        expect(rated).toMatch(/Overall exposure level for .*: [0-2]\.\d OK/)
      }
    },
  )
})
