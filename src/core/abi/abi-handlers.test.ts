import { encodeAbiParameters, encodeErrorResult, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import type { DecodableItem, OwnAbi } from '#shared/rpc/contract/abi.ts'
import type { ChainglassFailure } from '#shared/errors/failure.ts'
import { openStore } from '../store/open-store.ts'
import { abiStreams } from './abi-handlers.ts'
import { createOwnAbis } from './own-abis.ts'
import { handlersOver } from './testing/handlers-over.ts'

const ABI = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'error Error(string reason)',
])
const [A, B] = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x28C6c06298d514Db089934071355E5743bf21d60',
] as const
const context = { signal: new AbortController().signal, connection: {} }
const store = openStore({ dataDir: ':memory:' })
afterAll(() => {
  store.close()
})
const handlers = handlersOver({ ownAbis: createOwnAbis(store) })
const decode = async (...items: DecodableItem[]) =>
  (await handlers['abi.decode']({ source: 's', items, askSource: false }, context)).results

describe('abi.decode', () => {
  it('names calls, logs and errors of standards, in the order of the items', async () => {
    const input = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [A, 2n ** 256n - 1n] })
    const topics = encodeEventTopics({
      abi: ABI,
      eventName: 'Transfer',
      args: { from: A, to: B, tokenId: 7n },
    }) as string[]
    const data = encodeErrorResult({ abi: ABI, errorName: 'Error', args: ['insufficient\u202e balance'] })
    const output = encodeAbiParameters([{ type: 'bool' }], [true])
    const results = await decode(
      { kind: 'call', to: B, input, output },
      { kind: 'log', address: B, topics, data: '0x' },
      { kind: 'error', to: B, data },
      { kind: 'call', to: B, input: '0x12345678' },
    )
    expect(results).toEqual([
      {
        name: 'transfer',
        signature: 'transfer(address to, uint256 value)',
        selector: '0xa9059cbb',
        origin: 'standard',
        from: 'ERC-20',
        isCertain: true,
        arguments: [
          { name: 'to', type: 'address', value: A },
          { name: 'value', type: 'uint256', value: (2n ** 256n - 1n).toString() },
        ],
        outputs: [{ name: null, type: 'bool', value: 'true' }],
      },
      expect.objectContaining({
        name: 'Transfer',
        from: 'ERC-721',
        arguments: [
          { name: 'from', type: 'address', isIndexed: true, value: A },
          { name: 'to', type: 'address', isIndexed: true, value: B },
          { name: 'tokenId', type: 'uint256', isIndexed: true, value: '7' },
        ],
      }),
      expect.objectContaining({
        name: 'Error',
        // Invisible characters are replaced by a mark.
        arguments: [{ name: 'reason', type: 'string', value: 'insufficient\ufffd balance' }],
      }),
      null,
    ])
  })

  it('gives null for what is no call, log or error, and decodes the others', async () => {
    const input = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [A, 1n] })
    const results = await decode(
      { kind: 'call', to: A, input: 'zz' },
      { kind: 'call', to: null, input },
      { kind: 'call', to: A, input: `0xa9059cbb${'00'.repeat(50_000_000)}` },
      { kind: 'log', address: A, topics: [], data: '0x' },
      { kind: 'log', address: A, topics: [null, 'x'], data: 'x' },
      { kind: 'error', to: null, data: '0x08c379a0' },
      { kind: 'call', to: A, input },
    )
    expect(results.map((result) => result?.name ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      'transfer',
    ])
  })
})

describe('a call that means an amount of a token, or the number of an NFT', () => {
  const NFT = parseAbi([
    'function approve(address to, uint256 tokenId)',
    'function transferFrom(address from, address to, uint256 tokenId)',
    'function multicall(bytes[] data)',
  ])
  const asked: string[] = []
  const nfts = handlersOver({
    contracts: {
      askTokens: (_, addresses) => {
        asked.push(...addresses)
        return Promise.resolve()
      },
      isNft: (_, address) => asked.includes(address) && address === A.toLowerCase(),
    },
    ownAbis: createOwnAbis(store),
  })
  const approve = encodeFunctionData({ abi: NFT, functionName: 'approve', args: [B, 77n] })
  const move = encodeFunctionData({ abi: NFT, functionName: 'transferFrom', args: [A, B, 77n] })
  const both = encodeFunctionData({ abi: NFT, functionName: 'multicall', args: [[approve, move]] })
  const decodeAt = async (to: string, input: string, askSource = true) =>
    (await nfts['abi.decode']({ source: 's', items: [{ kind: 'call', to, input }], askSource }, context))
      .results[0]

  it.each([
    ['approve', approve, 'approve(address to, uint256 tokenId)'],
    ['transferFrom', move, 'transferFrom(address from, address to, uint256 tokenId)'],
  ])('%s is what the source says that the contract is', async (_, input, signature) => {
    expect(await decodeAt(A, input)).toMatchObject({ from: 'ERC-721', signature })
    expect(await decodeAt(B, input)).toMatchObject({ from: 'ERC-20' })
    expect(asked).toEqual(expect.arrayContaining([A.toLowerCase(), B.toLowerCase()]))
  })

  it('is told apart inside of other calls, too', async () => {
    asked.length = 0
    const decoded = await decodeAt(A, both)
    const [list] = decoded?.arguments ?? []
    expect(JSON.stringify(list)).toContain('approve(address to, uint256 tokenId)')
    expect(JSON.stringify(list)).toContain('"from":"ERC-721"')
  })

  it('is not asked for where the source is not, nor for other calls', async () => {
    asked.length = 0
    await decodeAt(A, approve, false)
    await decodeAt(A, encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [A, 1n] }))
    expect(asked).toEqual([])
  })
})

