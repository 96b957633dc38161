import { ROLE, type Role } from '../config/addresses.ts'
import { HOSTILE } from '../config/texts.ts'
import type { PlanBuilder } from '../templates/template-builder.ts'
import type { RevertReason } from '../templates/period-template.ts'
import { ETHER, pay, POCKET_MONEY, type Story } from './scenario.ts'

/** Each form in which an instance tells why a transaction was undone. */
const REASONS: readonly ((user: Role) => RevertReason)[] = [
  () => ({ form: 'none' }),
  () => ({ form: 'text', text: 'ERC20: transfer amount exceeds balance' }),
  () => ({ form: 'raw', raw: '0x' }),
  (user) => ({
    form: 'decoded',
    signature: 'InsufficientCollateral(address account, uint256 required, uint256 available)',
    args: (names) => [names.address(user), 3n * ETHER, ETHER],
  }),
  () => ({ form: 'decoded', signature: 'Error(string reason)', args: () => [HOSTILE.html] }),
  () => ({ form: 'raw', raw: '0x4e487b710000000000000000000000000000000000000000000000000000000000000011' }),
  () => ({ form: 'text', text: HOSTILE.long }),
  () => ({ form: 'decoded', signature: 'Error(string reason)', args: () => [HOSTILE.bidi] }),
]
const RESULTS = ['execution reverted', 'Reverted', 'out of gas', 'invalid opcode: INVALID', 'stack underflow']

/** Loans that are refused, in all the words there are for it. Nothing moves but the fees. */
export const refused: Story = (plan, user, planNumber) => {
  const reason = (offset: number) => {
    const form = REASONS[(planNumber + offset) % REASONS.length]
    return form ? form(user) : { form: 'none' as const }
  }
  const wanted = plan.random.bits(40)
  pay(plan, user, 2n * POCKET_MONEY)
  plan.transaction({
    from: user,
    to: ROLE.lending,
    gas: 210_000,
    call: {
      signature:
        'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 code, address onBehalfOf)',
      args: (names) => [names.address(ROLE.usd), wanted, 2n, 0, names.address(user)],
    },
    failure: { reason: reason(0) },
  })
  plan.inner('delegatecall', ROLE.lending, ROLE.lendingCode)
  plan.inner('staticcall', ROLE.lending, ROLE.oracle)
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.lending,
    value: ETHER / 4n,
    gas: 120_000,
    call: { signature: 'repay() payable', args: () => [], decoded: planNumber % 2 === 0 },
    failure: { result: plan.random.pick(RESULTS), reason: reason(3) },
  })
  plan.inner('call', ROLE.lending, ROLE.oracle, { value: ETHER / 8n, error: 'out of gas' })
  plan.transaction({
    from: user,
    to: ROLE.router,
    value: POCKET_MONEY / 4n,
    gas: 190_000,
    data: 'deadbeef',
    failure: { result: 'out of gas', reason: { form: 'none' } },
  })
  plan.inner('call', ROLE.router, ROLE.wrapped, { value: POCKET_MONEY / 4n, error: 'out of gas' })
  spare(plan, user)
}

/** A contract is created, cloned, destroyed; one creation fails. */
export const creation: Story = (plan, user, planNumber) => {
  const fresh = (nth: number): Role => 200 + nth
  pay(plan, user, 4n * POCKET_MONEY)
  plan.transaction({
    from: user,
    creates: fresh(0),
    value: ETHER / 1000n,
    gas: 640_000,
    data: code(plan, 300),
  })
  plan.transaction({
    from: user,
    to: ROLE.factory,
    value: POCKET_MONEY,
    gas: 310_000,
    call: {
      signature: 'cloneDeterministic(address implementation, bytes32 salt, bytes setup) payable',
      args: (names) => [
        names.address(ROLE.walletCode),
        `0x${planNumber.toString(16).padStart(64, '0')}`,
        '0x8129fc1c',
      ],
    },
  })
  plan.inner('create2', ROLE.factory, fresh(1), { value: POCKET_MONEY, creates: true })
  plan.inner('call', ROLE.factory, fresh(1))
  plan.inner('delegatecall', fresh(1), ROLE.walletCode)
  plan.inner('staticcall', fresh(1), ROLE.oracle, { error: 'Reverted' })
  plan.transaction({
    from: user,
    to: fresh(1),
    gas: 48_000,
    call: {
      signature: 'destroy(address beneficiary)',
      args: (names) => [names.address(user)],
      decoded: false,
    },
  })
  plan.inner('selfdestruct', fresh(1), user, { value: POCKET_MONEY })
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.factory,
    gas: 260_000,
    call: { signature: 'clone(address implementation)', args: (names) => [names.address(ROLE.safeCode)] },
  })
  plan.inner('create', ROLE.factory, fresh(2), { creates: true })
  plan.inner('callcode', ROLE.factory, ROLE.safeCode)
  plan.transaction({
    from: user,
    gas: 900_000,
    data: code(plan, 120),
    failure: { result: 'out of gas', reason: { form: 'none' } },
  })
}

/** Something like the code of a contract, with the usual first instructions. */
const code = (plan: PlanBuilder, bytes: number) =>
  `6080604052348015600f57600080fd5b50${plan.random
    .bits(bytes * 8)
    .toString(16)
    .padStart(bytes * 2, '0')}`

const spare = (plan: PlanBuilder, user: Role) => {
  plan.transaction({ from: user, to: ROLE.hub, value: POCKET_MONEY / 10n })
}
