import { FRESH_ROLE, ROLE, type Role } from '../config/addresses.ts'
import { encodeCall } from '../templates/call-data.ts'
import type { TemplateCall } from '../templates/period-template.ts'
import { ETHER, payFromExchange, FEE_ALLOWANCE, POST, type Scenario } from './scenario.ts'

type InnerCall = Pick<TemplateCall, 'signature' | 'args'>

/**
 * Sends coins and dollars to many new addresses at once; in some periods so many that the state changes need two
 * pages.
 */
export const disperse: Scenario = (builder, user, templateIndex) => {
  const count = templateIndex % 9 === 0 ? 44 : 6
  const recipients = Array.from({ length: count }, (_, index): Role => FRESH_ROLE + 10 + index)
  const amounts = recipients.map(() => builder.random.amount(14, 16))
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  payFromExchange(builder, user, FEE_ALLOWANCE)
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.disperser,
    value: total,
    gas: 60_000 + 42_000 * count,
    call: {
      signature: 'disperse(address token, address[] recipients, uint256[] values) payable',
      args: (period) => [period.address(ROLE.usd), recipients.map(period.address), amounts],
    },
  })
  recipients.forEach((recipient, index) => {
    builder.internalCall('call', ROLE.disperser, recipient, { value: amounts[index] ?? 0n })
    if (index % 2 === 0) builder.transfer('usd', ROLE.hub, recipient, 1_000_000n)
  })
  for (const scam of ['prize', 'refund'] as const) {
    const gift = scam === 'prize' ? 5000n * ETHER : 10n ** 60n + builder.random.bits(160)
    const receivers = [ROLE.hub, ROLE.whale, ROLE.collector, user]
    builder.transaction({
      from: ROLE.scammer,
      to: ROLE[scam],
      gas: 150_000,
      call: {
        signature: 'airdrop(address[] to, uint256 amount)',
        args: (period) => [receivers.map(period.address), gift],
        decoded: false,
      },
    })
    for (const to of receivers) builder.transfer(scam, ROLE.null, to, gift)
  }
}

/** A user operation as EntryPoints take it since version 0.7 (ERC-4337). */
const OPERATION =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'
const GWEI = 10n ** 9n
const packed = (...parts: readonly bigint[]) =>
  `0x${parts.map((part) => part.toString(16).padStart(32, '0')).join('')}`

/** A bundle of user operations with nested calls, one of which fails; and an address that delegates to code (EIP-7702). */
export const abstraction: Scenario = (builder, user) => {
  const gift = ETHER / 200n
  const refund = ETHER / 100n
  const nonce = builder.random.bits(192)
  const post = { signature: POST, args: () => ['Hello', ['from an account'], []] }
  const batch: InnerCall = {
    signature: 'executeBatch((address target, uint256 value, bytes data)[] calls)',
    args: (period) => [
      [
        [period.address(user), gift, '0x'],
        [period.address(ROLE.board), ETHER, encodeCall(post, period)],
        [period.address(ROLE.bundler), refund, '0x'],
      ],
    ],
  }
  payFromExchange(builder, ROLE.smart, gift + refund + 2n * FEE_ALLOWANCE)
  builder.transaction({
    from: ROLE.smart,
    to: ROLE.smart,
    type: 4,
    gas: 61_000,
    call: {
      signature: 'enable(bytes32 module, (address target, (bytes4 selector, bytes[] checks)[] calls)[] may)',
      args: (period) => [
        `0x${'7702'.repeat(16)}`,
        [[period.address(ROLE.board), [['0x34fcd5be', ['0x', '0x00ff', '0xc0ffee']]]]],
      ],
    },
  })
  builder.internalCall('delegatecall', ROLE.smart, ROLE.walletCode)
  builder.transaction({
    from: ROLE.bundler,
    to: ROLE.entryPoint,
    gas: 280_000,
    call: {
      signature: `handleOps(${OPERATION}[] ops, address beneficiary)`,
      args: (period) => [
        [
          [
            period.address(ROLE.smart),
            nonce,
            '0x',
            encodeCall(batch, period),
            // Two limits of gas, then two prices, of 16 bytes each.
            packed(150_000n, 180_000n),
            50_000n,
            packed(GWEI, 20n * GWEI),
            '0x',
            `0x${'ab'.repeat(65)}`,
          ],
        ],
        period.address(ROLE.bundler),
      ],
    },
  })
  builder.internalCall('call', ROLE.entryPoint, ROLE.smart, { call: batch })
  builder.internalCall('delegatecall', ROLE.smart, ROLE.walletCode)
  builder.internalCall('staticcall', ROLE.smart, ROLE.oracle)
  builder.internalCall('call', ROLE.smart, user, { value: gift })
  builder.internalCall('call', ROLE.smart, ROLE.board, {
    value: ETHER,
    call: post,
    error: 'insufficient balance for transfer',
  })
  builder.internalCall('call', ROLE.smart, ROLE.bundler, { value: refund })
  builder.log(
    ROLE.entryPoint,
    'UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
    [`0x${'4337'.repeat(16)}`, { role: ROLE.smart }, { role: ROLE.null }, nonce, true, refund, 280_000n],
  )
  payFromExchange(builder, ROLE.bundler, FEE_ALLOWANCE)
}

