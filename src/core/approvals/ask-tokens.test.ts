import { expect, test } from 'vitest'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import type { KnownPair } from './approval-events.ts'
import { askLastUses } from './ask-last-use.ts'
import { askTokens } from './ask-tokens.ts'

const address = (last: number) => `0x${last.toString(16).padStart(40, '0')}`
const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`
const place = (block: number) => ({ block, index: 0, transaction: word(block), time: 1 })
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const [owner, token, permit2, router, spender] = [0xaa, 0x70, 0x22, 0x33, 0x44].map(address) as [
  string,
  string,
  string,
  string,
  string,
]
const { signal } = new AbortController()
const amount: KnownPair = {
  ...{ kind: 'amount', token, spender, via: null, id: null },
  ...{ set: place(10), since: place(10), end: null },
}

function nodeWith(
  call: { from: string; to: string },
  { transfers = 1, index = 1 } = {},
): NodeConnection & { asked: number } {
  const logs = Array.from({ length: transfers }, (_, at) => ({
    ...{ address: token, topics: [TRANSFER, word(BigInt(owner)), word(9)], blockNumber: '0x32' },
    ...{ logIndex: `0x${(index + at).toString(16)}`, transactionHash: word(50 + at) },
  }))
  const node = {
    asked: 0,
    request: () => Promise.resolve(logs),
    many(calls: readonly unknown[]) {
      node.asked += calls.length
      return Promise.resolve(
        calls.map(() => ({ result: { ...call, input: `0xa9059cbb${'00'.repeat(64)}` } })),
      )
    },
  }
  return node as unknown as NodeConnection & { asked: number }
}

async function lastUses(node: NodeConnection, pairs: readonly KnownPair[]) {
  const uses = await askLastUses({ node, owner, to: 100, signal, find: () => [] }, pairs, pairs)
  const { transfers, calls } = uses
  return { kinds: pairs.map((pair) => uses.of(pair).kind), transfers, calls: [...calls.values()] }
}

test.each([
  ['revoked', 0n, owner],
  ['moved and approved anew', 0x99n, address(0xcc)],
])('an NFT that is %s has ended for whom it was approved to', async (_, approved, nftOwner) => {
  const many = (calls: readonly { method: string; params: readonly [{ data?: string }] }[]) =>
    Promise.resolve(
      calls.map(({ method, params: [{ data = '' }] }) => {
        if (method !== 'eth_call') return { result: '0x' }
        if (data.startsWith('0x081812fc')) return { result: word(approved) }
        return { result: word(data.startsWith('0x6352211e') ? BigInt(nftOwner) : 1) }
      }),
    )
  const node = { request: () => Promise.resolve([]), many } as unknown as NodeConnection
  const pair: KnownPair = { ...amount, kind: 'nft', id: '7', end: place(20) }
  const block = { height: 100, hash: word(1), time: 5 }
  const read = await askTokens({ node, owner, block, to: 100, signal, find: () => [] }, [pair])
  expect(read.approvals).toEqual([])
  expect(read.endedApprovals.map((one) => one.pair.spender)).toEqual([spender])
})

test('that an approved contract was called does not say that no other took', async () => {
  const node = nodeWith({ from: owner, to: router })
  const through: KnownPair = { ...amount, kind: 'permit2', spender: router, via: permit2 }
  expect((await lastUses(node, [{ ...amount, spender: permit2 }, through])).kinds).toEqual([
    'unknown',
    'used',
  ])
})

test('an allowance logged with a transfer was used only if it was open before, and is logged beside it', async () => {
  const call = { from: address(0xb0b), to: address(0x4337) }
  const kind = async (since: number, index: number) =>
    (await lastUses(nodeWith(call, { index }), [{ ...amount, since: place(since), set: place(50) }])).kinds
  expect(await kind(50, 1)).toEqual(['unknown'])
  expect(await kind(10, 3)).toEqual(['unknown'])
  expect(await kind(10, 1)).toEqual(['used'])
})

test('of a call its name is kept, and not its data', async () => {
  const { calls } = await lastUses(nodeWith({ from: owner, to: router }), [amount])
  expect(calls).toEqual([{ from: owner, to: router, method: '0xa9059cbb' }])
})

test('of an answer with too many transfers the newest are asked for', async () => {
  const node = nodeWith({ from: owner, to: token }, { transfers: 6_000 })
  expect((await lastUses(node, [amount])).transfers).toEqual({ from: 51, logs: 5_000 })
  expect(node.asked).toBe(5_000)
})

test('a node that stops giving transactions has said what it gave before', async () => {
  const node = nodeWith({ from: owner, to: token }, { transfers: 1_200 })
  const many = (...asked: Parameters<NodeConnection['many']>) =>
    node.asked >= 500 ? Promise.reject(new NodeFailure('timeout', 'no answer')) : node.many(...asked)
  const failing = { request: node.request, many } as unknown as NodeConnection
  const uses = await askLastUses(
    { node: failing, owner, to: 100, signal, find: () => [] },
    [amount],
    [amount],
  )
  expect(uses.calls.size).toBe(500)
})
