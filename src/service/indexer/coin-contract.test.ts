/**
 * A token that is the coin of its chain is found by its balances and by what the chain logs; one that only says the same is
 * not, however well it copies.
 */
import { expect, test } from 'vitest'
import { followIndexed } from './testing/follow-indexed.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import {
  accountOf,
  blockHashOf,
  hex,
  scriptedNode,
  word,
  type ScriptedBlock,
} from './testing/scripted-node.ts'
import { until } from './testing/until.ts'
import { callData, deployData } from './testing/workload.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

interface Move {
  readonly from: number
  readonly to: number
  readonly value: number
}
const MOVES: readonly Move[] = [
  { from: 1, to: 2, value: 5 },
  { from: 2, to: 4, value: 7 },
  { from: 4, to: 5, value: 5 },
  { from: 5, to: 1, value: 9 },
]

interface ScriptedToken {
  readonly address: string
  /** The logged value of a move: the moved value unless given; null where nothing is logged. */
  readonly logged?: (move: Move, nth: number) => number | null
  readonly balanceOf?: (coins: bigint, account: string, height: number) => bigint
}
const GENUINE: ScriptedToken = { address: accountOf(0xc01) }
const OTHER = accountOf(0xc02)

/** Moves of coins between a few accounts, one in each block, and tokens that log them. */
function chainOf(moves: readonly Move[], tokens: readonly ScriptedToken[], chainId = 999_999) {
  const asked = new Set<string>()
  const blocks = [{}, ...moves.map((move, nth) => blockOf(move, nth, tokens))]
  const coinsOf = (account: string, height: number) =>
    moves.slice(0, height).reduce(
      (sum, { from, to, value }) => {
        if (accountOf(from) === account) return sum - BigInt(value)
        return accountOf(to) === account ? sum + BigInt(value) : sum
      },
      1_000_000n + (BigInt(account) % 97n),
    )
  const heightOf = (tag: unknown) => {
    const { blockHash } = (typeof tag === 'object' ? tag : {}) as { blockHash?: string }
    if (blockHash !== undefined) return Number(BigInt(blockHash)) - 1
    return tag === 'latest' ? blocks.length - 1 : Number(tag)
  }
  const node = scriptedNode(blocks, (method, params) => {
    const [first, tag] = params
    if (method === 'eth_chainId') return hex(chainId)
    if (method === 'eth_getCode') return tokens.some(({ address }) => address === first) ? '0x60' : '0x'
    if (method === 'eth_getBalance') {
      asked.add(String(first))
      return hex(coinsOf(String(first), heightOf(tag)))
    }
    if (method !== 'eth_call') return undefined
    const { to, data } = first as { to: string; data: string }
    const token = tokens.find(({ address }) => address === to)
    if (!token || !data.startsWith('0x70a08231')) return '0x'
    const account = `0x${data.slice(-40)}`
    const coins = coinsOf(account, heightOf(tag))
    return `0x${word(token.balanceOf?.(coins, account, heightOf(tag)) ?? coins)}`
  })
  return { blocks, node, asked }
}

function blockOf(move: Move, nth: number, tokens: readonly ScriptedToken[]): ScriptedBlock {
  const [from, to, value] = [accountOf(move.from), accountOf(move.to), hex(move.value)]
  const logs = tokens.flatMap(({ address, logged = () => move.value }) => {
    const amount = logged(move, nth)
    return amount === null ? [] : [{ address, amount }]
  })
  const action = { from, to, value, gas: '0x0', callType: 'call' }
  return {
    transactions: [
      {
        transaction: { from, to, value },
        traces: [{ type: 'call', action, result: { output: '0x' }, traceAddress: [] }],
        receipt: {
          logs: logs.map(({ address, amount }, index) => ({
            address,
            logIndex: hex(index),
            topics: [TRANSFER, `0x${word(from)}`, `0x${word(to)}`],
            data: `0x${word(amount)}`,
            blockHash: blockHashOf(nth + 1),
          })),
        },
      },
    ],
  }
}

async function follow({ blocks, node }: ReturnType<typeof chainOf>) {
  const proxy = await testProxy(null, node)
  const lines: string[] = []
  const dataDir = testFolder()
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir, log: (line) => lines.push(line) })
  await until('all blocks', () => chain.status().head?.number === blocks.length - 1, {
    seen: () => chain.status(),
  })
  const found = (address: string) =>
    until('it is found', () => chain.status().coinContract === address, { seen: () => chain.status() })
  return { chain, proxy, lines, dataDir, found }
}

