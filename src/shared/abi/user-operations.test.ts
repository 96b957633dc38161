/** Tests against the EntryPoints' own ABIs, as viem has them. */
import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  numberToHex,
  pad,
  parseAbiParameters,
  zeroAddress,
  type Hex,
} from 'viem'
import {
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Abi,
  entryPoint07Address,
  entryPoint08Abi,
  entryPoint08Address,
} from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { isBundle } from './bundle-selector.ts'
import { entryPointVersion, readUserOperations } from './user-operations.ts'

const [SENDER, OTHER, PAYMASTER, FACTORY, BUNDLER] = [1n, 2n, 3n, 4n, 5n].map((nth) =>
  numberToHex(nth + (1n << 156n), { size: 20 }),
) as [Hex, Hex, Hex, Hex, Hex]
const WORD = pad('0x', { size: 32 })
const hashOf = (nth: number) => numberToHex(nth, { size: 32 })

const common = (sender: Hex, nonce: bigint) => ({
  ...{ sender, nonce, preVerificationGas: 1n },
  ...({ initCode: '0x', callData: '0xb61d27f6', paymasterAndData: '0x', signature: '0x' } as const),
})
const packed = (
  sender: Hex,
  nonce: bigint,
  more: { readonly initCode?: Hex; readonly paymasterAndData?: Hex } = {},
) => ({
  ...common(sender, nonce),
  ...{ accountGasLimits: WORD, gasFees: WORD },
  ...more,
})
const gas = { callGasLimit: 1n, verificationGasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }

const paid = { paymasterAndData: `${PAYMASTER}1234` } as const
const FORMS = [
  {
    ...{ version: '0.6', at: entryPoint06Address },
    input: encodeFunctionData({
      abi: entryPoint06Abi,
      functionName: 'handleOps',
      args: [[{ ...common(SENDER, 7n), ...gas, ...paid }], BUNDLER],
    }),
  },
  ...[
    { version: '0.7', at: entryPoint07Address, abi: entryPoint07Abi },
    { version: '0.8', at: entryPoint08Address, abi: entryPoint08Abi },
  ].map(({ version, at, abi }) => ({
    ...{ version, at },
    input: encodeFunctionData({
      abi,
      functionName: 'handleOps',
      args: [[packed(SENDER, 7n, paid)], BUNDLER],
    }),
  })),
  {
    ...{ version: '0.7', at: entryPoint07Address },
    input: encodeFunctionData({
      abi: entryPoint07Abi,
      functionName: 'handleAggregatedOps',
      args: [[{ userOps: [packed(SENDER, 7n, paid)], aggregator: OTHER, signature: '0x' }], BUNDLER],
    }),
  },
]

const event = (
  at: string,
  nth: number,
  sender: Hex,
  nonce: bigint,
  success = true,
  paymaster: Hex = zeroAddress,
) => ({
  address: at,
  topics: encodeEventTopics({
    ...{ abi: entryPoint07Abi, eventName: 'UserOperationEvent' },
    args: { userOpHash: hashOf(nth), sender, paymaster },
  }) as string[],
  data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [
    ...([nonce, success, (1n << 200n) + BigInt(nth), 90_000n] as const),
  ]),
})
const reverted = (at: string, nth: number, sender: Hex, nonce: bigint, data: Hex) => ({
  address: at,
  topics: encodeEventTopics({
    ...{ abi: entryPoint07Abi, eventName: 'UserOperationRevertReason' },
    args: { userOpHash: hashOf(nth), sender },
  }) as string[],
  data: encodeAbiParameters(parseAbiParameters('uint256, bytes'), [nonce, data]),
})

test.each(FORMS)(
  'reads what is handed to EntryPoint $version, and what it logs',
  ({ version, at, input }) => {
    expect(isBundle(input)).toBe(true)
    expect(entryPointVersion(at)).toBe(version)
    const logs = [event(at, 1, SENDER, 7n, true, PAYMASTER)]
    const { operations, omitted } = readUserOperations([{ to: at, input, isUndone: false }], logs)
    expect(omitted).toBe(0)
    expect(operations).toEqual([
      {
        ...{ entryPoint: at.toLowerCase(), sender: SENDER, nonce: '7', paymaster: PAYMASTER, factory: null },
        ...{ callData: '0xb61d27f6', failure: undefined, isUndone: false },
        outcome: {
          ...{
            entryPoint: at.toLowerCase(),
            hash: hashOf(1),
            sender: SENDER,
            paymaster: PAYMASTER,
            nonce: '7',
          },
          ...{ success: true, actualGasCost: (1n << 200n) + 1n, actualGasUsed: 90_000n },
        },
      },
    ])
  },
)

