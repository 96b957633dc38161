/**
 * On a development chain, the ledger's balance of each asset of each address equals the node's, and a token that lies is
 * named.
 */
import { encodeFunctionData, getContractAddress, parseAbi, toHex, type Hex } from 'viem'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followChain, type FollowedChain } from '#service/indexer/follow-chain.ts'
import { rpc, startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { startProxy, type NodeProxy } from '#service/indexer/testing/node-proxy.ts'
import { until } from '#service/indexer/testing/until.ts'
import { callData, deployData, Workload } from '#service/indexer/testing/workload.ts'
import type { LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { differencesOf, openLedger } from '../testing/open-ledger.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-ledger-'))
const GAS = toHex(2_000_000)
const ETHER = 10n ** 18n
let anvil: Anvil
let node: NodeProxy
let chain: FollowedChain
let ledger: Awaited<ReturnType<typeof openLedger>>
let life: Workload
let wrapped: Hex
let feeToken: Hex
let boxes: Hex[]
const heir = `0x${'be'.repeat(20)}` as const
const friend = `0x${'f1'.repeat(20)}` as const
const staker = `0x${'57'.repeat(20)}` as const
let ladders: Hex[]
let ended: Hex[]
/** Creates a contract with 1,000 wei that sends its coins to itself and self-destructs; then sends it 500 more. */
const MAKER = '0x6130ff6000526002601e6103e8f060006000600060006101f4855af100'

/** A development node has no validators, so withdrawals are added to its answers. Amounts in gwei. */
const WITHDRAWALS_EVERY = 4
const withdrawalsOf = (block: number) =>
  block % WITHDRAWALS_EVERY !== 2
    ? []
    : [staker, life.accounts[3]!, staker].map((address, each) => ({
        index: toHex(block * 10 + each),
        validatorIndex: toHex(7 + each),
        address,
        amount: toHex(18_000_000 + block * 1_000 + each),
      }))
function withdrawnBy(address: string, block: number): bigint {
  const all = Array.from({ length: block + 1 }, (_, number) => withdrawalsOf(number)).flat()
  const own = all.filter((one) => one.address.toLowerCase() === address.toLowerCase())
  return own.reduce((sum, { amount }) => sum + BigInt(amount) * 10n ** 9n, 0n)
}

type Answerer = NonNullable<Parameters<typeof startProxy>[1]>
const withWithdrawals: Answerer = async (method, [first, second], forward) => {
  const answer = await forward()
  if (/^eth_getBlockBy(Number|Hash)$/.test(method) && answer)
    return { ...answer, withdrawals: withdrawalsOf(Number((answer as { number: Hex }).number)) }
  if (method !== 'eth_getBalance') return answer
  return toHex(BigInt(answer as Hex) + withdrawnBy(String(first), await heightOf(second)))
}
/** The height of a block tag: a number, a word, or an object with its hash. */
async function heightOf(tag: unknown): Promise<number> {
  if (typeof tag === 'string' && tag.startsWith('0x')) return Number(tag)
  if (typeof tag === 'string') return Number(await anvil.request<Hex>('eth_blockNumber'))
  const { blockHash } = tag as { blockHash: Hex }
  const block = await anvil.request<{ number: Hex }>('eth_getBlockByHash', [blockHash, false])
  return Number(block.number)
}

async function send(request: { from: Hex; to?: Hex; data?: Hex; value?: Hex }): Promise<Hex | null> {
  return (await anvil.send({ gas: GAS, ...request })).contractAddress
}

