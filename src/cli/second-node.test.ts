/** Tests `chainglass check` with a second node: the blocks and the head of both are compared. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCheckedChain, type CheckedChain } from '#core/check/testing/checked-chain.ts'
import { startAnvil } from '#service/indexer/testing/anvil.ts'
import { Refused, startProxy, type Answerer } from '#service/indexer/testing/node-proxy.ts'
import { runCommand } from './testing/run-command.ts'

const WHO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let chain: CheckedChain
let hash: string
/** The height of its block. */
let tag: string

beforeAll(async () => {
  chain = await startCheckedChain()
  const newest = ['latest', false]
  const block = await chain.anvil.request<{ transactions: string[]; number: string }>(
    'eth_getBlockByNumber',
    newest,
  )
  ;[hash, tag] = [block.transactions[0]!, block.number]
})
afterAll(() => chain.close())

const run = (things: readonly string[], args: readonly string[]) => {
  const asked = ['--with', chain.node.url, '--source', chain.url, '--data-dir', ':memory:', ...args]
  return runCommand(['check', ...things, ...asked], { columns: 200 })
}
const check = (...args: string[]) => run([hash], args)
const checkRows = (...args: string[]) => run([WHO, 'transactions'], args)

/** A second node of the chain, which answers like the first one, but for what is given. */
async function secondNode(answer?: Answerer) {
  const second = await startProxy(chain.anvil.url, answer)
  onTestFinished(() => second.close())
  return second.url
}

interface SecondJson {
  readonly second: {
    readonly heads: readonly number[]
    readonly blocks: readonly { readonly height: number; readonly first: string; readonly second: string }[]
  }
}

test('a second node that has the same blocks is said to, in a table and as JSON', async () => {
  const second = await secondNode()
  const { code, stderr } = await check('--with', second)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^(\d+) of \1 blocks are the same at 127\.0\.0\.1:\d+\.$/m)
  const { second: report } = JSON.parse((await check('--with', second, '--json')).stdout) as SecondJson
  const [block] = report.blocks.slice(-1)
  expect(report).toMatchObject({ outcome: 'compared', heads: [block?.height, block?.height] })
  expect(block?.second).toBe(block?.first)
  expect(block?.first).toMatch(/^0x[0-9a-f]{64}$/)
  const rows = JSON.parse((await checkRows('--with', second, '--json')).stdout) as SecondJson
  expect(rows.second.blocks.length).toBeGreaterThan(5)
  expect(rows.second.blocks.every(({ first, second: other }) => first === other)).toBe(true)
})

test('two nodes that differ at the head: both hashes stand there, also as JSON, and it ends with 1', async () => {
  const other = await startAnvil()
  onTestFinished(() => other.stop())
  const height = Number(await chain.anvil.request<string>('eth_blockNumber', []))
  await other.request('anvil_mine', [`0x${(height - 1).toString(16)}`])
  // The chain's own blocks, but for the newest one, which is of another branch one block behind.
  const second = await secondNode((method, params, forward) =>
    method === 'eth_blockNumber' || params[0] === `0x${(height - 1).toString(16)}`
      ? other.request(method, params)
      : forward(),
  )
  const hashOf = async (at: typeof other) =>
    (await at.request<{ hash: string }>('eth_getBlockByNumber', [`0x${(height - 1).toString(16)}`, false]))
      .hash
  const [one, two] = [await hashOf(chain.anvil), await hashOf(other)]
  const { code, stderr } = await check('--with', second)
  expect(code).toBe(1)
  expect(stderr).toContain(`Block ${String(height - 1)} is ${one} at `)
  expect(stderr).toContain(`, and ${two} at `)
  expect(stderr).toContain(' of 2 blocks are the same at ')
  expect(stderr).toMatch(
    new RegExp(
      `newest block of 127\\.0\\.0\\.1:\\d+ is ${String(height)}, of 127\\.0\\.0\\.1:\\d+ ${String(height - 1)}`,
    ),
  )
  const json = await check('--with', second, '--json')
  expect(json.code).toBe(1)
  expect((JSON.parse(json.stdout) as SecondJson).second).toMatchObject({
    heads: [height, height - 1],
    blocks: expect.arrayContaining([{ height: height - 1, first: one, second: two }]) as unknown,
  })
})

