/** Contracts are read at one block of the index while the chain is reverted, and at no other block. */
import { getContractAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { FollowedChain } from '../follow-chain.ts'
import type { Anvil } from '../testing/anvil.ts'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { type Answerer, Refused } from '../testing/node-proxy.ts'
import { until } from '../testing/until.ts'
import { callData, deployData } from '../testing/workload.ts'

const BALANCE_OF = '0x70a08231'
const TOTAL_SUPPLY = '0x18160ddd'

/** Coins that `mint` mints together, so that whoever holds one of them holds as many of each. */
async function coinsThatMoveTogether(anvil: Anvil, count: number) {
  const [from = '0x', holder = '0x'] = await anvil.request<Hex[]>('eth_accounts')
  const tokens: string[] = []
  for (let nonce = 0n; nonce < count; nonce++) {
    tokens.push(getContractAddress({ from, nonce }).toLowerCase())
    const data = deployData('Coin', [`Coin ${String(nonce)}`, 'C', 18])
    await anvil.request('eth_sendTransaction', [{ from, data }])
  }
  await anvil.request('evm_mine')
  const mint = async (amount: bigint) => {
    await anvil.request('evm_setAutomine', [false])
    for (const to of tokens) {
      const data = callData('Coin', 'mint', [holder, amount])
      await anvil.request('eth_sendTransaction', [{ from, to, data, gas: '0x30d40' }])
    }
    await anvil.request('evm_mine')
    await anvil.request('evm_setAutomine', [true])
  }
  return { from, holder, tokens, mint }
}

const followThrough = async (anvil: Anvil, answer: Answerer): Promise<FollowedChain> => {
  const proxy = await testProxy(anvil.url, answer)
  return testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
}

const namesBlockByHash = (params: readonly unknown[]) =>
  params.some((each) => typeof each === 'object' && each !== null && 'blockHash' in each)

test.each([
  ['by hash', () => undefined],
  [
    'by height, with a check before and after',
    (params: readonly unknown[]) => {
      if (namesBlockByHash(params)) throw new Refused(-32602, 'invalid argument 1: expected a string')
    },
  ],
] as const)('no page holds two states of tokens that move together: %s', async (_, refuse) => {
  const anvil = await testAnvil()
  const { holder, tokens, mint } = await coinsThatMoveTogether(anvil, 4)
  await mint(100n)
  const snapshot = await anvil.request('evm_snapshot')
  await mint(100n)
  const revert = async () => {
    await anvil.request('evm_revert', [snapshot])
    await anvil.request('evm_mine')
  }
  let asked = 0
  let reverted: Promise<unknown> | null = null
  let isArmed = false
  const chain = await followThrough(anvil, async (method, params, forward) => {
    refuse(params)
    const isBalance =
      isArmed &&
      method === 'eth_call' &&
      (params[0] as { data: string }).data.startsWith(`${BALANCE_OF}${'0'.repeat(24)}${holder.slice(2)}`)
    if (!isBalance) return forward()
    asked += 1
    // Two answers are of before, two of after the chain was reverted: of another block at the same height.
    if (asked > 2) await (reverted ??= revert())
    return forward()
  })
  await indexed(chain, anvil.url)
  isArmed = true
  const page = () => readAll(chain.reader, 'address-tokens', { params: ofAddress(holder) })
  const first = await page()
  await until('the chain was reverted while it was read', () => reverted !== null)
  for (const items of [first, await page()]) {
    expect(items.map(({ value }) => value)).toHaveLength(tokens.length)
    expect(new Set(items.map(({ value }) => value)).size).toBe(1)
  }
})

test('a supply of a block that was reverted before it was indexed is not kept', async () => {
  const anvil = await testAnvil()
  const { tokens, mint } = await coinsThatMoveTogether(anvil, 1)
  const [token = ''] = tokens
  const height = await anvil.request('eth_blockNumber')
  // While the first supply is read, nothing else is answered.
  let reading: Promise<unknown> | null = null
  let reads = 0
  const chain = await followThrough(anvil, async (method, params, forward) => {
    const isSupply = method === 'eth_call' && (params[0] as { data: string }).data === TOTAL_SUPPLY
    if (!isSupply) {
      await reading
      return forward()
    }
    reads += 1
    if (reads > 1) return forward()
    const answer = (async () => {
      const snapshot = await anvil.request('evm_snapshot')
      await mint(5n)
      const supply = await forward()
      await anvil.request('evm_revert', [snapshot])
      return supply
    })()
    reading = answer
    return answer
  })
  // An earlier request may still follow the branch that goes.
  let supply: unknown
  await until(
    'its supply',
    async () => {
      supply = (await chain.reader.detail('token', ofAddress(token)))?.total_supply
      return supply === (1_000_000n * 10n ** 18n).toString()
    },
    { seen: () => supply },
  )
  expect(await anvil.request('eth_blockNumber')).toBe(height)
})

test('whether there is code at an address is not taken from a block that was undone meanwhile', async () => {
  const anvil = await testAnvil()
  const [from = '0x', deployer = '0x'] = await anvil.request<Hex[]>('eth_accounts')
  const address = getContractAddress({ from: deployer, nonce: 0n }).toLowerCase()
  await anvil.request('eth_sendTransaction', [{ from, to: address, value: '0x1' }])
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  let first: Promise<unknown> | null = null
  let isAskedAgain = false
  let followed: FollowedChain | null = null
  const head = () => followed?.status().head?.number
  const chain = await followThrough(anvil, async (method, params, forward) => {
    if (method !== 'eth_getCode' || params[0] !== address) return forward()
    if (first) {
      isAskedAgain = true
      return forward()
    }
    const snapshot = await anvil.request('evm_snapshot')
    await anvil.request('eth_sendTransaction', [
      { from: deployer, data: deployData('Coin', ['Coin', 'C', 18]) },
    ])
    first = forward()
    await until('the contract is indexed', () => head() === 2)
    await anvil.request('evm_revert', [snapshot])
    await until('it is undone', () => head() === 1)
    await held
    return first
  })
  followed = chain
  await until('the block is undone', () => chain.status().reorganisation?.depth === 1)
  release(undefined)
  const isContract = async () => (await chain.reader.detail('address', ofAddress(address)))?.is_contract
  await until('it is asked once more', async () => {
    await isContract()
    return isAskedAgain
  })
  await until('it is no contract', async () => (await isContract()) === false)
})
