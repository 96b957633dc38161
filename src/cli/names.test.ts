/** Tests names of things and sources on the command line, besides addresses and transaction hashes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { createService } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { openHostileServer, type HostileServer } from '#platform/testing/hostile-server.ts'
import { runCommand } from './testing/run-command.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'b7'.repeat(32)}`
const PAGE = { items: [], next_page_params: null }
const BODIES: Readonly<Record<string, unknown>> = {
  [`/api/v2/addresses/${ADDRESS}`]: { hash: ADDRESS, coin_balance: '7' },
  [`/api/v2/addresses/${ADDRESS}/transactions`]: PAGE,
  [`/42220/api/v2/addresses/${ADDRESS}/transactions`]: PAGE,
  [`/api/v2/blocks/${HASH}`]: { hash: HASH, height: 1000 },
  [`/api/v2/blocks/${HASH}/transactions`]: PAGE,
  '/api/v2/search/quick': [
    { type: 'token', name: 'vitalik.eth', address_hash: `0x${'11'.repeat(20)}`, symbol: 'V' },
    {
      type: 'ens_domain',
      address_hash: `0x${'22'.repeat(20)}`,
      ens_info: { name: 'vitalik.eth.eth', address_hash: `0x${'22'.repeat(20)}` },
    },
    { type: 'ens_domain', address_hash: ADDRESS, ens_info: { name: 'vitalik.eth', address_hash: ADDRESS } },
  ],
}

let server: HostileServer
let dataDir: string
/** The number of requests before the test. */
let before = 0
beforeAll(async () => {
  server = await openHostileServer()
  server.always((response, { path }) => {
    const body = BODIES[path]
    response.statusCode = body === undefined ? 404 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body ?? { message: 'Not found' }))
  })
})
afterAll(() => server.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-names-'))
  before = server.requests.length
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})
const ask = (args: readonly string[], source = server.url) =>
  runCommand([...args, '--source', source, '--data-dir', dataDir])
const asked = () => server.requests.slice(before)
const paths = () => asked().map(({ path }) => path)

it.each(['vitalik.eth', 'Vitalik.ETH', ' ｖｉｔａｌｉｋ.eth'])(
  '%j is the address with that name',
  async (name) => {
    const { code, stdout } = await ask(['show', name, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ hash: ADDRESS })
    expect(
      asked()
        .find(({ path }) => path.includes('search'))
        ?.query.get('q'),
    ).toBe('vitalik.eth')
  },
)

it('a name has the lists of its address', async () => {
  expect(await ask(['list', 'Vitalik.eth', 'transactions', '--json'])).toMatchObject({ code: 0 })
  expect(paths()).toContain(`/api/v2/addresses/${ADDRESS}/transactions`)
})

it('a name that nobody has is said so, and what is none is not asked for', async () => {
  const none = await ask(['show', 'nobody.eth'])
  expect(none).toMatchObject({ code: 2 })
  expect(none.stderr).toContain('no address with the name “nobody.eth”')
  before = server.requests.length
  expect(await ask(['show', 'what is this'])).toMatchObject({ code: 2 })
  expect(paths().filter((path) => path.includes('search'))).toEqual([])
})

it.each([HASH, HASH.slice(2), HASH.toUpperCase()])(
  '%s is a block where no transaction has it',
  async (hash) => {
    const { code, stdout } = await ask(['show', hash, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ hash: HASH, height: 1000 })
  },
)

it('a block is told by its height first', async () => {
  const { stdout } = await ask(['show', HASH, '--csv'])
  expect(stdout.split('\r\n').slice(0, 2)).toEqual(['field,value', 'height,1000'])
})

it('a hash has the lists of a block that no transaction has', async () => {
  expect(await ask(['list', HASH, 'transactions', '--json'])).toMatchObject({ code: 0 })
  expect(paths()).toContain(`/api/v2/blocks/${HASH}/transactions`)
})

it('a hash that nothing has is not found, in the words for a transaction', async () => {
  const { code, stderr } = await ask(['show', `0x${'c8'.repeat(32)}`])
  expect(code).toBe(1)
  expect(stderr).toMatch(/not found/i)
})

it.each(['/42220/api/v2', '/42220/api/v2/', '/42220/api'])(
  'a source %s is the chain that it names',
  async (path) => {
    const { code } = await ask(['list', ADDRESS, 'transactions', '--csv'], `${server.url}${path}`)
    expect(code).toBe(0)
    expect(paths().filter((each) => each.includes('/addresses/'))).toEqual([
      `/42220/api/v2/addresses/${ADDRESS}/transactions`,
    ])
  },
)

it('a block is named by what it is, or by a time, and a label of one’s own is an address', async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  const service = await createService({ reader: chain })
  onTestFinished(() => service.close())
  const block = async (name: string) => {
    const { code, stdout, stderr } = await ask(['show', name, '--json'], service.url)
    expect({ name, code }, stderr).toEqual({ name, code: 0 })
    return JSON.parse(stdout) as { readonly height: number; readonly timestamp: string }
  }
  const newest = await block('latest')
  expect(await block(String(newest.height))).toEqual(newest)
  expect((await block('earliest')).height).toBe(0)
  for (const [typed, time] of [
    ['2026-10-07T10:00', '2026-10-07T10:00:00Z'],
    ['2026-10-07T11:30Z', '2026-10-07T11:30:00Z'],
    ['2026-10-07 12:45:00+02:00', '2026-10-07T10:45:00Z'],
  ] as const) {
    const found = await block(typed)
    expect(Date.parse(found.timestamp)).toBeLessThanOrEqual(Date.parse(time))
    const next = await block(String(found.height + 1))
    expect(Date.parse(next.timestamp)).toBeGreaterThan(Date.parse(time))
  }
  expect(await block('2026-10-08')).toEqual(newest)
  for (const wrong of ['2026-02-30', 'finalized', '1999-01-01'])
    expect(await ask(['show', wrong], service.url)).toMatchObject({ code: 2, stdout: '' })

  const core = await createTestCore(dataDir)
  const entry = { address: '0x48aA00c4E363c1341e59402DF321BDB2018bb764', chainId: null, label: 'Treasury' }
  await connectInMemory(core.server).call('watchlist.save', entry)
  core.close()
  const labelled = await runCommand(['show', 'treasury', '--json', '--data-dir', dataDir])
  expect(JSON.parse(labelled.stdout)).toMatchObject({ hash: entry.address })
})