test('two nodes that differ in a block far below the head: one of them is wrong, whatever the head says', async () => {
  await chain.anvil.request('anvil_mine', ['0x60'])
  const other = await startAnvil()
  onTestFinished(() => other.stop())
  await other.request('anvil_mine', ['0xff'])
  const second = await secondNode((method, params, forward) =>
    params[0] === tag ? other.request(method, params) : forward(),
  )
  const { code, stderr } = await check('--with', second)
  expect(code).toBe(1)
  expect(stderr).toMatch(new RegExp(`^1 of 2 blocks are the same`, 'm'))
  expect(stderr).toMatch(new RegExp(`^Block ${String(Number(tag))} is 0x.* one of them is wrong`, 'm'))
  const rows = await checkRows('--with', second, '--csv')
  expect(rows.code).toBe(1)
  expect(rows.stderr).toMatch(new RegExp(`^Block ${String(Number(tag))} is 0x`, 'm'))
})

test.each<[string, Answerer, RegExp]>([
  [
    'is of another chain',
    (method, _, forward) => (method === 'eth_chainId' ? '0x5' : forward()),
    / is a node of chain 31337, 127\.0\.0\.1:\d+ of chain 5\./,
  ],
  [
    'makes up a block',
    async (method, [asked], forward) => {
      const answer = await forward()
      return method === 'eth_getBlockByNumber' && asked === tag
        ? { ...(answer as object), hash: `0x${'ab'.repeat(32)}` }
        : answer
    },
    /gives as the block’s header does not hash to what it says it hashes to/,
  ],
  [
    'takes no more requests',
    () => {
      throw new Refused(-32005, 'limit exceeded')
    },
    /limit exceeded/,
  ],
])(
  'a second node that %s is said to, with what the first one proved, and it ends with 1',
  async (_, answer, said) => {
    const { code, stdout, stderr } = await check('--with', await secondNode(answer))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^proven +gas_used/m)
    expect(stderr).toMatch(said)
  },
)

test.each<[string, Answerer, RegExp]>([
  [
    'takes no more requests',
    () => {
      throw new Refused(-32005, 'limit exceeded')
    },
    /^(\S+) takes no more requests for now.*limit exceeded/m,
  ],
  [
    'gives a block of another height',
    async (method, _, forward) => {
      const answer = await forward()
      return method === 'eth_getBlockByNumber' ? { ...(answer as object), number: '0x1' } : answer
    },
    /^What (\S+) gives as the block’s header does not hash/m,
  ],
])(
  'where the first node %s once the second one is asked, it is said of the first one',
  async (_, answer, said) => {
    const second = await startProxy(chain.anvil.url)
    onTestFinished(() => second.close())
    onTestFinished(() => chain.beHonest())
    chain.node.answer((method, params, forward) =>
      second.methods.length > 0 ? answer(method, params, forward) : forward(),
    )
    const { code, stdout, stderr } = await check('--with', second.url)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^proven +gas_used/m)
    expect(said.exec(stderr)?.[1]).toBe(`127.0.0.1:${String(chain.node.port)}`)
  },
)

test.each<[string, () => string, string]>([
  ['is no URL', () => 'ftp://second.example', 'Second is not valid. The address of a node begins with'],
  ['is the first one', () => `${chain.node.url}/`, 'Second is not valid. This is the node that was asked'],
])('a second node that %s is refused before anything is asked', async (_, second, said) => {
  const before = chain.node.methods.length
  for (const { code, stdout, stderr } of [
    await check('--with', second()),
    await checkRows('--with', second()),
  ]) {
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(said)
  }
  expect(chain.node.methods).toHaveLength(before)
})

test('a second node that does not answer, no longer has the block, or is a third', async () => {
  const silent = await check('--with', 'http://127.0.0.1:1')
  expect(silent.code).toBe(1)
  expect(silent.stdout).toMatch(/^proven +gas_used/m)
  expect(silent.stderr).toContain('No node answers at 127.0.0.1:1.')
  const pruned = await secondNode((method, params, forward) =>
    method === 'eth_getBlockByNumber' && Number(params[0]) > 1 ? null : forward(),
  )
  const unknown = await check('--with', pruned)
  expect(unknown.code).toBe(0)
  expect(unknown.stderr).toMatch(/^0 of (\d) blocks are the same.*\n\1 can’t be compared/m)
  expect((await check('--with', pruned, '--with', pruned)).code).toBe(2)
})
