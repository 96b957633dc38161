/** The authorizations of an account (EIP-7702), from what it signed on a real node. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Hex } from 'viem'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { createPostgresStorage, listSchemas } from '#server/store/postgres-storage.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import type { WireItem } from '../../chain-reader.ts'
import { followChain } from '../follow-chain.ts'
import { authorizeTooLate } from '../testing/account-contracts.ts'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { openSqliteIndex } from '../store/sqlite-index.ts'
import { indexed, testFolder, testProxy } from '../testing/fixtures.ts'
import { testDatabase } from '../testing/follow-indexed.ts'
import { Refused } from '../testing/node-proxy.ts'
import { serveAccounts } from '../testing/serve-accounts.ts'
import { until } from '../testing/until.ts'

/** The account of `authorize` in account-contracts.ts. */
const OTHER = '0xAe72A48c1a36bd18Af168541c53037965d26e4A8'
/** The one of `authorizeTooLate`. */
const LATE = '0xEA0C0D77F61162072c606EFF3D4Ee1368eF600E9'
let served: Awaited<ReturnType<typeof serveAccounts>>

beforeAll(async () => {
  served = await serveAccounts()
}, 60_000)
afterAll(() => served.close())

const list = (address: string, limit = 50): Promise<WireItem[]> =>
  readAll(served.chain.reader, 'address-authorizations', { params: ofAddress(address), limit })
const hash = (address: Hex) =>
  expect.objectContaining({ hash: expect.stringMatching(new RegExp(address, 'i')) as string }) as object

test('what an account signed, newest first, with what came of it', async () => {
  const { at, sent, delegator } = served.accounts
  expect(await list(delegator)).toEqual([
    expect.objectContaining({
      ...{
        transaction_hash: sent.delegated,
        index: 0,
        status: 'ok',
        block_number: expect.any(Number) as number,
      },
      ...{ authority: hash(delegator), delegate: hash(at.SmartAccount), chain_id: '31337' },
    }),
  ])
})

test('several in one transaction, in pages of any size, and nothing for who signed none', async () => {
  const { at, sent } = served.accounts
  const all = await list(OTHER)
  expect(all.map(({ index, status, chain_id: id, nonce }) => [index, status, id, nonce])).toEqual([
    [2, 'invalid_nonce', '0', '0'],
    [1, 'ok', '0', '0'],
    [0, 'invalid_chain_id', '1', '0'],
  ])
  for (const item of all)
    expect(item).toMatchObject({ transaction_hash: sent.authorized, delegate: hash(at.Safe) })
  for (const limit of [1, 2]) expect(await list(OTHER, limit)).toEqual(all)
  expect(await list(at.Safe)).toEqual([])
  const counters = (address: string) => served.chain.reader.detail('address-tab-counters', ofAddress(address))
  expect(await counters(OTHER)).toMatchObject({ authorizations_count: 3 })
  expect(await counters(at.Safe)).toMatchObject({ authorizations_count: 0 })
})

/** An index as a program of version 5 had it, in a file and in a database. */
async function formerIndex(kind: string, rpcUrl: string) {
  const dataDir = testFolder()
  const database = kind === 'PostgreSQL' ? testDatabase(await postgres(), dataDir) : undefined
  const options = {
    ...{ rpcUrl, dataDir, verifyStepMs: 3_600_000 },
    ...(database !== undefined && { storage: createPostgresStorage(database) }),
  }
  const before = await followChain(options)
  await indexed(before, rpcUrl)
  await before.close()
  const index =
    database === undefined
      ? openSqliteIndex(join(dataDir, readdirSync(dataDir).find((name) => name.endsWith('.sqlite')) ?? ''))
      : openPostgresIndex(database, listSchemas(database)[0] ?? '')
  index.exec('DROP TABLE delegation')
  if (database === undefined) index.exec('PRAGMA user_version = 5')
  else index.setMeta('schema_version', '5')
  index.close()
  return options
}

async function postgres(): Promise<string> {
  const server = await startPostgres()
  onTestFinished(() => {
    server.stop()
  })
  return server.url
}

// PostgreSQL is installed by `npm test` where packages can be installed.
test.each(findPostgres() === null ? ['SQLite'] : ['SQLite', 'PostgreSQL'])(
  'an index of an older version says which are not known, until it has read the blocks with some (%s)',
  async (kind) => {
    const { anvil } = served
    const options = await formerIndex(kind, anvil.url)
    const read = Promise.withResolvers<undefined>()
    const asked = new Set<number>()
    const node = await testProxy(anvil.url, async (method, params, forward) => {
      if (method === 'eth_getBlockReceipts') {
        await read.promise
        asked.add(Number(params[0]))
      }
      return forward()
    })
    const chain = await followChain({ ...options, rpcUrl: node.url })
    onTestFinished(() => chain.close())
    const page = () =>
      chain.reader.list('address-authorizations', {
        params: ofAddress(OTHER),
        filters: {},
        after: null,
        limit: 9,
      })
    expect(await page()).toMatchObject({
      items: [],
      meta: { message: expect.stringContaining('Authorizations before block') as string },
    })
    const count = () => chain.reader.detail('address-tab-counters', ofAddress(OTHER))
    expect(await count()).toMatchObject({ authorizations_count: null })
    read.resolve(undefined)
    const known = await until('they are known', async () => {
      const one = await page()
      return one !== null && one.meta === undefined ? one : null
    })
    expect(await count()).toMatchObject({ authorizations_count: 3 })
    const others = await list(served.accounts.delegator)
    expect(asked).toEqual(new Set([...known.items, ...others].map((item) => item.block_number)))
    expect(known.items.map(({ index, status }) => [index, status])).toEqual(
      (await list(OTHER)).map(({ index, status }) => [index, status]),
    )
  },
)

test('blocks that are undone take theirs along', async () => {
  const { anvil, chain, accounts } = served
  const snapshot = await anvil.request('evm_snapshot')
  const late = await authorizeTooLate(anvil, accounts.at)
  await indexed(chain, anvil.url)
  const [newest, first, ...others] = await list(LATE)
  expect(newest).toMatchObject({
    transaction_hash: late,
    delegate: hash(accounts.at.Safe),
    nonce: '1',
    status: null,
  })
  expect(first).toMatchObject({ nonce: '0', status: 'ok' })
  expect(others).toEqual([])
  await anvil.request('evm_revert', [snapshot])
  await anvil.request('anvil_mine', ['0x8'])
  await indexed(chain, anvil.url)
  expect(await list(LATE)).toEqual([])
})

test('a page that lacks what the node did not answer has no version: it is read again', async () => {
  const { anvil, accounts } = served
  let isRefusing = true
  const node = await testProxy(anvil.url)
  const chain = await followChain({ rpcUrl: node.url, dataDir: testFolder() })
  onTestFinished(() => chain.close())
  await indexed(chain, anvil.url)
  const asked = { params: ofAddress(accounts.delegator), filters: {}, after: null, limit: 9 }
  const before = node.methods.length
  node.answer((method, params, forward) => {
    if (isRefusing && method === 'eth_getBlockByNumber' && params[1] === true)
      throw new Refused(-32005, 'limit exceeded')
    return forward()
  })
  const lacking = await chain.reader.list('address-authorizations', asked)
  expect(lacking?.items).toMatchObject([{ status: null }])
  expect(lacking).not.toHaveProperty('version')
  expect(node.methods.slice(before)).toContain('eth_getBlockByNumber')
  isRefusing = false
  expect(await chain.reader.list('address-authorizations', asked)).toMatchObject({
    items: [{ status: 'ok' }],
    version: expect.any(String) as string,
  })
})
