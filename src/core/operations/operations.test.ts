/** User operations and authorizations on a real node, as an EntryPoint and accounts make them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from 'viem'
import { authorizeTooLate, operationsOf } from '#service/indexer/testing/account-contracts.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { serveAccounts } from '#service/indexer/testing/serve-accounts.ts'
import { callData } from '#service/indexer/testing/workload.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { OperationsReport } from '#shared/rpc/contract/operations.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const folder = mkdtempSync(join(tmpdir(), 'chainglass-operations-'))
type Served = Awaited<ReturnType<typeof serveAccounts>>
let served: Served
let anvil: Served['anvil']
let accounts: Served['accounts']
let service: Served['service']
let core: Core
let client: RpcClient
let source: string

beforeAll(async () => {
  served = await serveAccounts()
  ;({ anvil, accounts, service } = served)
  core = await createTestCore(join(folder, 'core'))
  client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url: service.url, chainId: '31337' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  source = added.data.id
})

afterAll(async () => {
  core.close()
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

async function read(hash: string): Promise<OperationsReport> {
  const result = await client.call('operations.read', { source, hash, askSource: true })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}

const lower = (address: string) => address.toLowerCase()

test('operations that the transaction hands in: who, what, and what came of it', async () => {
  const { at, sent } = accounts
  const [bundler] = await anvil.request<string[]>('eth_accounts')
  const report = await read(sent.operations)
  expect(report).toMatchObject({ left: 0, logs: 'whole', trace: 'unneeded', authorizations: [] })
  expect(report.operations).toHaveLength(2)
  expect(report.operations[1]).toMatchObject({
    ...{ entryPoint: lower(at.EntryPoint), version: null, sender: lower(at.SmartAccount), nonce: '8' },
    ...{ bundler, paymaster: null, factory: null, state: 'succeeded', failure: null },
    ...{ gasCost: '1000000000000000001', gasUsed: '90000', callsLeft: 0 },
    called: { name: 'execute', origin: 'verified', from: 'SmartAccount' },
    calls: [
      { to: lower(at.Till), contract: 'Till', value: '1', called: { name: 'pay', origin: 'verified' } },
    ],
  })
})

test('a transfer of coin by an account says to whom, and how much', async () => {
  const { at } = accounts
  const [from = '0x'] = await anvil.request<Hex[]>('eth_accounts')
  const { operation, handleOps } = operationsOf(at, from)
  const callTo = (to: Hex) => callData('SmartAccount', 'execute', [to, 3n, '0x'])
  const data = handleOps({ ...operation(31n), callData: callTo(at.Safe) })
  const { transactionHash } = await anvil.send({ from, to: at.EntryPoint, gas: '0x2dc6c0', data })
  await indexed(served.chain, anvil.url)
  const { operations } = await read(transactionHash)
  expect(operations).toMatchObject([
    {
      state: 'succeeded',
      calls: [{ to: lower(at.Safe), contract: 'Safe', value: '3', called: null, selector: null }],
    },
  ])
})

test('operations that a contract hands in are found in the trace, with why one failed', async () => {
  const { at, sent } = accounts
  const { operations, trace } = await read(sent.bundled)
  expect(trace).toBe('read')
  expect(operations).toMatchObject([
    { nonce: '12', state: 'succeeded', paymaster: lower(at.Safe), calls: [{ called: { name: 'pay' } }] },
    {
      ...{ nonce: '13', state: 'failed', paymaster: null },
      calls: [{ contract: 'Till', value: '0', called: { name: 'refuse' } }],
      failure: { kind: 'call', text: expect.stringContaining('NotEnough') as string },
    },
  ])
})

test('operations that a contract handed in and that were undone with the transaction are found in the trace', async () => {
  expect(await read(accounts.sent.undone)).toMatchObject({
    ...{ logs: 'whole', trace: 'read' },
    operations: [{ nonce: '14', state: 'undone', calls: [{ called: { name: 'pay' } }] }],
  })
})

test('an authorization whose nonce the account spent by its own code is not said to have taken effect', async () => {
  const hash = await authorizeTooLate(anvil, accounts.at)
  await indexed(served.chain, anvil.url)
  const { authorizations } = await read(hash)
  expect(authorizations).toMatchObject([{ nonce: '1', state: 'unknown' }])
  const code = await anvil.request<string>('eth_getCode', [authorizations?.[0]?.authority, 'latest'])
  expect(code).toBe(`0xef0100${'cc'.repeat(20)}`)
})

test('authorizations say who delegates to which code, and which of them took effect', async () => {
  const { at, delegator, sent } = accounts
  expect((await read(sent.delegated)).authorizations).toMatchObject([
    { authority: delegator, delegate: lower(at.SmartAccount), chainId: '31337', state: 'applied' },
  ])
  const { authorizations, operations } = await read(sent.authorized)
  expect(operations).toEqual([])
  const [, applied] = authorizations ?? []
  expect(authorizations).toMatchObject([
    { chainId: '1', state: 'skipped', because: 'chain' },
    { chainId: '0', nonce: '0', state: 'applied', because: null },
    { chainId: '0', nonce: '0', state: 'skipped', because: 'nonce' },
  ])
  const code = await anvil.request<string>('eth_getCode', [applied?.authority, 'latest'])
  expect(code).toBe(`0xef0100${lower(at.Safe).slice(2)}`)
})

test('the node is asked once for what came of the authorizations of a transaction', async () => {
  const params = { transaction_hash: accounts.sent.authorized }
  const first = await served.chain.reader.detail('transaction', params)
  const asked = served.node.methods.filter((method) => method === 'eth_getTransactionCount').length
  expect(await served.chain.reader.detail('transaction', params)).toEqual(first)
  expect(served.node.methods.filter((method) => method === 'eth_getTransactionCount')).toHaveLength(asked)
})

test('a transaction without any of it has empty lists', async () => {
  expect(await read(accounts.sent.safe)).toMatchObject({ operations: [], authorizations: [], trace: 'read' })
})
