import { FRESH_ROLE, ROLE, type Role } from '../config/addresses.ts'
import { HOSTILE_TEXTS } from '../config/texts.ts'
import type { InternalCallOptions, TemplateBuilder } from '../templates/template-builder.ts'
import type { PeriodContext, RevertReason, TemplateReturn } from '../templates/period-template.ts'
import { ETHER, payFromExchange, FEE_ALLOWANCE, transferCall, TRUE, type Scenario } from './scenario.ts'

/** Each form in which an instance gives a revert reason. */
const REASONS: readonly ((user: Role) => RevertReason)[] = [
  () => ({ form: 'none' }),
  () => ({ form: 'text', text: 'ERC20: transfer amount exceeds balance' }),
  () => ({ form: 'raw', raw: '0x' }),
  (user) => ({
    form: 'decoded',
    signature: 'InsufficientCollateral(address account, uint256 required, uint256 available)',
    args: (period) => [period.address(user), 3n * ETHER, ETHER],
  }),
  () => ({ form: 'decoded', signature: 'Error(string reason)', args: () => [HOSTILE_TEXTS.html] }),
  () => ({ form: 'raw', raw: '0x4e487b710000000000000000000000000000000000000000000000000000000000000011' }),
  () => ({ form: 'text', text: HOSTILE_TEXTS.long }),
  () => ({ form: 'decoded', signature: 'Error(string reason)', args: () => [HOSTILE_TEXTS.bidi] }),
]
const RESULTS = ['execution reverted', 'Reverted', 'out of gas', 'invalid opcode: INVALID', 'stack underflow']

/** Loans that fail, with every form of revert reason. Only fees are paid. */
export const failures: Scenario = (builder, user, templateIndex) => {
  const reason = (offset: number) => {
    const form = REASONS[(templateIndex + offset) % REASONS.length]
    return form ? form(user) : { form: 'none' as const }
  }
  const wanted = builder.random.bits(40)
  payFromExchange(builder, user, 3n * FEE_ALLOWANCE)
  attack(builder, user)
  builder.transaction({
    from: user,
    to: ROLE.lending,
    gas: 210_000,
    call: {
      signature:
        'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 code, address onBehalfOf)',
      args: (period) => [period.address(ROLE.usd), wanted, 2n, 0, period.address(user)],
    },
    failure: { reason: reason(0) },
  })
  builder.internalCall('delegatecall', ROLE.lending, ROLE.lendingCode)
  builder.internalCall('staticcall', ROLE.lending, ROLE.oracle)
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.lending,
    value: ETHER / 4n,
    gas: 120_000,
    call: { signature: 'repay() payable', args: () => [], decoded: templateIndex % 2 === 0 },
    failure: { result: builder.random.pick(RESULTS), reason: reason(3) },
  })
  builder.internalCall('call', ROLE.lending, ROLE.oracle, { value: ETHER / 8n, error: 'out of gas' })
  builder.transaction({
    from: user,
    to: ROLE.router,
    value: FEE_ALLOWANCE / 4n,
    gas: 190_000,
    data: 'deadbeef',
    failure: { result: 'out of gas', reason: { form: 'none' } },
  })
  builder.internalCall('call', ROLE.router, ROLE.wrapped, { value: FEE_ALLOWANCE / 4n, error: 'out of gas' })
  returnCoins(builder, user)
}

/**
 * Takes a loan from a pool. The borrower re-enters the pool while it pays out, until the pool has no dollars left:
 * the innermost call fails, and with it every surrounding call.
 */
