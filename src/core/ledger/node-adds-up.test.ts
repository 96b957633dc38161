/** Every asset of every address of a development chain equals what the node itself says; where a token lies, it is named. */
import { encodeFunctionData, parseAbi, toHex, type Hex } from 'viem'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { followChain, type FollowedChain } from '#service/indexer/follow-chain.ts'
import { startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { callData, deployData, Workload } from '#service/indexer/testing/workload.ts'
import type { LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { differencesOf, openLedger } from './testing/open-ledger.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-ledger-'))
const GAS = toHex(2_000_000)
const ETHER = 10n ** 18n
let anvil: Anvil
let chain: FollowedChain
let ledger: Awaited<ReturnType<typeof openLedger>>
let life: Workload
let wrapped: Hex
let feeToken: Hex
let boxes: Hex[]
const heir = `0x${'be'.repeat(20)}` as const

async function send(request: { from: Hex; to?: Hex; data?: Hex; value?: Hex }): Promise<Hex | null> {
  const hash = await anvil.request<Hex>('eth_sendTransaction', [{ gas: GAS, ...request }])
  // It is mined after the node has answered.
  return vi.waitFor(async () => {
    const receipt = await anvil.request<{ contractAddress: Hex | null } | null>('eth_getTransactionReceipt', [
      hash,
    ])
    if (!receipt) throw new Error(`${hash} is not mined`)
    return receipt.contractAddress
  }, 10_000)
}

beforeAll(async () => {
  anvil = await startAnvil()
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
  // A contract ends, and leaves what it had to another.
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
  chain = await followChain({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  ledger = await openLedger(chain.reader)
}, 120_000)

afterAll(async () => {
  await ledger.close()
  await chain.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function boxAt(index: bigint): Promise<Hex> {
  const data = callData('Workshop', 'boxes', [index])
  const word = await anvil.request<Hex>('eth_call', [{ to: life.at.Workshop, data }, 'latest'])
  return `0x${word.slice(-40)}`
}

const COUNTING = parseAbi(['function balanceOf(address) view returns (uint256)'])
async function balanceOf(token: string, holder: Hex): Promise<string> {
  const data = encodeFunctionData({ abi: COUNTING, functionName: 'balanceOf', args: [holder] })
  return String(BigInt(await anvil.request<Hex>('eth_call', [{ to: token, data }, 'latest'])))
}
const stateOf = ({ assets }: LedgerProof, id: string) => assets.find(({ asset }) => asset.id === id)

test(
  'coins of accounts, contracts and the maker of blocks equal eth_getBalance',
  { timeout: 120_000 },
  async () => {
    const block = await anvil.request<{ miner: Hex }>('eth_getBlockByNumber', ['latest', false])
    const all = [...life.accounts, ...Object.values(life.at), ...boxes, wrapped, heir, block.miner]
    let movements = 0
    const found: string[] = []
    for (const address of all) {
      const proof = await ledger.prove(address)
      const coin = stateOf(proof, 'coin')
      const balance = String(BigInt(await anvil.request<Hex>('eth_getBalance', [address, 'latest'])))
      if (coin?.state !== 'adds_up' || coin.sum !== balance)
        found.push(`${address} ${String(coin?.sum)} is not ${balance}: ${differencesOf(proof).join(' ')}`)
      movements += coin?.movements ?? 0
    }
    expect(found).toEqual([])
    expect(movements).toBeGreaterThan(300)
  },
)

test(
  'tokens equal balanceOf; one that takes a fee or grows is named, with the transaction',
  { timeout: 120_000 },
  async () => {
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
  },
)

test('a contract that ended gave its heir all it had', async () => {
  const [ended] = boxes as [Hex, Hex]
  const movementsOf = async (address: string) =>
    (await ledger.movements(address)).map(({ rule, amount }) => `${rule} ${amount}`)
  expect(await movementsOf(ended)).toEqual([`creation ${String(ETHER)}`, `self-destruct -${String(ETHER)}`])
  expect(await movementsOf(heir)).toEqual([`self-destruct ${String(ETHER)}`])
})
