/** The package as a team gets it: packed, installed where nothing else is, and started over a real PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { Api } from '#service/indexer/testing/api-process.ts'
import { testAnvil, testFolder } from '#service/indexer/testing/fixtures.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { npm, packServer } from './testing/pack-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'packages/server')

/** Gives its program. */
async function installPackage(): Promise<string> {
  const fresh = testFolder()
  npm(fresh, 'install', '--ignore-scripts', '--no-audit', '--no-fund', await packServer(fresh))
  return join(fresh, 'node_modules/.bin/chainglass-server')
}

test('is of the version of the app, and needs nothing besides', () => {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  const { version, dependencies } = read(PACKAGE)
  expect({ version, dependencies }).toEqual({ version: read(ROOT).version, dependencies: undefined })
})

test.skipIf(findPostgres() === null)(
  'packed and installed in an empty folder it writes an index, reads for it, stands by and serves it (needs PostgreSQL)',
  async () => {
    const entry = await installPackage()
    const licences = readFileSync(join(dirname(entry), '../@chainglass/server/dist/LICENCES.txt'), 'utf8')
    for (const name of ['pg', 'pg-protocol', 'viem', '@noble/curves', 'ws'])
      expect(licences).toMatch(
        new RegExp(`^${name} [\\d.]+ \\(MIT\\)\\n\\n(?!The package holds no text)`, 'm'),
      )
    expect(licences).not.toMatch(/^(vue|pinia|electron-updater) /m)
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
    const help = execFileSync(entry, ['--help'], { encoding: 'utf8', env: { PATH } })
    expect(help).toContain('--database URL')
    const server = await startPostgres()
    onTestFinished(() => {
      server.stop()
    })
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(20, 4)
    const start = (...args: string[]) =>
      Api.start(args, { entry, env: { CHAINGLASS_DATABASE: server.url, NODE_PATH: '' } })
    const writer = await start('--role', 'writer', '--rpc', anvil.url)
    const readers = [await start('--role', 'reader'), await start('--rpc', anvil.url)]
    const head = Number(await anvil.request<string>('eth_blockNumber'))
    for (const api of [writer, ...readers])
      await until('it is at the head', async () => (await api.health()).body.chains[0]?.head === head, {
        seen: () => api.seen(),
      })
    const [read, stoodBy] = await Promise.all(readers.map((reader) => reader.get('/api/v2/transactions')))
    expect(read?.status).toBe(200)
    expect(JSON.parse(read?.text ?? '')).toMatchObject({
      items: expect.arrayContaining([expect.anything()]) as unknown,
    })
    expect(stoodBy).toEqual(read)
  },
)
