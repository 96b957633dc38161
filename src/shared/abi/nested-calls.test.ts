import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  parseAbiParameters,
  type Hex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall } from './decode.ts'
import type { Decoded, DecodedValue, NestedCall } from './decoded.ts'
import { standardCandidates } from './standards.ts'

const ABI = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate(Call[] calls)',
  'function tryAggregate(bool requireSuccess, Call[] calls)',
  'function aggregate3(Call3[] calls)',
  'function aggregate3Value(Call3Value[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
  'struct Operation06 { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'struct Operation07 { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Operation07[] ops, address beneficiary)',
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'struct Cut { address facetAddress; uint8 action; bytes4[] functionSelectors; }',
  'function diamondCut(Cut[] diamondCut, address init, bytes data)',
])
const OPS_06 = parseAbi([
  'struct Operation06 { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Operation06[] ops, address beneficiary)',
])
const [A, B, C] = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x28C6c06298d514Db089934071355E5743bf21d60',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
] as const
const ZERO = '0x0000000000000000000000000000000000000000'
const WORD = `0x${'00'.repeat(32)}` as const

const transfer = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [A, 5n] })
const approve = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [B, 7n] })

const decode = (input: Hex, to: string = B) => decodeCall({ to, input }, standardCandidates)

/** All nested calls, outermost first, as `kind name@to=value`. */
const callsIn = (decoded: Decoded | null): readonly string[] =>
  (decoded?.arguments ?? []).flatMap(({ value }) => callsOf(value))
const callsOf = (value: DecodedValue): readonly string[] => {
  if (typeof value === 'string') return []
  if ('list' in value) return value.list.flatMap(callsOf)
  if ('fields' in value) return value.fields.flatMap((field) => callsOf(field.value))
  return value.calls.flatMap((call) => [lineOf(call), ...callsIn(call.decoded)])
}
const lineOf = ({ kind, decoded, to, value }: NestedCall) =>
  `${kind} ${decoded?.name ?? '?'}@${to ?? 'self'}${value === null ? '' : `=${value}`}`

const safe = (to: Hex, data: Hex, operation = 0) =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'execTransaction',
    args: [to, 0n, data, operation, 0n, 0n, 0n, ZERO, ZERO, '0x'],
  })
const multiSend = (...calls: readonly (readonly [operation: number, to: Hex, value: bigint, data: Hex])[]) =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'multiSend',
    args: [
      concatHex(
        calls.map(([operation, to, value, data]) =>
          encodePacked(
            ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
            [operation, to, value, BigInt((data.length - 2) / 2), data],
          ),
        ),
      ),
    ],
  })

