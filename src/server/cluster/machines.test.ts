/**
 * docs/deploy.md, "On several machines": its commands are typed on two machines, which are made of namespaces. Each part
 * is killed, and then a machine.
 */
import { chmodSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findPostgres } from '#platform/testing/postgres-server.ts'
import { anvilPath } from '#service/indexer/testing/anvil.ts'
import { testFolder } from '#service/indexer/testing/fixtures.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Machine, whyNoMachine } from '../testing/machine.ts'
import { packServer } from '../testing/pack-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const [NODE, ONE, OTHER] = ['10.0.0.2', '10.0.0.3', '10.0.0.4'] as const
const KEY = 'key-of-the-test-'.repeat(2)
const SECRETS = {
  ...{ WRITER_PASSWORD: 'secret-of-writer', READER_PASSWORD: 'secret-of-reader' },
  ...{ REPLICATION_PASSWORD: 'secret-of-replica', KEY },
}
const missing = whyNoMachine()

/** The commands of the document, each with the addresses of the machines that they are for. */
function readSteps() {
  const document = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8')
  const section = document.split('\n## On several machines\n')[1]?.split('\n## ')[0] ?? ''
  const version = findPostgres()?.split('/').at(-2) ?? ''
  return [...section.matchAll(/^ +```sh\n +# ([\d. ]+)\n([^]*?)\n +```$/gm)].map(
    ([, machines = '', script = '']) => ({
      machines: machines.split(' '),
      script: script
        .replaceAll(/^ {3}/gm, '')
        .replaceAll('/15/main', `/${version}/main`)
        .replaceAll(' 15 main', ` ${version} main`),
    }),
  )
}

test('PostgreSQL has the same settings outside of containers', () => {
  const compose = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
    services: { primary: { command: readonly string[] } }
  }
  const inside = compose.services.primary.command.filter((word) => word.includes('='))
  const outside = readFileSync(join(ROOT, 'deploy/postgres/chainglass.conf'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^#|^listen_addresses/.test(line))
  expect(outside.map((line) => line.replace(' = ', '='))).toEqual(inside)
})

test.skipIf(missing !== null)(
  `on two machines by the document alone, killed part by part (needs Debian’s PostgreSQL and haproxy, and root${missing === null ? '' : `; here: no ${missing}`})`,
  async () => {
    const folder = testFolder()
    chmodSync(folder, 0o755)
    await packServer(folder)
    cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true })
    const start = async () => {
      const machine = await Machine.start(folder)
      onTestFinished(() => machine.end())
      return machine
    }
    const [network, one, other] = [await start(), await start(), await start()]
    network.connect(NODE, [
      [one, ONE],
      [other, OTHER],
    ])
    const machines: Readonly<Record<string, Machine>> = { [ONE]: one, [OTHER]: other }

    network.spawn(anvilPath() ?? 'anvil', '--host', NODE, '--silent', '--threads', '1')
    const rpc = async <Result>(method: string, ...params: unknown[]) => {
      const body = { jsonrpc: '2.0', id: 1, method, params }
      const said = await network.run(
        `curl --silent --show-error --retry 20 --retry-connrefused --retry-delay 1 --json '${JSON.stringify(body)}' http://${NODE}:8545`,
      )
      return (JSON.parse(said) as { result: Result }).result
    }
    const [from] = await rpc<string[]>('eth_accounts')
    /** Newest first. */
    const sent: string[] = []
    const send = async (count: number) => {
      const payment = { from, to: `0x${'b0'.repeat(20)}`, value: '0x1' }
      // One after another: of a batch anvil takes them in any order, and never mines one that came before its nonce.
      for (const until = sent.length + count; sent.length < until;)
        sent.unshift(await rpc('eth_sendTransaction', { ...payment, nonce: `0x${sent.length.toString(16)}` }))
    }
    await send(120)

    for (const step of readSteps())
      for (const address of step.machines)
        await machines[address]!.run(step.script, { ...SECRETS, ADDRESS: address })

    /** As a client comes: through the proxy, with a key. */
    const ask = async (path: string, key = KEY) => {
      const said = await other.run(
        `curl --silent --insecure --max-time 30 --header 'x-api-key: ${key}' --write-out '\n%{http_code}' 'https://${OTHER}${path}' || true`,
      )
      const [text = '', status = ''] = said.split(/\n(?=\d+$)/)
      return { status: Number(status), text }
    }
    const walk = async () => {
      const hashes: string[] = []
      for (let query = ''; ;) {
        const { status, text } = await ask(`/api/v2/transactions?${query}`)
        if (status !== 200) return { status, text }
        const page = JSON.parse(text) as { items: { hash: string }[]; next_page_params: object | null }
        hashes.push(...page.items.map(({ hash }) => hash))
        if (page.next_page_params === null) return hashes
        query = new URLSearchParams(
          Object.entries(page.next_page_params).map(([name, value]) => [name, String(value)]),
        ).toString()
      }
    }
    const seen = async () => {
      const served = await walk()
      return [
        Array.isArray(served) ? served.length : served,
        await one.logs().catch(String),
        await other.logs(),
      ]
    }
    const isWhole = (when: string) =>
      until(when, async () => JSON.stringify(await walk()) === JSON.stringify(sent), {
        seen,
      })
    await isWhole('all is served')
    expect((await ask('/api/v2/transactions', 'no-key')).status).toBe(401)

    // Whoever reads the index reads nothing else, from where the others are.
    const asReader = (sql: string) =>
      other.run(`psql --no-align --tuples-only --command "${sql}" postgres://reader@${ONE}/chainglass`, {
        PGPASSWORD: SECRETS.READER_PASSWORD,
      })
    expect((await asReader('SELECT count(*) > 0 FROM pg_stat_activity')).trim()).toBe('t')
    await expect(asReader('SELECT rolpassword FROM pg_authid')).rejects.toThrow('permission denied')
    await expect(
      other.run(`psql --command 'SELECT 1' postgres://postgres:x@${ONE}/postgres`),
    ).rejects.toThrow('no pg_hba.conf entry')

    for (const [part, machine] of [
      ['chainglass-reader@4001', one],
      ['chainglass-writer', one],
    ] as const) {
      machine.kill(part)
      await send(5)
      await isWhole(`${part} is dead`)
    }
    const lines = await one.run('cat /proc/[0-9]*/cmdline | tr "\\0" " "')
    for (const secret of Object.values(SECRETS)) expect(lines).not.toContain(secret)
    await one.end()
    await isWhole('the machine of the primary is dead')

    // The replica takes its place, as the document says.
    await other.run(
      `runuser -u postgres -- psql --command 'SELECT pg_promote()'
      sed -i 's/${ONE}/${OTHER}/' /etc/chainglass/writer.env
      systemctl restart chainglass-writer`,
    )
    await send(5)
    await isWhole('the replica is the primary')
  },
)