describe('own ABIs', () => {
  const ERROR = { code: 'invalid_input', field: 'file' }
  const add = (text: string, more: { name?: string; address?: string; chainId?: string } = {}) =>
    handlers['abi.add'](
      { name: 'Vault.json', text, chainId: null, address: null, ...more },
      context,
    ) as OwnAbi
  const refusal = (text: string) => {
    try {
      return add(text)
    } catch (error) {
      return (error as ChainglassFailure).error
    }
  }
  const VAULT = parseAbi(['function poke(address who, uint256 value)', 'error Closed(uint256 until)'])
  const input = encodeFunctionData({ abi: VAULT, functionName: 'poke', args: [A, 1n] })

  it('come first, are certain for their contract only, and can be removed', async () => {
    const told: number[] = []
    const stop = abiStreams({ ownAbis: createOwnAbis(store) })['abi.changed'](
      {},
      (abis) => told.push(abis.length),
      context,
    )
    const forAll = add(JSON.stringify({ contractName: 'Vault', abi: VAULT }))
    expect(forAll).toMatchObject({ functions: 1, events: 0, errors: 1, address: null })
    expect((await decode({ kind: 'call', to: B, input }))[0]).toMatchObject({
      name: 'poke',
      origin: 'own',
      from: 'Vault.json',
      isCertain: false,
    })
    const forOne = add(JSON.stringify(VAULT), { address: B, chainId: '1' })
    const other = add(JSON.stringify(VAULT), { address: A, chainId: '5' })
    expect((await decode({ kind: 'call', to: B, input }))[0]).toMatchObject({
      origin: 'own',
      isCertain: true,
    })
    expect((await decode({ kind: 'call', to: A, input }))[0]).toMatchObject({ isCertain: false })
    // The same file again replaces the first.
    expect(add(JSON.stringify(VAULT), { address: B, chainId: '1' }).id).not.toBe(forOne.id)
    for (const { id } of createOwnAbis(store).list()) void handlers['abi.remove']({ id }, context)
    expect(other.id).toBeGreaterThan(0)
    expect((await decode({ kind: 'call', to: B, input }))[0]).toBeNull()
    expect(told).toEqual([0])
    stop()
  })

  it('are read from ABIs, artifacts, and lists of signatures', () => {
    const counted = (text: string) => {
      const { functions, events, errors } = add(text)
      return [functions, events, errors]
    }
    expect(counted(JSON.stringify({ output: { abi: VAULT } }))).toEqual([1, 0, 1])
    expect(counted(JSON.stringify(['function a()', 'event B(uint256 c)']))).toEqual([1, 1, 0])
    expect(counted('selector,signature\n0xa9059cbb,"transfer(address,uint256)"\n0x11111111,wrong()')).toEqual(
      [1, 0, 0],
    )
    expect(
      counted(
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef;Transfer(address,address,uint256)',
      ),
    ).toEqual([0, 1, 0])
  })

  it('are refused where they are none, lie about types, or are 50 MB', () => {
    for (const text of [
      '',
      '{',
      '[]',
      '\0\0\0',
      '[{"type":"function","name":"f","inputs":[{"type":"uint7"}]}]',
      '[{"type":"function","name":"<b>","inputs":[]}]',
      '[{"type":"function","name":"f","inputs":[{"type":"tuple","components":null}]}]',
      `[{"type":"function","name":"f","inputs":[{"type":"uint256${'[]'.repeat(100)}"}]}]`,
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ])
      expect(refusal(text), text.slice(0, 60)).toEqual({ ...ERROR, reason: 'file_without_abi' })
    expect(refusal('x'.repeat(50_000_000))).toMatchObject({ ...ERROR, reason: { kind: 'file_too_large' } })
  })
})

it('a file of keys without an end is refused before anything is made of it', async () => {
  const MANY = 100_000
  const keys = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`key ${String(at)}`, 0]))
  const abi = [{ type: 'function', name: 'keep', inputs: [] }]
  const file = { name: 'many', chainId: null, address: null }
  const add = (json: unknown) => handlers['abi.add']({ ...file, text: JSON.stringify(json) }, context)
  await expect((async () => add({ abi, keys }))()).rejects.toMatchObject({
    error: { code: 'invalid_input', reason: 'file_without_abi' },
  })
  // The same number of values with few different keys is read.
  await expect(
    (async () => add({ abi, ast: Array.from({ length: MANY }, () => ({ id: 1 })) }))(),
  ).resolves.toMatchObject({
    functions: 1,
  })
})
