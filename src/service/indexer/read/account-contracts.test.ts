/** Calls through proxies, Safes, smart accounts and diamonds: every list and every call against the node's own answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCallTrace } from '#shared/chain/call-trace.ts'
import { createService, type Service } from '../../http/server.ts'
import type { FollowedChain } from '../follow-chain.ts'
import { expectNone } from '../testing/compare/expect-none.ts'
import { followIndexed } from '../testing/follow-indexed.ts'
import { sendThroughAccounts, type AccountContracts } from '../testing/account-contracts.ts'
import { startAnvil, type Anvil } from '../testing/anvil.ts'
import { framesOfNode, type NodeCall } from '../testing/compare/compare-calls.ts'
import { ListComparison } from '../testing/compare/compare-lists.ts'
import { indexed } from '../testing/fixtures.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-accounts-'))
let anvil: Anvil
let accounts: AccountContracts
let chain: FollowedChain
let service: Service

beforeAll(async () => {
  anvil = await startAnvil()
  accounts = await sendThroughAccounts(anvil)
  chain = await followIndexed({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  service = await createService({ reader: chain.reader })
})

afterAll(async () => {
  await service.close()
  await chain.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('no list differs from what the node says', async () => {
  const { found } = await new ListComparison(chain.reader, anvil.url).all()
  expectNone(found)
})

test('every call of every transaction is as the node traces it', async () => {
  for (const [name, hash] of Object.entries(accounts.sent)) {
    const traced = await anvil.request<NodeCall>('debug_traceTransaction', [hash, { tracer: 'callTracer' }])
    const response = await fetch(`${service.url}/api/v2/transactions/${hash}/raw-trace`)
    const { frames } = readCallTrace((await response.json()) as unknown[])
    expect(frames, name).toMatchObject(framesOfNode(traced))
  }
})

test('a failure six calls deep is told where it happened', async () => {
  const response = await fetch(`${service.url}/api/v2/transactions/${accounts.sent.sink}/raw-trace`)
  const { frames } = readCallTrace((await response.json()) as unknown[])
  expect(Math.max(...frames.map(({ traceAddress }) => traceAddress?.length ?? 0))).toBe(6)
  for (const { error } of frames) expect(error).not.toBeNull()
})

test('proxies name what is behind them', async () => {
  const of = async (address: string) =>
    (await chain.reader.detail('address', { address_hash: address })) as {
      proxy_type: string | null
      implementations: readonly { address_hash: string }[]
    }
  const { at, delegator } = accounts
  const kinds = [
    [at.Behind, 'eip1967_beacon', [at.Till]],
    [delegator, 'eip7702', [at.SmartAccount]],
    [at.Diamond, 'eip2535', [at.FirstFacet, at.SecondFacet]],
  ] as const
  for (const [address, type, behind] of kinds) {
    const { proxy_type: kind, implementations } = await of(address)
    expect(kind, type).toBe(type)
    expect(implementations.map(({ address_hash: hash }) => hash.toLowerCase()).sort()).toEqual(
      behind.map((hash) => hash.toLowerCase()).sort(),
    )
  }
})
