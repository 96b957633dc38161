/** Contracts over a development chain: what is known of their code, and what they say when they are asked. */
import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectNode } from '#platform/json-rpc/node-connection.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
import { callData, compiled } from '#service/indexer/testing/workload.ts'
import type { CallOutput } from '#shared/rpc/contract.ts'
import type { ReadResult } from '#shared/rpc/contract/contracts.ts'
import { startCheckedChain, type CheckedChain } from '../check/testing/checked-chain.ts'
import { readBlock, readFunctions } from './read-functions.ts'

const NOBODY = `0x${'77'.repeat(20)}`
let chain: CheckedChain
let holder: string

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[holder] = (await chain.anvil.request<[string, ...string[]]>('eth_accounts')) as [string]
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

async function about(address: string): Promise<CallOutput<'contract.about'>> {
  const result = await chain.client.call('contract.about', { source: chain.source, address })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}

async function read(address: string, calls: readonly (readonly [string, ...string[]])[], more: object = {}) {
  const result = await chain.client.call('contract.read', {
    source: chain.source,
    address,
    rpcUrl: chain.node.url,
    calls: calls.map(([signature, ...texts]) => ({ signature, texts })),
    ...more,
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}

const resultOf = (address: string, ...call: [string, ...string[]]) => readOne(address, call)
/** Asks anvil itself: the proxy before it drops the data of a failure. */
const resultOfAnvil = (address: string, ...call: [string, ...string[]]) =>
  readOne(address, call, { rpcUrl: chain.anvil.url })

async function readOne(address: string, call: [string, ...string[]], more?: object): Promise<ReadResult> {
  const report = await read(address, [call], more)
  if (report.outcome !== 'read') throw new Error(JSON.stringify(report))
  return report.results[0]!
}

describe('functions', () => {
  test('say what the node says, of every type, at the block that is named', async () => {
    const { abi } = compiled('Coin')
    const calls = [
      ['name', 'function name() view returns (string)'],
      ['symbol', 'function symbol() view returns (string)'],
      ['decimals', 'function decimals() view returns (uint8)'],
      ['totalSupply', 'function totalSupply() view returns (uint256)'],
      ['balanceOf', 'function balanceOf(address account) view returns (uint256)', holder],
      [
        'allowance',
        'function allowance(address owner, address spender) view returns (uint256)',
        holder,
        NOBODY,
      ],
    ] as const
    const height = Number(await chain.anvil.request<string>('eth_blockNumber'))
    for (const at of [height, height - 5]) {
      const report = await read(
        chain.at.Coin,
        calls.map(([, signature, ...texts]) => [signature, ...texts] as const),
        { height: at },
      )
      if (report.outcome !== 'read') throw new Error(JSON.stringify(report))
      expect(report.block.height).toBe(at)
      for (const [index, [functionName, , ...args]] of calls.entries()) {
        const call = { to: chain.at.Coin, data: encodeFunctionData({ abi, functionName, args }) }
        const data = await chain.anvil.request<Hex>('eth_call', [call, `0x${at.toString(16)}`])
        expect(report.results[index], functionName).toMatchObject({
          outcome: 'values',
          values: [{ value: String(decodeFunctionResult({ abi, functionName, data })) }],
          data,
        })
      }
    }
  })

  test('that revert say with what, by the contract’s own errors', async () => {
    chain.lieWith((path, body) =>
      path === `/smart-contracts/${chain.at.Workshop.toLowerCase()}`
        ? { name: 'Workshop', is_verified: true, abi: compiled('Workshop').abi }
        : body,
    )
    expect(await resultOfAnvil(chain.at.Workshop, 'function needs(uint256 amount)', '3')).toMatchObject({
      outcome: 'reverted',
      decoded: {
        name: 'TooSmall',
        origin: 'verified',
        arguments: [
          { name: 'given', value: '3' },
          { name: 'needed', value: '10' },
        ],
      },
    })
    expect(await resultOfAnvil(chain.at.Workshop, 'function fails()')).toMatchObject({
      outcome: 'reverted',
      decoded: { name: 'Error', arguments: [{ value: 'as it was told' }] },
    })
    expect(await resultOfAnvil(chain.at.Silent, 'function name() returns (string)')).toMatchObject({
      outcome: 'reverted',
      decoded: null,
      bytes: 0,
    })
  })

  test('of no code, of other types and of no gas left have each a word of their own', async () => {
    expect(await resultOf(NOBODY, 'function name() view returns (string)')).toEqual({ outcome: 'no_data' })
    expect(await resultOf(chain.at.Coin, 'function name() view returns (bool)')).toMatchObject({
      outcome: 'unfit',
      bytes: 96,
    })
    expect((await resultOf(chain.at.Endless, 'function name() returns (string)')).outcome).toBe('reverted')
    expect(await resultOf(chain.at.Coin, 'event name()')).toMatchObject({
      outcome: 'not_asked',
      argument: null,
    })
  })

  test('that return nothing say nothing, and what has no known types is no failure', async () => {
    expect(await resultOf(chain.at.Workshop, 'function needs(uint256 amount) returns ()', '20')).toEqual({
      outcome: 'values',
      values: [],
      data: '0x',
      bytes: 0,
    })
    expect(await resultOf(chain.at.Coin, 'function name() view')).toMatchObject({
      outcome: 'untyped',
      bytes: 96,
    })
    expect(await resultOf(NOBODY, 'function name() view')).toMatchObject({ outcome: 'untyped', bytes: 0 })
  })

  test('are not asked with what is no value of their types', async () => {
    chain.node.methods.length = 0
    expect(
      await resultOf(
        chain.at.Coin,
        'function balanceOf(address account) view returns (uint256)',
        '0x4f1B0A5c98',
      ),
    ).toEqual({ outcome: 'not_asked', argument: 0, problem: 'An address has 40 digits, this one 10.' })
    expect(chain.node.methods).not.toContain('eth_call')
  })

  test.each([
    ['10 MB', () => `0x${'00'.repeat(10_000_000)}`, undefined, 'too_large'],
    ['nothing for long', () => new Promise(() => undefined), 3_000, 'timeout'],
  ] as const)('that say %s keep no other from its answer', async (_, answer, timeoutMs, outcome) => {
    const name = encodeFunctionData({ abi: compiled('Coin').abi, functionName: 'name' })
    chain.node.answer((method, params, forward) => {
      const { data } = (params[0] ?? {}) as { data?: string }
      return method === 'eth_call' && data === name ? answer() : forward()
    })
    const node = connectNode(chain.node.url)
    const signatures = ['name() returns (string)', 'decimals() returns (uint8)']
    try {
      const results = await readFunctions(
        node,
        signatures.map((signature) => ({ signature, texts: [] })),
        {
          ...{ address: chain.at.Coin, block: await readBlock(node, undefined), find: () => [] },
          ...(timeoutMs !== undefined && { timeoutMs }),
        },
      )
      expect(results.map((one) => one.outcome)).toEqual([outcome, 'values'])
    } finally {
      node.close()
    }
  })

  test('are not asked of a node of another chain, and of a block that it has not', async () => {
    expect(
      await read(chain.at.Coin, [['function name() view returns (string)']], { height: 9_999_999 }),
    ).toMatchObject({ outcome: 'refused', problem: { kind: 'behind', height: 9_999_999 } })
    chain.node.answer((method, _, forward) => (method === 'eth_chainId' ? '0x1' : forward()))
    expect(await read(chain.at.Coin, [['function name() view returns (string)']])).toMatchObject({
      outcome: 'refused',
      problem: { kind: 'other_chain', node: '1', source: '31337' },
    })
  })

  test('need a node', async () => {
    const result = await chain.client.call('contract.read', {
      source: chain.source,
      address: chain.at.Coin,
      calls: [{ signature: 'function name() view returns (string)', texts: [] }],
    })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'rpcUrl', reason: 'no_node' },
    })
  })
})