/** Deposits coins into the bridge for its token, and withdraws half of them. */
export const bridging: Scenario = (builder, user) => {
  const coin = builder.random.amount(16, 18)
  payFromExchange(builder, user, coin + FEE_ALLOWANCE)
  builder.transaction({
    from: user,
    to: ROLE.bridge,
    value: coin,
    gas: 98_000,
    call: { signature: 'deposit(uint256 chainId, bytes receiver) payable', args: () => [1n, '0x'] },
  })
  builder.internalCall('delegatecall', ROLE.bridge, ROLE.bridgeCode)
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.bridge,
    gas: 130_000,
    call: {
      signature: 'executeMessage(bytes32 messageId, address receiver, uint256 amount)',
      args: (period) => [`0x${'b1'.repeat(32)}`, period.address(user), coin],
    },
  })
  builder.internalCall('delegatecall', ROLE.bridge, ROLE.bridgeCode)
  builder.internalCall('staticcall', ROLE.bridge, ROLE.bridgeGuard)
  builder.log(ROLE.bridgeGuard, null, [`0x${'b1'.repeat(32)}`])
  builder.internalCall('call', ROLE.bridge, ROLE.bridged)
  builder.transfer('bridged', ROLE.null, user, coin)
  builder.transaction({
    from: user,
    to: ROLE.bridge,
    gas: 105_000,
    call: { signature: 'redeem(uint256 amount)', args: () => [coin / 2n] },
  })
  builder.transfer('bridged', user, ROLE.null, coin / 2n)
  builder.internalCall('call', ROLE.bridge, user, { value: coin / 2n })
}

/** A safe pays the exchange; an internal call fails, but the transaction succeeds. */
export const safe: Scenario = (builder, user) => {
  const sum = builder.random.amount(17, 19)
  payFromExchange(builder, user, FEE_ALLOWANCE)
  builder.transaction({ from: ROLE.hub, to: ROLE.safe, value: sum, gas: 28_000, data: '00' })
  builder.internalCall('delegatecall', ROLE.safe, ROLE.safeCode)
  builder.transaction({
    from: user,
    to: ROLE.safe,
    gas: 122_000,
    call: {
      signature:
        'execTransaction(address to, uint256 value, bytes data, uint8 operation, bytes signatures) payable',
      args: (period) => [period.address(ROLE.hub), sum, '0x', 0, `0x${'5a'.repeat(130)}`],
    },
  })
  builder.internalCall('delegatecall', ROLE.safe, ROLE.safeCode)
  builder.internalCall('staticcall', ROLE.safe, ROLE.oracle, { error: 'Reverted' })
  builder.internalCall('call', ROLE.safe, ROLE.board, { value: sum, error: 'Reverted' })
  builder.internalCall('call', ROLE.safe, ROLE.hub, { value: sum })
  builder.log(ROLE.safe, 'ExecutionSuccess(bytes32 indexed txHash, uint256 payment)', [
    `0x${'5afe'.repeat(16)}`,
    0n,
  ])
}
