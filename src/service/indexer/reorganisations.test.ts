import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Position } from '../chain-reader.ts'
import type { FollowedChain } from './follow-chain.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { findWrongRows } from './testing/compare/compare-rows.ts'
import { untilSameCounters } from './testing/compare/counters.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { ofAddress } from './testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow } from './testing/fixtures.ts'
import { indexesIn, TEST_SERVER } from './testing/follow-indexed.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

const differences = async (chain: FollowedChain, url: string): Promise<readonly string[]> =>
  TEST_SERVER === undefined ? (await new ListComparison(chain.reader, url).all()).found : findWrongRows(chain)

test('what another branch undoes is undone, 1 to 20 blocks deep, and listeners are told', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(40, 4)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  const told: NodeStatus[] = []
  chain.onStatus((status) => told.push(status))
  await indexed(chain, anvil.url)
  for (let depth = 1; depth <= 20; depth++) {
    const snapshot = await anvil.request('evm_snapshot')
    await workload.make(depth * 2, 2)
    await indexed(chain, anvil.url)
    await anvil.request('evm_revert', [snapshot])
    // Shorter, as long, or longer than the branch that was: each is told apart from it.
    await workload.make(depth + (depth % 3), 1 + (depth % 2))
    await indexed(chain, anvil.url)
  }
  expectNone(await differences(chain, anvil.url))
  const depths = new Set(told.map((status) => status.reorganisation?.depth))
  expect([...depths].filter((depth) => depth !== undefined).length).toBeGreaterThanOrEqual(15)

  const fresh = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(fresh, anvil.url)
  const everybody = [...workload.accounts, ...Object.values(workload.at), `0x${'0'.repeat(40)}`]
  await untilSameCounters(chain.reader, fresh.reader, everybody)
})

test('a snapshot that is reverted takes its blocks with it, with no new block to say so', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const height = chain.status().head!.number
  const snapshot = await anvil.request('evm_snapshot')
  await workload.make(10, 2)
  await indexed(chain, anvil.url)
  expect(chain.status().head?.number).toBe(height + 5)
  await anvil.request('evm_revert', [snapshot])
  await until('the blocks are gone', () => chain.status().head?.number === height)
  expect(chain.status().reorganisation).toMatchObject({ depth: 5, commonAncestor: height })
  expectNone(await differences(chain, anvil.url))
})

test('anvil_reorg replaces blocks by others of the same heights', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(30, 2)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const { head } = chain.status()
  await anvil.request('anvil_reorg', [7, []])
  await until('the other branch', () => {
    const now = chain.status().head
    return now?.number === head?.number && now?.hash !== head?.hash
  })
  await indexed(chain, anvil.url)
  expect(chain.status().reorganisation?.depth).toBe(7)
  expectNone(await differences(chain, anvil.url))
})

test('anvil_reset is another chain: another file, and the old one kept', async () => {
  const anvil = await testAnvil()
  const dataDir = testFolder()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(20, 2)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  const files = () => indexesIn(dataDir)
  const [first] = files()
  await anvil.request('anvil_reset')
  await until('the new chain', () => chain.status().head?.number === 0, { seen: () => chain.status() })
  expect(chain.status().message).toContain('Another chain answers at this URL')
  expect(files()).toHaveLength(2)
  expect(files()).toContain(first)
  const again = await Workload.deploy(anvil.url, 99)
  await again.make(20, 2)
  await indexed(chain, anvil.url)
  expectNone(await differences(chain, anvil.url))
})

test('a node that starts again from the same genesis block is another chain', async () => {
  const args = ['--timestamp', '1700000000']
  const dataDir = testFolder()
  const before = await testAnvil({ args })
  const genesis = await before.request<{ hash: string }>('eth_getBlockByNumber', ['0x0', false])
  const workload = await Workload.deploy(before.url)
  await workload.make(30, 2)
  const chain = await testFollow({ rpcUrl: before.url, dataDir })
  await indexed(chain, before.url)
  await before.stop()
  await until('the node is missed', () => chain.status().state === 'stalled')
  const after = await testAnvil({ args, port: before.port })
  expect(await after.request('eth_getBlockByNumber', ['0x0', false])).toMatchObject({ hash: genesis.hash })
  const again = await Workload.deploy(after.url, 5)
  await again.make(30, 3)
  await indexed(chain, after.url)
  expect(indexesIn(dataDir)).toHaveLength(2)
  expectNone(await differences(chain, after.url))
})

test('a node that was stopped and goes on from its saved state is the same chain', async () => {
  const dataDir = testFolder()
  const args = ['--state', join(testFolder(), 'state.json')]
  const before = await testAnvil({ args })
  const workload = await Workload.deploy(before.url)
  await workload.make(30, 2)
  const chain = await testFollow({ rpcUrl: before.url, dataDir })
  await indexed(chain, before.url)
  const height = chain.status().head!.number
  const { traces } = chain.status()
  await before.stop('SIGTERM')
  await until('the node is missed', () => chain.status().state === 'stalled')
  const after = await testAnvil({ args, port: before.port })
  await after.request('evm_mine')
  await until('it goes on', () => chain.status().head?.number === height + 1, {
    seen: () => chain.status(),
  })
  expect(indexesIn(dataDir)).toHaveLength(1)
  // The node has lost its traces; the index has them still.
  expect(chain.status().traces).toEqual(traces)
})

test('a list that is read while the chain is reorganised says that its first pages may be gone', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(20, 2)
  const kept = await anvil.request('evm_snapshot')
  const height = Number(await anvil.request('eth_blockNumber'))
  const [sender = ''] = workload.accounts
  await anvil.request('eth_sendTransaction', [{ from: sender, to: sender, value: '0x1' }])
  await anvil.request('evm_mine')
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const page = async (after: Position | null) => {
    const request = { params: ofAddress(sender), filters: {}, after, limit: 2 }
    const read = await chain.reader.list('address-transactions', request)
    return { next: null, ...read, status: read?.meta?.status }
  }
  const first = await page(null)
  const before = await page(first.next)
  await anvil.request('evm_revert', [kept])
  await anvil.request('evm_mine')
  await until('the other branch', () => chain.status().reorganisation?.commonAncestor === height)
  await indexed(chain, anvil.url)
  const second = await page(first.next)
  const fresh = await page(null)
  const below = await page(fresh.next)
  const top = first.items?.[0]?.block_number as number
  expect(top).toBeGreaterThan(height)
  expect([first, before, second, fresh, below].map(({ status }) => status)).toEqual([
    undefined,
    undefined,
    'reorganised',
    undefined,
    undefined,
  ])
})