describe('a contract', () => {
  const tell = (told: object) => {
    chain.lieWith((path, body) => (path.startsWith('/smart-contracts/') ? told : body))
  }

  test('that is verified shows its files, its ABI and what it was created with', async () => {
    const args = encodeFunctionData({
      abi: parseAbi(['function f(string name, string symbol, uint8 decimals)']),
      args: ['Test Coin', 'TST', 18],
    })
    tell({
      name: 'Coin',
      is_verified: true,
      language: 'solidity',
      compiler_version: 'v0.8.30',
      optimization_runs: 200,
      abi: compiled('Coin').abi,
      deployed_bytecode: compiled('Coin').runtime,
      constructor_args: args.slice(10),
      file_path: 'src/Coin.sol',
      source_code: 'contract Coin {}',
      additional_sources: [
        { file_path: 'lib/ERC20.sol', source_code: 'contract ERC20 {}' },
        5,
        { file_path: 'x' },
      ],
    })
    const coin = await about(chain.at.Coin)
    expect(coin).toMatchObject({
      name: 'Coin',
      isVerified: true,
      settings: [
        ['language', 'solidity'],
        ['compiler', 'v0.8.30'],
        ['optimizer', '200'],
      ],
      files: [
        { path: 'src/Coin.sol', text: 'contract Coin {}' },
        { path: 'lib/ERC20.sol', text: 'contract ERC20 {}' },
      ],
      constructed: {
        arguments: [{ value: 'Test Coin' }, { value: 'TST' }, { name: 'decimals_', value: '18' }],
      },
    })
    const balanceOf = coin.items.find(({ name }) => name === 'balanceOf')
    expect(balanceOf).toEqual({
      kind: 'function',
      name: 'balanceOf',
      signature: 'function balanceOf(address account) view returns (uint256)',
      inputs: 1,
      selector: '0x70a08231',
      origin: 'verified',
      from: 'Coin',
      isCertain: true,
      isView: true,
      isInCode: true,
    })
    expect(coin.items.filter(({ isInCode }) => isInCode === false)).toEqual([])
    expect(coin.items.find(({ name }) => name === 'transfer')?.isView).toBe(false)
  })

  test('that nobody verified has what its code tells, with the names that fit its types', async () => {
    tell({ deployed_bytecode: compiled('Coin').runtime })
    const { isVerified, items, files } = await about(chain.at.Coin)
    expect({ isVerified, files }).toEqual({ isVerified: false, files: [] })
    expect(items.find(({ selector }) => selector === '0x70a08231')).toMatchObject({
      name: 'balanceOf',
      origin: 'standard',
      isView: true,
      isInCode: true,
    })
    expect(items.every(({ isInCode }) => isInCode)).toBe(true)
  })

  test('with the ABI of another says which of its functions the code does not have', async () => {
    tell({ name: 'Lie', abi: compiled('Workshop').abi, deployed_bytecode: compiled('Coin').runtime })
    const { items } = await about(chain.at.Coin)
    expect(items.find(({ name }) => name === 'burnGas')?.isInCode).toBe(false)
    expect(items.find(({ name }) => name === 'transfer')?.isInCode).toBe(true)
  })

  test('whose source is the compiler’s whole input has its files', async () => {
    const input = { language: 'Solidity', sources: { 'A.sol': { content: 'contract A {}' }, 'B.sol': 5 } }
    tell({ name: 'A', source_code: `{${JSON.stringify(input)}}` })
    expect((await about(NOBODY)).files).toEqual([{ path: 'A.sol', text: 'contract A {}' }])
    const bare = JSON.stringify({ sources: { 'A.sol': { content: 'contract A {}' } } })
    tell({ name: 'A', source_code: bare })
    expect((await about(NOBODY)).files).toEqual([{ path: 'A.sol', text: 'contract A {}' }])
  })

  test.each([
    ['of one line that is too long', { source_code: 'x'.repeat(2_500_000) }, { files: 0, omittedFiles: 1 }],
    [
      'of 2,000 files',
      { additional_sources: Array.from({ length: 2_000 }, () => ({ file_path: 'a', source_code: 'x' })) },
      { files: 500, omittedFiles: 1_500 },
    ],
    [
      'of 10 MB',
      {
        additional_sources: Array.from({ length: 10 }, () => ({
          file_path: 'a',
          source_code: 'x'.repeat(1_000_000),
        })),
      },
      { files: 8, omittedFiles: 2 },
    ],
  ])('with a source %s shows as much as it can, and says so', async (_, told, expected) => {
    tell(told)
    const { files, omittedFiles } = await about(NOBODY)
    expect({ files: files.length, omittedFiles }).toEqual(expected)
  })

  test('with a source of 20 MB is refused in a sentence', async () => {
    tell({ source_code: 'x'.repeat(20_000_000) })
    expect(
      await chain.client.call('contract.about', { source: chain.source, address: chain.at.Pictures }),
    ).toMatchObject({ ok: false, error: { code: 'bad_response', reason: { kind: 'too_large' } } })
  })

  test('that is none is not found', async () => {
    expect(
      await chain.client.call('contract.about', { source: chain.source, address: `0x${'12'.repeat(20)}` }),
    ).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })
})