function attack(builder: TemplateBuilder, user: Role): void {
  const borrower: Role = FRESH_ROLE + 3
  const loan = 250_000_000_000n
  const left = builder.random.between(1_000_000n, 90_000_000n)
  const { lending, lendingCode, oracle, usd, dollarCode, wrapped } = ROLE
  const reason: TemplateReturn = {
    form: 'decoded',
    signature: 'ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    args: (period) => [period.address(lending), left, loan],
  }
  const failed = { error: 'execution reverted', returned: reason, gasLimit: 1_100_000n }
  const withdraw = {
    signature: 'withdraw(address asset, uint256 amount, address to)',
    args: (period: PeriodContext) => [period.address(usd), loan, period.address(borrower)],
  }
  const fine = { error: null }
  builder.transaction({
    from: user,
    to: borrower,
    value: ETHER / 100n,
    gas: 1_240_000,
    call: {
      signature: 'run(address pool, address asset, uint256 amount) payable',
      args: (period) => [period.address(lending), period.address(usd), loan],
      decoded: false,
    },
    failure: { reason },
  })
  builder.internalCall('call', borrower, wrapped, {
    ...fine,
    value: ETHER / 100n,
    call: { signature: 'deposit()', args: () => [] },
  })
  builder.internalCall('call', borrower, lending, {
    ...failed,
    call: {
      signature:
        'flashLoanSimple(address receiver, address asset, uint256 amount, bytes params, uint16 code)',
      args: (period) => [period.address(borrower), period.address(usd), loan, '0x', 0],
    },
  })
  builder.internalCall('delegatecall', lending, lendingCode, failed)
  builder.internalCall('staticcall', lending, oracle, {
    ...fine,
    call: { signature: 'latestAnswer()', args: () => [] },
    returned: { types: 'int256', values: () => [99_987_000n] },
  })
  payOut(builder, borrower, loan, { ...fine, returned: TRUE })
  builder.internalCall('call', lending, borrower, {
    ...failed,
    call: {
      signature:
        'executeOperation(address asset, uint256 amount, uint256 premium, address initiator, bytes params)',
      args: (period) => [period.address(usd), loan, loan / 2_000n, period.address(borrower), '0x'],
    },
  })
  for (const round of [1, 2]) {
    builder.internalCall('call', borrower, lending, { ...failed, call: withdraw })
    builder.internalCall('delegatecall', lending, lendingCode, failed)
    if (round === 2) break
    payOut(builder, borrower, loan, { ...fine, returned: TRUE })
    builder.internalCall('call', lending, borrower, { ...failed, value: ETHER / 50n })
  }
  payOut(builder, borrower, loan, failed)

  function payOut(of: TemplateBuilder, to: Role, amount: bigint, options: InternalCallOptions): void {
    of.internalCall('call', lending, usd, { ...options, call: transferCall(to, amount) })
    of.internalCall('delegatecall', usd, dollarCode, options)
  }
}

/** Contracts are created, cloned and destroyed; one creation fails. */
export const creations: Scenario = (builder, user, templateIndex) => {
  const fresh = (index: number): Role => 200 + index
  payFromExchange(builder, user, 4n * FEE_ALLOWANCE)
  builder.transaction({
    from: user,
    creates: fresh(0),
    value: ETHER / 1000n,
    gas: 640_000,
    data: code(builder, 300),
  })
  builder.transaction({
    from: user,
    to: ROLE.factory,
    value: FEE_ALLOWANCE,
    gas: 310_000,
    call: {
      signature: 'cloneDeterministic(address implementation, bytes32 salt, bytes setup) payable',
      args: (period) => [
        period.address(ROLE.walletCode),
        `0x${templateIndex.toString(16).padStart(64, '0')}`,
        '0x8129fc1c',
      ],
    },
  })
  builder.internalCall('create2', ROLE.factory, fresh(1), { value: FEE_ALLOWANCE, creates: true })
  builder.internalCall('call', ROLE.factory, fresh(1))
  builder.internalCall('delegatecall', fresh(1), ROLE.walletCode)
  builder.internalCall('staticcall', fresh(1), ROLE.oracle, { error: 'Reverted' })
  builder.transaction({
    from: user,
    to: fresh(1),
    gas: 48_000,
    call: {
      signature: 'destroy(address beneficiary)',
      args: (period) => [period.address(user)],
      decoded: false,
    },
  })
  builder.internalCall('selfdestruct', fresh(1), user, { value: FEE_ALLOWANCE })
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.factory,
    gas: 260_000,
    call: { signature: 'clone(address implementation)', args: (period) => [period.address(ROLE.safeCode)] },
  })
  builder.internalCall('create', ROLE.factory, fresh(2), { creates: true })
  builder.internalCall('callcode', ROLE.factory, ROLE.safeCode)
  builder.transaction({
    from: user,
    gas: 900_000,
    data: code(builder, 120),
    failure: { result: 'out of gas', reason: { form: 'none' } },
  })
}

/** Random bytes that begin with the usual instructions of a contract's code. */
const code = (builder: TemplateBuilder, bytes: number) =>
  `6080604052348015600f57600080fd5b50${builder.random
    .bits(bytes * 8)
    .toString(16)
    .padStart(bytes * 2, '0')}`

const returnCoins = (builder: TemplateBuilder, user: Role) => {
  builder.transaction({ from: user, to: ROLE.hub, value: FEE_ALLOWANCE / 10n })
}