test('found once, said, kept with the index, and told to whoever reads it', async () => {
  const { chain, proxy, lines, dataDir, found } = await follow(chainOf(MOVES, [GENUINE]))
  await found(GENUINE.address)
  expect(chain.reader.chain.coin).toEqual({ symbol: 'ETH', decimals: 18, contract: GENUINE.address })
  const said = `The token ${GENUINE.address} is the coin of this chain, as its balances and its transfers show: sums count it once.`
  expect(chain.status().message).toContain(said)
  expect(lines.filter((line) => line === said)).toHaveLength(1)
  await chain.close()

  // The finding stays, whatever the token answers from now on.
  proxy.answer(chainOf(MOVES, [{ ...GENUINE, balanceOf: () => 3n }]).node)
  const again = await followIndexed({ rpcUrl: proxy.url, dataDir })
  expect(again.status().coinContract).toBe(GENUINE.address)
  expect(again.reader.chain.coin.contract).toBe(GENUINE.address)
  await again.close()
})

test('later blocks prove what the first do not', async () => {
  const scripted = chainOf(MOVES, [GENUINE])
  const rest = scripted.blocks.splice(3)
  const { chain } = await follow(scripted)
  scripted.blocks.push(...rest)
  await until(
    'it is found',
    () => {
      scripted.blocks.push({})
      return chain.status().coinContract === GENUINE.address
    },
    { seen: () => chain.status() },
  )
})

test.each<[string, ScriptedToken['logged']]>([
  ['leaves one move out', (move, nth) => (nth === 1 ? null : move.value)],
  ['logs one with another amount', (move, nth) => (nth === 2 ? move.value + 1 : move.value)],
  ['logs only the last', (move, nth) => (nth < 3 ? null : move.value)],
])('one that has the balances of the coin and %s is not it', async (_, logged = () => null) => {
  const { found } = await follow(chainOf(MOVES, [{ address: OTHER, logged }, GENUINE]))
  await found(GENUINE.address)
})

const last = MOVES.length
test.each<[string, NonNullable<ScriptedToken['balanceOf']>]>([
  ['one account has something else', (coins, account) => (account === accountOf(4) ? coins + 1n : coins)],
  ['it was something else before', (coins, _, height) => (height < last ? coins + 1n : coins)],
  ['it is something else now', (coins, _, height) => (height < last ? coins : coins + 1n)],
  ['all have the same', () => 1_000_000n],
])('one that logs every move is not it where %s', async (_, balanceOf) => {
  const { found } = await follow(chainOf(MOVES, [{ address: OTHER, balanceOf }, GENUINE]))
  await found(GENUINE.address)
})

test('of two that both do, neither is taken', async () => {
  const scripted = chainOf(MOVES, [GENUINE, { address: OTHER }])
  const { chain } = await follow(scripted)
  await until('balances are compared', () => scripted.asked.has(accountOf(1)))
  await chain.verify()
  expect(chain.status().coinContract).toBeNull()
})

test.each([
  ['two moves prove nothing', MOVES.slice(0, 2), 999_999],
  ['of a chain whose coin is known nothing is looked for', MOVES, 56],
] as const)('%s', async (_, moves, chainId) => {
  const scripted = chainOf(moves, [GENUINE], chainId)
  const { chain } = await follow(scripted)
  await chain.verify()
  expect(chain.status().coinContract).toBeNull()
  expect(scripted.asked.has(accountOf(1))).toBe(false)
})

test('a contract that gives the balances of coins for its own, and logs what it is told of, is a token', async () => {
  const anvil = await testAnvil()
  const [one = '', two = '', three = ''] = await anvil.request<string[]>('eth_accounts')
  const send = (from: string, to: string | undefined, value: number, data = '0x') =>
    anvil.send({ from, to, value: hex(value), data, gas: hex(1_000_000) })
  const { contractAddress } = await send(one, undefined, 0, deployData('Mirror'))
  const token = contractAddress ?? ''
  for (const [from, to, value] of [
    [one, two, 5],
    [two, three, 7],
    [three, one, 9],
    [one, three, 11],
  ] as const) {
    await send(from, to, value)
    // Told of each, it logs the same; of coins that come to it, it does so at once.
    await send(from, token, 0, callData('Mirror', 'tell', [from, to, BigInt(value)]))
    await send(from, token, value)
  }
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  await chain.verify()
  expect(chain.status().coinContract).toBeNull()
  expect(await chain.reader.detail('token', { address_hash: token })).toMatchObject({ type: 'ERC-20' })
})
