import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FollowedChain } from './follow-chain.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { followIndexed } from './testing/follow-indexed.ts'
import { startAnvil, type Anvil } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { compareStateChanges } from './testing/compare/compare-state-changes.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

const TRANSACTIONS = 2_100

let anvil: Anvil
let workload: Workload
let chain: FollowedChain
const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-index-'))

beforeAll(async () => {
  anvil = await startAnvil()
  workload = await Workload.deploy(anvil.url)
  chain = await followIndexed({ rpcUrl: anvil.url, dataDir })
  // The chain goes on while it is indexed.
  await workload.make(TRANSACTIONS)
  const height = Number(await anvil.request<string>('eth_blockNumber'))
  await until(
    'everything indexed',
    () => {
      const { state, head, traces } = chain.status()
      return state === 'following' && head?.number === height && traces.done === traces.of
    },
    { seen: () => chain.status() },
  )
})

afterAll(async () => {
  await chain.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('no list differs from what the node itself says', async () => {
  const { compared, found } = await new ListComparison(chain.reader, anvil.url).all()
  expectNone(found)
  expect(chain.status().traces.of).toBeGreaterThan(TRANSACTIONS)
  for (const rows of Object.values(compared)) expect(rows).toBeGreaterThan(0)
})

test('state changes add up to what the balances did', async () => {
  const height = chain.status().head!.number
  const heights = Array.from({ length: 16 }, (_, step) => Math.floor((height * (step + 1)) / 16))
  const { compared, found } = await compareStateChanges(chain.reader, anvil.url, heights)
  expectNone(found)
  expect(chain.status().node?.balanceChanges).toBe('diff')
  expect(compared['state changes, coins']).toBeGreaterThan(100)
  expect(compared['state changes, tokens']).toBeGreaterThan(100)
})
