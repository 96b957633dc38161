/** The authorizations of an account (EIP-7702), from what it signed on a real node. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Hex } from 'viem'
import type { WireItem } from '../../chain-reader.ts'
import { followChain } from '../follow-chain.ts'
import { authorizeTooLate } from '../testing/account-contracts.ts'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { indexed, testFolder } from '../testing/fixtures.ts'
import { openIndexIn } from '../testing/follow-indexed.ts'
import { serveAccounts } from '../testing/serve-accounts.ts'

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
})

test('an index of an older version says which are not known, until it was compared with the node', async () => {
  const { anvil } = served
  const options = { rpcUrl: anvil.url, dataDir: testFolder() }
  const before = await followChain(options)
  await indexed(before, anvil.url)
  await before.close()
  const index = openIndexIn(options.dataDir)
  index.exec('DROP TABLE delegation; PRAGMA user_version = 5;')
  index.close()
  const chain = await followChain(options)
  onTestFinished(() => chain.close())
  const read = () =>
    chain.reader.list('address-authorizations', {
      params: ofAddress(OTHER),
      filters: {},
      after: null,
      limit: 9,
    })
  expect(await read()).toMatchObject({
    items: [],
    meta: { message: expect.stringContaining('Authorizations before block') as string },
  })
  expect((await chain.verify()).repaired.authorizations).toBe(4)
  const known = await read()
  expect(known?.meta).toBeUndefined()
  expect(known?.items.map(({ index, status }) => [index, status])).toEqual(
    (await list(OTHER)).map(({ index, status }) => [index, status]),
  )
})

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
