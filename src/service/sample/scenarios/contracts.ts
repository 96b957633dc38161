import { FRESH_ROLE, ROLE, type Role } from '../config/addresses.ts'
import { ETHER, pay, POCKET_MONEY, type Story } from './scenario.ts'

/** Coin and dollars to many new accounts at once; in some periods to so many that one page cannot hold the changes. */
export const disperse: Story = (plan, user, planNumber) => {
  const count = planNumber % 9 === 0 ? 44 : 6
  const recipients = Array.from({ length: count }, (_, index): Role => FRESH_ROLE + 10 + index)
  const amounts = recipients.map(() => plan.random.amount(14, 16))
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  pay(plan, user, POCKET_MONEY)
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.disperser,
    value: total,
    gas: 60_000 + 42_000 * count,
    call: {
      signature: 'disperse(address token, address[] recipients, uint256[] values) payable',
      args: (names) => [names.address(ROLE.usd), recipients.map(names.address), amounts],
    },
  })
  recipients.forEach((recipient, index) => {
    plan.inner('call', ROLE.disperser, recipient, { value: amounts[index] ?? 0n })
    if (index % 2 === 0) plan.transfer('usd', ROLE.hub, recipient, 1_000_000n)
  })
  for (const scam of ['prize', 'refund'] as const) {
    const gift = scam === 'prize' ? 5000n * ETHER : 10n ** 60n + plan.random.bits(160)
    const lucky = [ROLE.hub, ROLE.whale, ROLE.collector, user]
    plan.transaction({
      from: ROLE.scammer,
      to: ROLE[scam],
      gas: 150_000,
      call: {
        signature: 'airdrop(address[] to, uint256 amount)',
        args: (names) => [lucky.map(names.address), gift],
        decoded: false,
      },
    })
    for (const to of lucky) plan.transfer(scam, ROLE.null, to, gift)
  }
}

/** A bundle of user operations: calls nested in calls, one refused; and an account that delegates to code (EIP-7702). */
export const abstraction: Story = (plan, user) => {
  const gift = ETHER / 200n
  const refund = ETHER / 100n
  const nonce = plan.random.bits(192)
  pay(plan, ROLE.smart, gift + refund + 2n * POCKET_MONEY)
  plan.transaction({
    from: ROLE.smart,
    to: ROLE.smart,
    type: 4,
    gas: 61_000,
    call: { signature: 'enable(bytes32 module)', args: () => [`0x${'7702'.repeat(16)}`] },
  })
  plan.inner('delegatecall', ROLE.smart, ROLE.walletCode)
  plan.transaction({
    from: ROLE.bundler,
    to: ROLE.entryPoint,
    gas: 280_000,
    call: {
      signature:
        'handleOps((address sender, uint256 nonce, (bytes4 selector, (address to, uint256 value, bytes[] parts)[] calls) body, bytes signature)[] ops, address beneficiary)',
      args: (names) => [
        [
          [
            names.address(ROLE.smart),
            nonce,
            ['0x34fcd5be', [[names.address(user), gift, ['0x', '0x00ff', '0xc0ffee']]]],
            `0x${'ab'.repeat(65)}`,
          ],
        ],
        names.address(ROLE.bundler),
      ],
    },
  })
  plan.inner('call', ROLE.entryPoint, ROLE.smart)
  plan.inner('delegatecall', ROLE.smart, ROLE.walletCode)
  plan.inner('staticcall', ROLE.smart, ROLE.oracle)
  plan.inner('call', ROLE.smart, user, { value: gift })
  plan.inner('call', ROLE.smart, ROLE.board, { value: ETHER, error: 'insufficient balance for transfer' })
  plan.inner('call', ROLE.smart, ROLE.bundler, { value: refund })
  pay(plan, ROLE.bundler, POCKET_MONEY)
}

/** Coin into the bridge for its token, and half of it back. */
export const bridging: Story = (plan, user) => {
  const coin = plan.random.amount(16, 18)
  pay(plan, user, coin + POCKET_MONEY)
  plan.transaction({
    from: user,
    to: ROLE.bridge,
    value: coin,
    gas: 98_000,
    call: { signature: 'deposit(uint256 chainId, bytes receiver) payable', args: () => [1n, '0x'] },
  })
  plan.inner('delegatecall', ROLE.bridge, ROLE.bridgeCode)
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.bridge,
    gas: 130_000,
    call: {
      signature: 'executeMessage(bytes32 messageId, address receiver, uint256 amount)',
      args: (names) => [`0x${'b1'.repeat(32)}`, names.address(user), coin],
    },
  })
  plan.inner('delegatecall', ROLE.bridge, ROLE.bridgeCode)
  plan.inner('staticcall', ROLE.bridge, ROLE.bridgeGuard)
  plan.inner('call', ROLE.bridge, ROLE.bridged)
  plan.transfer('bridged', ROLE.null, user, coin)
  plan.transaction({
    from: user,
    to: ROLE.bridge,
    gas: 105_000,
    call: { signature: 'redeem(uint256 amount)', args: () => [coin / 2n] },
  })
  plan.transfer('bridged', user, ROLE.null, coin / 2n)
  plan.inner('call', ROLE.bridge, user, { value: coin / 2n })
}

/** A safe pays the exchange; a call inside fails and the transaction goes through all the same. */
export const safe: Story = (plan, user) => {
  const sum = plan.random.amount(17, 19)
  pay(plan, user, POCKET_MONEY)
  plan.transaction({ from: ROLE.hub, to: ROLE.safe, value: sum, gas: 28_000, data: '00' })
  plan.inner('delegatecall', ROLE.safe, ROLE.safeCode)
  plan.transaction({
    from: user,
    to: ROLE.safe,
    gas: 122_000,
    call: {
      signature:
        'execTransaction(address to, uint256 value, bytes data, uint8 operation, bytes signatures) payable',
      args: (names) => [names.address(ROLE.hub), sum, '0x', 0, `0x${'5a'.repeat(130)}`],
    },
  })
  plan.inner('delegatecall', ROLE.safe, ROLE.safeCode)
  plan.inner('staticcall', ROLE.safe, ROLE.oracle, { error: 'Reverted' })
  plan.inner('call', ROLE.safe, ROLE.board, { value: sum, error: 'Reverted' })
  plan.inner('call', ROLE.safe, ROLE.hub, { value: sum })
}
