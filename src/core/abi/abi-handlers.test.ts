import { encodeAbiParameters, encodeErrorResult, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { abiHandlers } from './abi-handlers.ts'

const ABI = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'error Error(string reason)',
])
const [A, B] = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x28C6c06298d514Db089934071355E5743bf21d60',
] as const
const context = { signal: new AbortController().signal }
const decode = async (...items: DecodableItem[]) =>
  (
    await abiHandlers({ contracts: { known: () => [], ask: () => Promise.resolve() } })['abi.decode'](
      { source: 's', items, askSource: false },
      context,
    )
  ).results

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
        // What can't be seen is marked.
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