test.each([
  ['refuses', -32000, 'no such plan', { outcome: 'refused', serverMessage: 'no such plan' }],
  ['refuses for its size', -32005, 'response size exceeded', { outcome: 'refused' }],
  ['refuses for a limit it does not name', -32005, 'limit exceeded', { outcome: 'refused' }],
])('what a node says when it %s is no failure of the contract', async (_, code, message, result) => {
  nameIsRefused(code, message)
  expect(await resultOf(chain.at.Coin, 'function name() view returns (string)')).toMatchObject(result)
})

test.each([
  [-32005, 'daily limit reached'],
  [-32016, 'over rate limit'],
])('a node that is asked too often by its own words says so: %i, %s', async (code, serverMessage) => {
  nameIsRefused(code, serverMessage)
  const { at, client, node, source } = chain
  const signature = 'function name() view returns (string)'
  expect(
    await client.call('contract.read', {
      ...{ source, address: at.Coin!, rpcUrl: node.url },
      calls: [{ signature, texts: [] }],
    }),
  ).toMatchObject({
    ok: true,
    data: { outcome: 'refused', problem: { kind: 'limited', retryAfterMs: null, serverMessage } },
  })
})

function nameIsRefused(code: number, message: string) {
  const data = callData('Coin', 'name')
  chain.node.answer((method, params, forward) => {
    const { data: asked } = (params[0] ?? {}) as { data?: string }
    if (method === 'eth_call' && asked === data) throw new Refused(code, message)
    return forward()
  })
}
