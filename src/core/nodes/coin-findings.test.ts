/**
 * A token that a node's index finds to be its chain's coin: sources and ledgers know it at once, and after the next
 * start.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmitter } from '#shared/emitter.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { ChainReader } from '#service/chain-reader.ts'
import { createService, type Service } from '#service/http/server.ts'
import type { Core } from '../create-core.ts'
import {
  holdingOf,
  testChain,
  OWN,
  tokenOf,
  transactionOf,
  transferOf,
} from '../ledger/testing/test-chain.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { noNodes } from './testing/no-nodes.ts'

const RPC = 'http://127.0.0.1:8545'
const TOKEN = tokenOf(0xc0, { symbol: 'COIN' })
const made = testChain(() => ({
  coin: '5',
  lists: {
    'address-transactions': [
      transactionOf(1, { from: { hash: `0x${'0b'.repeat(20)}` }, to: { hash: OWN }, value: '5' }),
    ],
    'address-token-transfers': [transferOf(1, TOKEN, '5')],
    'address-tokens': [holdingOf(TOKEN, '5')],
  },
}))
const reader: ChainReader = { ...made, chain: { ...made.chain, chainId: '999999' } }

let dataDir: string
let service: Service
let core: Core
let client: RpcClient
const statuses = createEmitter<Partial<NodeStatus>>()

async function start() {
  core = await createTestCore(dataDir, {
    services: {
      sampleUrl: () => Promise.reject(new Error('no sample here')),
      nodes: {
        ...noNodes,
        follow: () => Promise.resolve(service.url),
        status: () => ({ chainId: '999999' }) as NodeStatus,
        onStatus: (listener) =>
          statuses.on((status) => {
            listener(RPC, status as NodeStatus)
          }),
      },
    },
  })
  client = connectInMemory(core.server)
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-coin-'))
  service = await createService({ reader, dialect: 'v12' })
  await start()
})
afterEach(async () => {
  core.close()
  await service.close()
  rmSync(dataDir, { recursive: true })
})

const contractOf = async (id: string) => {
  const { sources } = await readState(client, 'sources.changed', {})
  return sources.find((source) => source.id === id)?.coin.contract
}
async function assetsOf(source: string) {
  const statement = await client.call('ledger.statement', {
    source,
    address: OWN,
    from: null,
    to: null,
    withSpam: true,
  })
  if (!statement.ok) throw new Error(JSON.stringify(statement.error))
  return statement.data.lines.map(({ asset, closing }) => [asset.id, closing])
}

test('of a followed node, as its status says', async () => {
  const added = await client.call('nodes.add', { rpcUrl: RPC })
  const id = added.ok ? added.data.id : ''
  expect(await assetsOf(id)).toEqual([
    ['coin', '5'],
    [TOKEN.address_hash, '5'],
  ])

  statuses.emit({ chainId: '999999', coinContract: TOKEN.address_hash })
  expect(await contractOf(id)).toBe(TOKEN.address_hash)
  expect(await assetsOf(id)).toEqual([['coin', '5']])

  // While nobody is connected nothing is known, which takes nothing back.
  statuses.emit({ chainId: null, coinContract: null })
  core.close()
  await start()
  expect(await contractOf(id)).toBe(TOKEN.address_hash)
  expect(await assetsOf(id)).toEqual([['coin', '5']])

  // Another index, or another chain, has found none.
  statuses.emit({ chainId: '999999', coinContract: null })
  expect(await contractOf(id)).toBeUndefined()
})

test('of another Chainglass, as its service says', async () => {
  let contract: string | undefined = TOKEN.address_hash
  const other = await createService({
    reader: {
      ...reader,
      get chain() {
        return { ...reader.chain, coin: { symbol: 'ETH', decimals: 18, ...(contract && { contract }) } }
      },
    },
  })
  const added = await client.call('sources.add', { url: other.url })
  const id = added.ok ? added.data.id : ''
  expect(await contractOf(id)).toBe(TOKEN.address_hash)
  contract = undefined
  await client.call('sources.suggestedAddresses', { source: id })
  expect(await contractOf(id)).toBeUndefined()
  contract = TOKEN.address_hash
  await client.call('sources.suggestedAddresses', { source: id })
  expect(await contractOf(id)).toBe(TOKEN.address_hash)
  // A text that is no address is ignored.
  contract = '0xC0IN'
  await client.call('sources.suggestedAddresses', { source: id })
  expect(await contractOf(id)).toBe(TOKEN.address_hash)
  await other.close()
})