describe('calls inside calls', () => {
  it('opens multicall in all its forms', () => {
    const { abi, list } = { abi: ABI, list: [transfer, approve] }
    const each = [`call transfer@self`, `call approve@self`]
    expect(callsIn(decode(encodeFunctionData({ abi, functionName: 'multicall', args: [list] })))).toEqual(
      each,
    )
    expect(callsIn(decode(encodeFunctionData({ abi, functionName: 'multicall', args: [1n, list] })))).toEqual(
      each,
    )
    const there = [`call transfer@${A}`, `call approve@${C}`]
    const calls = [
      { target: A, callData: transfer },
      { target: C, callData: approve },
    ]
    expect(callsIn(decode(encodeFunctionData({ abi, functionName: 'aggregate', args: [calls] })))).toEqual(
      there,
    )
    expect(
      callsIn(decode(encodeFunctionData({ abi, functionName: 'tryAggregate', args: [true, calls] }))),
    ).toEqual(there)
    const calls3 = calls.map((call) => ({ ...call, allowFailure: true, value: 3n }))
    expect(callsIn(decode(encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls3] })))).toEqual(
      there,
    )
    expect(
      callsIn(decode(encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls3] }))),
    ).toEqual([`call transfer@${A}=3`, `call approve@${C}=3`])
  })

  it('opens what a Safe sends, in a delegate call too', () => {
    const input = safe(B, multiSend([0, A, 9n, transfer], [1, C, 0n, approve], [0, C, 1n, '0x']), 1)
    expect(callsIn(decode(input))).toEqual([
      `delegatecall multiSend@${B}=0`,
      `call transfer@${A}=9`,
      `delegatecall approve@${C}=0`,
      `call ?@${C}=1`,
    ])
    // A length beyond the data: the bytes are no list of calls.
    const broken = encodeFunctionData({
      abi: ABI,
      functionName: 'multiSend',
      args: [encodePacked(['uint8', 'address', 'uint256', 'uint256'], [0, A, 0n, 5n])],
    })
    expect(decode(broken)?.arguments[0]?.value).toBeTypeOf('string')
  })

  it('a transfer of coin is a call without data; empty data beside no amount is none', () => {
    const send = (value: bigint) => {
      const calls = [
        { target: A, allowFailure: false, value, callData: '0x' as const },
        { target: C, allowFailure: false, value: 0n, callData: transfer },
      ]
      return callsIn(decode(encodeFunctionData({ abi: ABI, functionName: 'aggregate3Value', args: [calls] })))
    }
    expect(send(2n ** 200n)).toEqual([`call ?@${A}=${String(2n ** 200n)}`, `call transfer@${C}=0`])
    expect(send(0n)).toEqual([`call transfer@${C}=0`])
  })

  it('opens operations of accounts, of both EntryPoints', () => {
    const callData = encodeFunctionData({
      abi: ABI,
      functionName: 'execute',
      args: [
        `0x01${'00'.repeat(31)}`,
        encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
          [
            { to: C, value: 2n, data: transfer },
            { to: ZERO, value: 0n, data: approve },
          ],
        ]),
      ],
    })
    const operation = {
      sender: A,
      nonce: 1n,
      initCode: concatHex([C, transfer]),
      callData,
      preVerificationGas: 1n,
      paymasterAndData: '0x',
      signature: '0x1234',
    } as const
    const opened = [`call transfer@${C}`, `call execute@${A}`, `call transfer@${C}=2`, `call approve@${A}=0`]
    const v07 = encodeFunctionData({
      abi: ABI,
      functionName: 'handleOps',
      args: [[{ ...operation, accountGasLimits: WORD, gasFees: WORD }], B],
    })
    const gas = { callGasLimit: 1n, verificationGasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    const v06 = encodeFunctionData({
      abi: OPS_06,
      functionName: 'handleOps',
      args: [[{ ...operation, ...gas }], B],
    })
    expect(callsIn(decode(v07))).toEqual(opened)
    expect(callsIn(decode(v06))).toEqual(opened)
  })

  it('opens one call and a delegate call of an account by its mode', () => {
    const execute = (mode: string, data: Hex) =>
      callsIn(
        decode(
          encodeFunctionData({
            abi: ABI,
            functionName: 'execute',
            args: [`0x${mode}${'00'.repeat(31)}`, data],
          }),
        ),
      )
    expect(execute('00', encodePacked(['address', 'uint256', 'bytes'], [C, 4n, transfer]))).toEqual([
      `call transfer@${C}=4`,
    ])
    expect(execute('ff', encodePacked(['address', 'bytes'], [C, approve]))).toEqual([
      `delegatecall approve@${C}`,
    ])
    expect(execute('01', '0x1234')).toEqual([])
    const batch = encodeAbiParameters(
      parseAbiParameters('(address to, uint256 value, bytes data)[], bytes'),
      [[{ to: C, value: 0n, data: transfer }], '0xab'],
    )
    expect(execute('01', batch)).toEqual([`call transfer@${C}=0`])
    expect(execute('01', encodeAbiParameters(parseAbiParameters('bytes[]'), [[batch, batch]]))).toEqual([
      `call transfer@${C}=0`,
      `call transfer@${C}=0`,
    ])
  })

  it('opens the commands of a router, its sub-plans and the actions of v4', () => {
    const wrap = encodeAbiParameters(parseAbiParameters('address, uint256'), [A, 1n])
    const swap = encodeAbiParameters(parseAbiParameters('address, uint256, uint256, bytes, bool'), [
      A,
      1n,
      2n,
      encodePacked(['address', 'uint24', 'address'], [A, 500, B]),
      true,
    ])
    const settle = encodeAbiParameters(parseAbiParameters('address, uint256'), [A, 1n])
    const v4 = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x0c0f', [settle, settle]])
    const subPlan = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x0b', [wrap]])
    const input = encodeFunctionData({
      abi: ABI,
      functionName: 'execute',
      args: ['0x0b80102108', [wrap, swap, v4, subPlan, swap], 99n],
    })
    expect(callsIn(decode(input))).toEqual([
      'command WRAP_ETH@self',
      'command V3_SWAP_EXACT_IN@self',
      'command V4_SWAP@self',
      'command SETTLE_ALL@self',
      'command TAKE_ALL@self',
      'command EXECUTE_SUB_PLAN@self',
      'command WRAP_ETH@self',
      // The input is of another command, so it is not decoded.
      'command ?@self',
    ])
  })

  it('opens the call that a diamond is initialised with', () => {
    const input = encodeFunctionData({ abi: ABI, functionName: 'diamondCut', args: [[], C, transfer] })
    expect(callsIn(decode(input))).toEqual([`delegatecall transfer@${C}`])
  })

  it('stops at calls nested 1,000 deep, and at 100,000 beside each other', () => {
    let deep: Hex = transfer
    for (let depth = 0; depth < 1_000; depth++)
      deep = concatHex(['0xac9650d8', encodeAbiParameters(parseAbiParameters('bytes[]'), [[deep]])])
    const wide = multiSend(...Array.from({ length: 5_000 }, () => [0, A, 0n, '0x'] as const))
    const many = encodeFunctionData({
      abi: ABI,
      functionName: 'multicall',
      args: [Array.from({ length: 5_000 }, () => transfer)],
    })
    const opened = callsIn(decode(deep))
    expect(opened.length).toBeGreaterThan(10)
    expect(opened.length).toBeLessThan(30)
    expect(callsIn(decode(wide))).toEqual([])
    expect(callsIn(decode(many)).length).toBeLessThanOrEqual(1_000)
  })
})
