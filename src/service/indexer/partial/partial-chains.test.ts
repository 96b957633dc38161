/** Chains of which the index has the end only: forks of another chain, and what `--from-block` begins later. */
import { expect, test } from 'vitest'
import type { FollowedChain } from '../follow-chain.ts'
import type { Anvil } from '../testing/anvil.ts'
import { ofAddress } from '../testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { Refused } from '../testing/node-proxy.ts'
import { scriptedNode, type ScriptedBlock } from '../testing/scripted-node.ts'
import { indexesIn } from '../testing/follow-indexed.ts'
import { until } from '../testing/until.ts'
import { callData, Workload } from '../testing/workload.ts'

const EMPTY = '0x00000000000000000000000000000000000000aa'

async function page(
  chain: FollowedChain,
  id: Parameters<FollowedChain['reader']['list']>[0],
  address: string,
) {
  const found = await chain.reader.list(id, {
    params: ofAddress(address),
    filters: {},
    after: null,
    limit: 50,
  })
  if (!found) throw new Error(`${id} of ${address} is unknown`)
  return found
}

/** Sends, and waits until it is in a block: anvil answers before. */
async function send(node: Anvil, contract: 'Coin' | 'Pictures' | 'Items', request: Sent) {
  const { from, to, method, args } = request
  const hash = await node.request('eth_sendTransaction', [
    { from, to, data: callData(contract, method, args) },
  ])
  await until('its block', () => node.request('eth_getTransactionReceipt', [hash]))
}

interface Sent {
  readonly from: string
  readonly to: string
  readonly method: string
  readonly args: readonly unknown[]
}

/** A chain with tokens and holders, of which `owner` has everything. */
async function origin() {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [owner, other] = workload.accounts as [string, string]
  const { at } = workload
  for (const [contract, method, args] of [
    ['Coin', 'mint', [owner, 1_000n]],
    ['Coin', 'transfer', [other, 300n]],
    ['Pictures', 'mint', [owner, 7n]],
    ['Items', 'mint', [owner, 1n, 5n]],
  ] as const)
    await send(anvil, contract, { from: owner, to: at[contract], method, args })
  return { anvil, owner, other, at }
}

const height = async (node: Anvil) => Number(await node.request('eth_blockNumber'))

/** Expects earlier data of a token, an NFT, a contract and a holder to be told, though the index begins later. */
async function expectEarlier(chain: FollowedChain, { owner, other, at }: Awaited<ReturnType<typeof origin>>) {
  const { head, blocks } = chain.status()
  const first = head!.number - blocks.done + 1
  const coin = await chain.reader.detail('token', ofAddress(at.Coin))
  expect(coin).toMatchObject({
    name: 'Test Coin',
    symbol: 'TST',
    decimals: '18',
    type: 'ERC-20',
    total_supply: '1000000000000000000001000',
    counted_since_block: first,
  })
  expect((await chain.reader.detail('token', ofAddress(at.Pictures)))?.type).toBe('ERC-721')
  expect((await chain.reader.detail('token', ofAddress(at.Items)))?.type).toBe('ERC-1155')
  expect(await chain.reader.detail('token', ofAddress(owner))).toBeNull()
  expect(await chain.reader.detail('token', ofAddress(at.Workshop))).toBeNull()
  expect(await chain.reader.detail('address', ofAddress(at.Workshop))).toMatchObject({ is_contract: true })
  expect(await chain.reader.detail('address', ofAddress(EMPTY))).toMatchObject({ is_contract: false })
  expect(
    await chain.reader.detail('token-instance', { ...ofAddress(at.Pictures), token_id: '7' }),
  ).toMatchObject({ id: '7', owner: { is_contract: false } })
  expect(await chain.reader.detail('token-instance', { ...ofAddress(at.Pictures), token_id: '8' })).toBeNull()
  const tokens = await page(chain, 'address-tokens', other)
  expect(tokens.items).toMatchObject([{ token: { symbol: 'TST' }, value: '300' }])
  const since = first.toLocaleString('en')
  for (const [id, of] of [
    ['token-holders', at.Coin],
    ['token-transfers-of-token', at.Coin],
    ['address-transactions', owner],
    ['address-internal-transactions', owner],
  ] as const) {
    const { meta } = await page(chain, id, of)
    expect(meta, id).toMatchObject({ message: expect.stringContaining(`Since block ${since}:`) as string })
  }
  expect(await chain.reader.detail('address-counters', ofAddress(owner))).toMatchObject({
    counted_since_block: first,
  })
}