beforeAll(async () => {
  anvil = await startAnvil()
  // A statement ends at a time, so each block needs its own.
  await anvil.request('anvil_setBlockTimestampInterval', [12])
  life = await Workload.deploy(anvil.url)
  await life.make(240)
  const [one, two, three] = life.accounts as [Hex, Hex, Hex]
  wrapped = (await send({ from: one, data: deployData('Wrapped') }))!
  feeToken = (await send({ from: one, data: deployData('FeeOnTransfer', [three]) }))!
  // Deposits log no transfer.
  await send({ from: one, to: wrapped, data: callData('Wrapped', 'deposit'), value: toHex(3n * ETHER) })
  await send({ from: one, to: wrapped, data: callData('Wrapped', 'transfer', [two, ETHER]) })
  await send({ from: two, to: wrapped, data: callData('Wrapped', 'withdraw', [ETHER / 3n]) })
  await send({ from: one, to: feeToken, data: callData('FeeOnTransfer', 'mint', [one, 1_000n]) })
  await send({ from: one, to: feeToken, data: callData('FeeOnTransfer', 'transfer', [two, 500n]) })
  // A contract self-destructs and sends its coins to another address.
  await send({
    from: one,
    to: life.at.Workshop,
    data: callData('Workshop', 'make', [7n]),
    value: toHex(ETHER),
  })
  const count = await anvil.request<Hex>('eth_call', [
    { to: life.at.Workshop, data: callData('Workshop', 'count') },
    'latest',
  ])
  const last = BigInt(count) - 1n
  boxes = [await boxAt(last), await boxAt(0n)]
  await send({ from: two, to: life.at.Workshop, data: callData('Workshop', 'endBox', [last, heir]) })
  // In order: an existing contract destroys itself in its own favour; a new one does; a new one does within a transaction
  // that sends it coins later.
  const kept = `0x${'d2'.repeat(20)}` as const
  await anvil.request('anvil_setCode', [kept, '0x30ff'])
  await send({ from: one, to: kept, value: toHex(2_000) })
  const gone = (await send({ from: one, data: '0x30ff', value: toHex(3_000) }))!
  const maker = (await send({ from: one, data: MAKER, value: toHex(5_000) }))!
  ended = [kept, gone, maker, getContractAddress({ from: maker, nonce: 1n })]
  // Coins passed on through five nested calls; and again with the third call reverted, and all below it with it.
  ladders = []
  for (let depth = 0; depth < 5; depth += 1)
    ladders.push((await send({ from: one, data: deployData('Ladder') }))!)
  const [top, ...below] = ladders as [Hex, ...Hex[]]
  for (const fallsAt of [99n, 2n]) {
    const data = callData('Ladder', 'descend', [[...below, friend], 0n, fallsAt])
    await send({ from: one, to: top, data, value: toHex(ETHER) })
  }
  node = await startProxy(anvil.url, withWithdrawals)
  chain = await followChain({ rpcUrl: node.url, dataDir })
  await indexed(chain, anvil.url)
  ledger = await openLedger(chain.reader)
  for (const token of [life.at.Rebasing, feeToken]) await reportedAsHeld(token)
})

/** A page waits only for a limited time for balances from the node; a late one is there at the next request. */
async function reportedAsHeld(token: Hex) {
  for (const address of await everybody()) {
    const held = await balanceOf(token, address)
    if (held === '0') continue
    const reported = async () => stateOf(await ledger.prove(address, true), token.toLowerCase())?.reported
    await until(`balance of ${address}`, async () => (await reported()) === held, { seen: reported })
  }
}

afterAll(async () => {
  await ledger.close()
  await chain.close()
  await node.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function boxAt(index: bigint): Promise<Hex> {
  const data = callData('Workshop', 'boxes', [index])
  const word = await anvil.request<Hex>('eth_call', [{ to: life.at.Workshop, data }, 'latest'])
  return `0x${word.slice(-40)}`
}

const COUNTING = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
])
async function balanceOf(token: string, holder: Hex, at: Hex | 'latest' = 'latest'): Promise<string> {
  const [to, id] = token.split(':')
  const data = encodeFunctionData({
    abi: COUNTING,
    functionName: 'balanceOf',
    args: id === undefined ? [holder] : [holder, BigInt(id)],
  })
  const code = await anvil.request<Hex>('eth_getCode', [to, at])
  return code === '0x' ? '0' : String(BigInt(await rpc<Hex>(node.url, 'eth_call', [{ to, data }, at])))
}
const coinsOf = async (holder: Hex, at: Hex | 'latest' = 'latest') =>
  String(BigInt(await rpc<Hex>(node.url, 'eth_getBalance', [holder, at])))
const stateOf = ({ assets }: LedgerProof, id: string) => assets.find(({ asset }) => asset.id === id)

async function everybody(): Promise<Hex[]> {
  const { miner } = await anvil.request<{ miner: Hex }>('eth_getBlockByNumber', ['latest', false])
  const contracts = [...Object.values(life.at), ...boxes, ...ladders, ...ended, wrapped]
  return [...life.accounts, ...contracts, heir, friend, staker, miner]
}

test('coins of accounts, contracts, validators and the maker of blocks equal eth_getBalance', async () => {
  let movements = 0
  const found: string[] = []
  for (const address of await everybody()) {
    const proof = await ledger.prove(address)
    const coin = stateOf(proof, 'coin')
    const balance = await coinsOf(address)
    if (coin?.state !== 'adds_up' || coin.sum !== balance)
      found.push(`${address} ${String(coin?.sum)} is not ${balance}: ${differencesOf(proof).join(' ')}`)
    movements += coin?.movements ?? 0
  }
  expect(found).toEqual([])
  expect(movements).toBeGreaterThan(300)
})

