/**
 * Tests comparing blocks and addresses of a source with a node: proofs, differences, and reasons not to trust a node.
 */
import { keccak256 } from 'viem/utils'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { proveAccount } from '#platform/json-rpc/proof/account-proof.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
import type { Finding } from '#shared/rpc/contract/check.ts'
import { differing, lieEverywhere, startCheckedChain, type CheckedChain } from './testing/checked-chain.ts'

let chain: CheckedChain
let height: number
let holder: string
let contract: string

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[holder] = (await chain.anvil.request<[string, ...string[]]>('eth_accounts')) as [string]
  // The last block has a reward for its maker.
  await chain.anvil.send({
    from: holder,
    to: holder,
    maxPriorityFeePerGas: '0x3b9aca00',
    maxFeePerGas: '0x174876e800',
  })
  await chain.ownService()
  height = Number(await chain.anvil.request<string>('eth_blockNumber'))
  const { items } = await chain.ask<{ items: { token: { address_hash: string } }[] }>(
    `/addresses/${holder}/tokens`,
  )
  contract = items[0]!.token.address_hash
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

const block = () => ({ kind: 'block', block: String(height) }) as const
const address = (of = holder) => ({ kind: 'address', address: of }) as const
const namesIn = (findings: readonly Finding[], state: Finding['state']) =>
  [...new Set(findings.filter((one) => one.state === state).map(({ field }) => field))].toSorted()

test('a block is proven by its hash', async () => {
  for (let one = 0; one <= height; one += 1) {
    const findings = await chain.findings({ kind: 'block', block: String(one) })
    expect(differing(findings), String(one)).toEqual([])
  }
  const findings = await chain.findings(block())
  expect(namesIn(findings, 'agrees')).toEqual(['size', 'total_difficulty', 'uncles_hashes'])
  expect(namesIn(findings, 'unchecked')).toEqual([
    'burnt_fees_percentage',
    'gas_target_percentage',
    'gas_used_percentage',
    'rewards',
    'type',
  ])
  const hash = String(findings.find(({ field }) => field === 'hash')?.source)
  expect(await chain.findings({ kind: 'block', block: hash })).toEqual(findings)
})

test('a lie in one field of a block is found, and nothing else is accused', async () => {
  const { found, unfound } = await lieEverywhere(chain, () => chain.findings(block()), {
    '': `/blocks/${String(height)}`,
  })
  for (const [place, accused] of found) expect(accused, place).toHaveLength(1)
  expect([...unfound].filter((place) => !/^miner\.(?!hash)/.test(place)).toSorted()).toEqual([
    'burnt_fees_percentage',
    'gas_target_percentage',
    'gas_used_percentage',
    'rewards.reward',
    'rewards.type',
    'type',
  ])
  expect(found.size).toBeGreaterThan(16)
})

test('an address is not proven by the state of another height', async () => {
  const head = `0x${height.toString(16)}`
  chain.node.answer((method, params) =>
    chain.anvil.request(
      method,
      params.map((one) => (one === head ? '0x1' : one)),
    ),
  )
  expect(await chain.check(address())).toMatchObject({
    outcome: 'refused',
    problem: { kind: 'lies', what: 'header' },
  })
})

test('an address is proven by the state of a block; what tokens say agrees', async () => {
  for (const who of [holder, contract, `0x${'ab'.repeat(20)}`]) {
    const findings = await chain.findings(address(who))
    expect(differing(findings), who).toEqual([])
    expect(findings.find(({ field }) => field === 'coin_balance')?.state ?? 'proven', who).toBe('proven')
  }
  const findings = await chain.findings(address())
  expect(namesIn(findings, 'agrees')).toEqual(['value'])
  expect(
    findings.filter(({ part, state }) => part === 'token-balance' && state === 'agrees').length,
  ).toBeGreaterThan(1)
})

test.each([
  ['holder', () => holder],
  ['contract', () => contract],
])('a lie about what a %s is and holds is found, and nothing else is accused', async (_, of) => {
  const path = `/addresses/${of()}`
  const { found, unfound } = await lieEverywhere(chain, () => chain.findings(address(of())), {
    '': path,
    '/tokens': `${path}/tokens`,
    code: `/smart-contracts/${of()}`,
  })
  for (const [place, accused] of found) expect(accused, place).toHaveLength(1)
  const places = [...found.keys()]
  expect(places).toContain('hash')
  expect(places).toContain(of() === holder ? '/tokens items.value' : 'code deployed_bytecode')
  expect(of() === holder ? places : [...places, 'coin_balance']).toContain('coin_balance')
  expect(
    [...unfound].filter(
      (place) => /balance$|items\.value|deployed_bytecode/.test(place) && !found.has(place),
    ),
  ).toEqual([])
})

test.each([
  ['balance', (proof: string[]) => [...proof.slice(0, -1), `${proof.at(-1)!.slice(0, -2)}00`]],
  ['absence', (proof: string[]) => proof.slice(0, -1)],
  ['nothing', () => []],
])('a node that lies in a proof (%s) is not believed at all', async (_, change) => {
  chain.node.answer(async (method, _params, forward) => {
    const answer = (await forward()) as { accountProof: string[] }
    return method === 'eth_getProof' ? { ...answer, accountProof: change(answer.accountProof) } : answer
  })
  expect(await chain.check(address())).toMatchObject({
    outcome: 'refused',
    problem: { kind: 'lies', what: 'state' },
  })
})

test('a balance that the node says beside its proof does not count', async () => {
  chain.node.answer(async (method, _params, forward) => {
    const answer = await forward()
    if (method === 'eth_getBalance') return '0x7'
    return method === 'eth_getProof' ? { ...(answer as object), balance: '0x7', codeHash: '0x' } : answer
  })
  expect(differing(await chain.findings(address()))).toEqual([])
})

test('a node without proofs is asked what it says, which agrees', async () => {
  chain.node.answer((method, _params, forward) => {
    if (method === 'eth_getProof') throw new Refused(-32601, 'Method not found')
    return forward()
  })
  const findings = await chain.findings(address())
  expect(differing(findings)).toEqual([])
  expect(namesIn(findings, 'proven')).toEqual([])
  expect(namesIn(findings, 'agrees')).toContain('coin_balance')
})

test('a node that has pruned the state, or does not know a block, says so', async () => {
  chain.node.answer((method, _params, forward) => {
    if (/Proof|Balance|Code/.test(method)) throw new Refused(-32000, 'missing trie node')
    return forward()
  })
  expect(await chain.check(address())).toMatchObject({ problem: { kind: 'pruned' } })
  const { hash } = await chain.ask<{ hash: string }>(`/blocks/${String(height)}`)
  chain.node.answer((method, _params, forward) => (method === 'eth_getBlockByHash' ? null : forward()))
  expect(await chain.check({ kind: 'block', block: hash })).toMatchObject({ problem: { kind: 'unknown' } })
})

test.each([null, 'text', {}, [7], ['0x'], ['0xc0'], ['0x80'], [`0x${'f'.repeat(64)}`]])(
  '%j proves nothing',
  (proof) => {
    expect(proveAccount(keccak256('0x01'), `0x${'ab'.repeat(20)}`, proof)).toBeUndefined()
  },
)