test('a fork is indexed from its block, and what was before is asked of it', async () => {
  const from = await origin()
  const forkedAt = await height(from.anvil)
  const fork = await testAnvil({ args: ['--fork-url', from.anvil.url] })
  const chain = await testFollow({ rpcUrl: fork.url, dataDir: testFolder() })
  await indexed(chain, fork.url)
  expect(chain.status()).toMatchObject({ head: { number: forkedAt }, blocks: { done: 1, of: 1 } })
  expect(chain.status().message).toContain(
    `a fork of another chain: it is indexed from block ${String(forkedAt)}`,
  )
  await expectEarlier(chain, from)

  // A transfer after the fork, between two who held the token before.
  await fork.request('anvil_impersonateAccount', [from.owner])
  await send(fork, 'Coin', {
    from: from.owner,
    to: from.at.Coin,
    method: 'transfer',
    args: [from.other, 50n],
  })
  await until('the new block', () => chain.status().head?.number === forkedAt + 1)
  const holders = async () =>
    (await page(chain, 'token-holders', from.at.Coin)).items.map(({ value }) => value)
  await until(
    'the balances of the fork',
    async () => (await holders()).join() === '1000000000000000000000650,350',
    {
      seen: holders,
    },
  )
  expect(await chain.reader.detail('token', ofAddress(from.at.Coin))).toMatchObject({
    type: 'ERC-20',
    holders_count: '2',
    counted_since_block: forkedAt,
  })
})

test('an index that was told where to begin says so', async () => {
  const from = await origin()
  const first = await height(from.anvil)
  const dataDir = testFolder()
  const begun = await testFollow({ rpcUrl: from.anvil.url, dataDir, fromBlock: first })
  await indexed(begun, from.anvil.url)
  expect(begun.status().message).toContain(`indexed from block ${String(first)} on`)
  // How many contracts were there before nobody knows.
  expect(await begun.reader.detail('known-contracts', {})).toMatchObject({ contracts_count: null })
  await expectEarlier(begun, from)
  await begun.close()
  // The first block stays the same without the option, and with another one.
  await from.anvil.request('evm_mine', [])
  for (const options of [{}, { fromBlock: first + 1 }]) {
    const again = await testFollow({ rpcUrl: from.anvil.url, dataDir, ...options })
    await indexed(again, from.anvil.url)
    expect(again.status().blocks).toEqual({ done: 2, of: 2 })
    await expectEarlier(again, from)
    await again.close()
  }
})

test('a chain from its first block on says nothing of a beginning', async () => {
  const { anvil, at } = await origin()
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  expect((await page(chain, 'token-holders', at.Coin)).meta).toBeUndefined()
  expect(await chain.reader.detail('token', ofAddress(at.Coin))).not.toHaveProperty('counted_since_block')
  expect(chain.status().message).toMatch(/^Following the node at \S+$/)
})

test('a block that is not there yet is waited for', async () => {
  const anvil = await testAnvil()
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), fromBlock: 3 })
  await until('it waits', () => chain.status().state === 'following', { seen: () => chain.status() })
  expect(chain.status()).toMatchObject({ head: null, blocks: { done: 0, of: 0 } })
  await anvil.request('anvil_mine', ['0x5'])
  await until('the blocks from there on', () => chain.status().blocks.done === 3, {
    seen: () => chain.status(),
  })
})

test('a chain and its fork are followed side by side', async () => {
  const from = await origin()
  const dataDir = testFolder()
  const whole = await testFollow({ rpcUrl: from.anvil.url, dataDir })
  await indexed(whole, from.anvil.url)
  const fork = await testAnvil({ args: ['--fork-url', from.anvil.url] })
  const chain = await testFollow({ rpcUrl: fork.url, dataDir })
  await indexed(chain, fork.url)
  expect(indexesIn(dataDir)).toHaveLength(2)
  await fork.request('evm_mine', [])
  await from.anvil.request('anvil_mine', ['0x2'])
  await indexed(chain, fork.url)
  await indexed(whole, from.anvil.url)
  expect(whole.status().blocks.done).toBe((await height(from.anvil)) + 1)
  expect(chain.status().blocks.done).toBe(2)
})

test('an anvil that keeps its metadata to itself is known as a fork', async () => {
  const blocks: ScriptedBlock[] = [{}, {}, {}, {}]
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method) => {
      if (method === 'hardhat_metadata') throw new Refused(-32601, 'Method not found')
      return method === 'anvil_nodeInfo' ? { forkConfig: { forkBlockNumber: 2 } } : undefined
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('its blocks', () => chain.status().blocks.done === 2, { seen: () => chain.status() })
  expect(chain.status().message).toContain('a fork of another chain')
})

test('a token that was taken for another kind than its first event shows', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [owner] = workload.accounts as [string]
  const fork = await testAnvil({ args: ['--fork-url', anvil.url] })
  // Says nothing of interfaces that a node would tell it by.
  const proxy = await testProxy(fork.url, (method, params, forward) => {
    const [call] = params as [{ data?: string }]
    if (method !== 'eth_call' || !call.data?.startsWith('0x01ffc9a7')) {
      const isAmount = method === 'eth_call' && /^0x(313ce567|18160ddd)/.test(call.data ?? '')
      return isAmount ? `0x${'0'.repeat(64)}` : forward()
    }
    throw new Refused(3, 'execution reverted')
  })
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(chain, fork.url)
  const type = async () => (await chain.reader.detail('token', ofAddress(workload.at.Pictures)))?.type
  expect(await type()).toBe('ERC-20')
  await send(fork, 'Pictures', { from: owner, to: workload.at.Pictures, method: 'mint', args: [owner, 9n] })
  await until('what its event shows', async () => (await type()) === 'ERC-721', {
    seen: () => chain.status(),
  })
  expect((await page(chain, 'token-instances', workload.at.Pictures)).items).toMatchObject([{ id: '9' }])
})