test('at ten blocks, what was held of each asset equals eth_getBalance and balanceOf; who lies is named', async () => {
  const head = await heightOf('latest')
  const blocks = Array.from({ length: 10 }, (_, nth) => Math.ceil(((nth + 1) * head) / 10))
  // Tokens that can't be asked: their calls revert or never end.
  const mute = new Set<string>([life.at.Silent, life.at.Endless, life.at.Flood, life.at.Garbled])
  const other: string[] = []
  const lying = new Set<string>()
  let compared = 0
  for (const address of await everybody()) {
    const proof = await ledger.prove(address)
    for (const block of blocks) {
      const { timestamp } = await anvil.request<{ timestamp: Hex }>('eth_getBlockByNumber', [
        toHex(block),
        false,
      ])
      const to = (Number(timestamp) + 1) * 1_000
      const asked = { source: ledger.source, address, from: null, to, withSpam: true }
      const { lines } = await ledger.call('ledger.statement', asked)
      const held = new Map(lines.map(({ asset, closing }) => [asset.id, closing]))
      const ids = new Set(['coin', ...proof.assets.map(({ asset }) => asset.id)])
      for (const id of ids) {
        if (mute.has(id)) continue
        const [sum, said] = [
          held.get(id) ?? '0',
          await (id === 'coin' ? coinsOf(address, toHex(block)) : balanceOf(id, address, toHex(block))),
        ]
        compared += 1
        if (sum === said) continue
        lying.add(id)
        if (stateOf(proof, id)?.state !== 'differs')
          other.push(`${address} ${id} in ${String(block)}: ${sum}, not ${said}, and is not named`)
      }
    }
  }
  expect(other).toEqual([])
  expect([...lying].sort()).toEqual([life.at.Rebasing, feeToken.toLowerCase()].sort())
  expect(compared).toBeGreaterThan(1_000)
})

test('coins handed down five calls deep arrive, and none where a call around them fell', async () => {
  const movementsOf = async (address: string) =>
    (await ledger.movements(address)).map(({ rule, amount }) => `${rule} ${amount}`)
  // Half of the coins is passed on at each of five steps. In the second run everything below the third step was reverted.
  const part = (depth: number) => `internal ${String(ETHER / 2n ** BigInt(depth))}`
  expect(await movementsOf(friend)).toEqual([part(5)])
  expect(await movementsOf(ladders[4]!)).toEqual([part(4), part(5).replace(' ', ' -')])
  expect(await movementsOf(ladders[1]!)).toEqual([part(1), part(2).replace(' ', ' -'), part(1)])
  for (const address of [friend, ...ladders]) expect(differencesOf(await ledger.prove(address))).toEqual([])
})

test('what validators withdraw is counted with its block, to the gwei', async () => {
  const head = await heightOf('latest')
  const movements = await ledger.movements(staker)
  expect(movements.map(({ rule, block, amount }) => ({ rule, block, amount }))).toEqual(
    Array.from({ length: head + 1 }, (_, block) => block).flatMap((block) =>
      withdrawalsOf(block)
        .filter(({ address }) => address === staker)
        .map(({ amount }) => ({ rule: 'withdrawal', block, amount: String(BigInt(amount) * 10n ** 9n) })),
    ),
  )
  expect(movements.length).toBeGreaterThan(5)
})

test('tokens equal balanceOf; one that takes a fee or grows is named, with the transaction', async () => {
  const honest = new Set([life.at.Coin, life.at.Pictures, wrapped.toLowerCase()])
  const lying = new Set<string>()
  let equal = 0
  for (const address of life.accounts) {
    const proof = await ledger.prove(address)
    for (const { asset, state, sum, gaps } of proof.assets) {
      if (asset.token && state === 'differs') {
        lying.add(asset.id)
        expect(gaps.length, asset.id).toBeGreaterThan(0)
      }
      if (!honest.has(asset.id)) continue
      expect([asset.token?.symbol, state, sum]).toEqual([
        asset.token?.symbol,
        'adds_up',
        await balanceOf(asset.id, address),
      ])
      equal += 1
    }
  }
  expect(equal).toBeGreaterThan(10)
  expect([...lying].sort()).toEqual([life.at.Rebasing, feeToken.toLowerCase()].sort())
  const received = stateOf(await ledger.prove(life.accounts[1]!), feeToken.toLowerCase())!
  expect(received).toMatchObject({ sum: '500', reported: '450', difference: '-50' })
  expect(received.gaps).toMatchObject([{ amount: '-50' }])
})

test('one that ends to itself keeps its coins where it was there before, and loses them where it was just made', async () => {
  const movements = await Promise.all(
    ended.map(async (address) =>
      (await ledger.movements(address)).map(({ rule, amount }) => `${rule} ${amount}`),
    ),
  )
  expect(movements).toEqual([
    ['value 2000'],
    ['creation 3000', 'self-destruct -3000'],
    ['creation 5000', 'creation -1000', 'internal -500'],
    ['creation 1000', 'self-destruct -1000', 'internal 500', 'self-destruct -500'],
  ])
})

test('a contract that ended gave its heir all it had', async () => {
  const [ended] = boxes as [Hex, Hex]
  const movementsOf = async (address: string) =>
    (await ledger.movements(address)).map(({ rule, amount }) => `${rule} ${amount}`)
  expect(await movementsOf(ended)).toEqual([`creation ${String(ETHER)}`, `self-destruct -${String(ETHER)}`])
  expect(await movementsOf(heir)).toEqual([`self-destruct ${String(ETHER)}`])
})
