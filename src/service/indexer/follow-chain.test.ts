import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FollowedChain } from './follow-chain.ts'
import { testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { followIndexed, indexesIn } from './testing/follow-indexed.ts'
import { startAnvil, type Anvil } from './testing/anvil.ts'
import { scriptedNode } from './testing/scripted-node.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

let anvil: Anvil
let workload: Workload
let chain: FollowedChain
const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-index-'))

beforeAll(async () => {
  anvil = await startAnvil()
  workload = await Workload.deploy(anvil.url)
  await workload.make(200)
  chain = await followIndexed({ rpcUrl: anvil.url, dataDir })
  await until('following', () => chain.status().state === 'following', { seen: () => chain.status() })
})

afterAll(async () => {
  await chain.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a block is in the lists as soon as the node has it', async () => {
  const [from, to] = workload.accounts
  const hash = await anvil.request<string>('eth_sendTransaction', [{ from, to, value: '0x1' }])
  const first = await until('the transaction', async () => {
    const page = await chain.reader.list('address-transactions', {
      params: { address_hash: from!.toLowerCase() },
      filters: {},
      after: null,
      limit: 50,
    })
    return page?.items.find((item) => item.hash === hash)
  })
  expect(first).toMatchObject({ status: 'ok', value: '1', transaction_types: ['coin_transfer'] })
})

test('chains whose ids fill 256 bits, and differ in their last digit, have an index each, which is found again', async () => {
  const folder = testFolder()
  const follow = async (last: string) => {
    const id = `0x${'f'.repeat(63)}${last}`
    const node = scriptedNode([{}, {}], (method) => (method === 'eth_chainId' ? id : undefined))
    const proxy = await testProxy(null, node)
    const followed = await testFollow({ rpcUrl: proxy.url, dataDir: folder })
    await until('both blocks', () => followed.status().head?.number === 1, { seen: () => followed.status() })
    expect(followed.reader.chain.chainId).toBe(BigInt(id).toString())
    await followed.close()
  }
  await follow('e')
  await follow('f')
  expect(indexesIn(folder)).toHaveLength(2)
  await follow('f')
  await follow('e')
  expect(indexesIn(folder)).toHaveLength(2)
})

test('what sorted lists are read along is made behind the head, though no page asks for it', async () => {
  await until('all of it', () => chain.status().prepared === undefined, {
    seen: () => chain.status().prepared,
  })
})