const at = entryPoint07Address
const bundle = (operations: readonly ReturnType<typeof packed>[]) =>
  encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args: [operations, BUNDLER] })

test('an operation has the outcome of its own nonce, and why it failed', () => {
  const input = bundle([
    packed(SENDER, 1n),
    packed(SENDER, 2n, { initCode: `${FACTORY}abcd` }),
    packed(OTHER, 1n),
  ])
  const { operations } = readUserOperations(
    [{ to: at, input, isUndone: false }],
    [
      event(at, 3, OTHER, 1n),
      reverted(at, 2, SENDER, 2n, '0x08c379a0'),
      event(at, 2, SENDER, 2n, false),
      // Another contract says something else of the same operation.
      event(OTHER, 1, SENDER, 1n, false),
    ],
  )
  expect(
    operations.map(({ outcome, failure, factory, callData }) => [
      outcome?.success,
      failure,
      factory,
      callData !== undefined,
    ]),
  ).toEqual([
    [undefined, undefined, null, true],
    [false, { kind: 'call', data: '0x08c379a0' }, FACTORY, true],
    [true, undefined, null, true],
    // Of this one only the log is known.
    [false, undefined, null, false],
  ])
  expect(entryPointVersion(OTHER)).toBeNull()
})

test('a delegated account has no factory; a bundle that failed left nothing', () => {
  const input = bundle([packed(SENDER, 1n, { initCode: pad('0x7702', { dir: 'right', size: 20 }) })])
  const { operations } = readUserOperations([{ to: at, input, isUndone: true }], [])
  expect(operations).toMatchObject([{ factory: null, isUndone: true, outcome: undefined }])
})

test('what is broken is left out, and nothing throws', () => {
  const whole = bundle([packed(SENDER, 1n), packed(OTHER, 2n)])
  const logs = [event(at, 1, SENDER, 1n), reverted(at, 1, SENDER, 1n, '0x1234')]
  const hex = fc.tuple(fc.nat(whole.length - 3), fc.constantFrom('0', 'f', '8'), fc.nat(whole.length))
  fc.assert(
    fc.property(hex, fc.nat(3), fc.nat(200), ([place, digit, end], topics, length) => {
      const changed = `0x${whole.slice(2, 2 + place)}${digit}${whole.slice(3 + place)}`.slice(0, end)
      const broken = logs.map((log) => ({
        ...log,
        topics: log.topics.slice(0, topics),
        data: log.data.slice(0, length),
      }))
      for (const input of [changed, `${whole.slice(0, 10)}${changed.slice(2)}`])
        expect(
          readUserOperations([{ to: at, input, isUndone: false }], broken).operations.length,
        ).toBeLessThan(4)
    }),
  )
})

test('a bundle of more operations than a block holds is cut, and says so', () => {
  const many = Array.from({ length: 1_200 }, (_, nth) => packed(SENDER, BigInt(nth)))
  const logs = many.map(({ nonce }) => event(at, Number(nonce), SENDER, nonce))
  for (const logged of [[], logs, logs.slice(0, 100)]) {
    const { operations, omitted } = readUserOperations(
      [{ to: at, input: bundle(many), isUndone: false }],
      logged,
    )
    expect(operations.length).toBeLessThanOrEqual(1_000)
    expect(operations.length + omitted).toBe(1_200)
  }
})

test('operations of aggregators that are left out are counted one by one', () => {
  const groups = Array.from({ length: 800 }, (_, nth) => ({
    ...{ aggregator: FACTORY, signature: '0x' as const },
    userOps: [packed(SENDER, BigInt(2 * nth)), packed(SENDER, BigInt(2 * nth + 1))],
  }))
  const input = encodeFunctionData({
    ...{ abi: entryPoint07Abi, functionName: 'handleAggregatedOps', args: [groups, BUNDLER] },
  })
  const { operations, omitted } = readUserOperations([{ to: at, input, isUndone: false }], [])
  expect(operations.length + omitted).toBe(1_600)
})
