/** Reads of a token while its supply changes. */
import { expect, test } from 'vitest'
import { ofAddress } from './testing/compare/read-all.ts'
import { testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import {
  accountOf,
  blockHashOf,
  hex,
  RECEIVER,
  scriptedNode,
  word,
  type ScriptedBlock,
} from './testing/scripted-node.ts'
import { until } from './testing/until.ts'

const TOKEN = accountOf(31)
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TOTAL_SUPPLY = '0x18160ddd'
const DECIMALS = '0x313ce567'
const amount = (value: bigint) => `0x${word(value)}`
const mint = (value: bigint): ScriptedBlock => ({
  transactions: [
    {
      receipt: {
        logs: [
          { address: TOKEN, topics: [TRANSFER, amount(0n), `0x${word(RECEIVER)}`], data: amount(value) },
        ],
      },
    },
  ],
})

test('a supply that the node told before a mint is read once more', async () => {
  const blocks: ScriptedBlock[] = [{}, mint(100n)]
  const first = Promise.withResolvers<string>()
  let reads = 0
  let isNextStep = false
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method, params) => {
      // The background's request when no token is left to be read.
      if (method === 'eth_getCode' && reads > 0) isNextStep = true
      const [call] = params as [{ to?: string; data?: string }]
      if (method !== 'eth_call' || call.to !== TOKEN || call.data !== TOTAL_SUPPLY) return undefined
      reads += 1
      return reads === 1 ? first.promise : amount(250n)
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('the first read', () => reads === 1)
  blocks.push(mint(150n))
  await until('the second mint', () => chain.status().blocks.done === 3)
  first.resolve(amount(100n))
  await until('the tokens are read', () => isNextStep)

  const supply = async () => (await chain.reader.detail('token', ofAddress(TOKEN)))?.total_supply
  expect(await supply()).toBe('250')
})

test('a supply that changes with the time, and without a call, is that of the newest block', async () => {
  const blocks: ScriptedBlock[] = [{}, mint(100n)]
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method, params) => {
      const [call] = params as [{ to?: string; data?: string }]
      const isSupply = method === 'eth_call' && call.to === TOKEN && call.data === TOTAL_SUPPLY
      return isSupply ? amount(BigInt(blocks.length) * 100n) : undefined
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  const supply = async () => (await chain.reader.detail('token', ofAddress(TOKEN)))?.total_supply
  await until('the first supply', async () => (await supply()) === '200')
  blocks.push({}, {})
  await until('the new blocks', () => chain.status().head?.number === 3)
  await until('the supply of now', async () => (await supply()) === '400')
})

const BALANCE = `0x70a08231${word(RECEIVER)}`

test('one answer of another block, as of several nodes behind one URL, makes no balance and no token asked', async () => {
  let reads = 0
  const proxy = await testProxy(
    null,
    scriptedNode([{}, mint(100n)], (method, params) => {
      const [call] = params as [{ to?: string; data?: string }]
      if (method !== 'eth_call' || call.to !== TOKEN || call.data !== BALANCE) return undefined
      reads += 1
      return amount(reads === 1 ? 70n : 100n)
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('the second read', () => reads > 1)
  const token = async () => chain.reader.detail('token', ofAddress(TOKEN))
  await until('the token', async () => (await token())?.holders_count === '1')
  const holders = { params: ofAddress(TOKEN), filters: {}, after: null, limit: 50 }
  const page = await chain.reader.list('token-holders', holders)
  expect(page?.items.map(({ value }) => value)).toEqual(['100'])
  expect(await token()).not.toHaveProperty('balances_asked')
})

test('one supply of another block, as of several nodes behind one URL, makes no token asked and is not shown', async () => {
  const blocks: ScriptedBlock[] = [{}, mint(100n)]
  let reads = 0
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method, params) => {
      const [call, block] = params as [{ to?: string; data?: string }, { blockHash?: string } | string]
      if (method !== 'eth_call' || call.to !== TOKEN) return undefined
      const isFirst = typeof block === 'string' ? block === hex(1) : block.blockHash === blockHashOf(1)
      if (call.data === BALANCE) return amount(isFirst ? 100n : 250n)
      if (call.data === DECIMALS) return amount(isFirst ? 1n : 2n)
      if (call.data !== TOTAL_SUPPLY) return undefined
      if (isFirst) return amount(100n)
      reads += 1
      return amount(reads === 1 ? 70n : 250n)
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  const token = async () => chain.reader.detail('token', ofAddress(TOKEN))
  await until('what the token says', async () => (await token())?.decimals === '1')
  blocks.push(mint(150n))
  await until('what the token says after the second mint', async () => (await token())?.decimals === '2')
  expect(await token()).toMatchObject({ total_supply: '250' })
  expect(await token()).not.toHaveProperty('balances_asked')
})
