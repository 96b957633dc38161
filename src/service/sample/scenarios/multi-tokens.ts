import { ROLE, type Role } from '../config/addresses.ts'
import type { Draft } from '../templates/template-builder.ts'
import { tokenKind } from '../config/tokens.ts'
import { ETHER, pay, POCKET_MONEY, type Story } from './scenario.ts'

type Moves = readonly (readonly [idIndex: number, amount: bigint])[]

/** Relics travel in batches of several ids, one of them named twice; the customer mints a few of its own. */
export const relics: Story = (plan, user) => {
  const ids = tokenKind('relics').ids?.length ?? 0
  const twice = plan.random.int(ids - 2)
  const moves: Moves = [
    [plan.random.int(ids - 2), plan.random.between(1n, 9n)],
    [twice, 2n],
    [twice, plan.random.between(1n, 40n)],
    [ids - 1, 1n],
  ]
  const back: Moves = [...moves].reverse()
  const minted = plan.random.int(ids)
  pay(plan, user, POCKET_MONEY)
  plan.transaction(batchOf(ROLE.collector, ROLE.hub, moves))
  plan.batch('relics', ROLE.collector, ROLE.hub, moves)
  plan.transaction(batchOf(ROLE.hub, ROLE.collector, back))
  plan.batch('relics', ROLE.hub, ROLE.collector, back)
  const amount = plan.random.between(1n, 5n)
  plan.transaction({
    from: user,
    to: ROLE.relics,
    gas: 88_000,
    call: {
      signature: 'mint(address to, uint256 id, uint256 amount, bytes data)',
      args: (names) => [names.address(user), tokenKind('relics').ids?.[minted] ?? 0n, amount, '0x'],
    },
  })
  plan.transfer('relics', ROLE.null, user, amount, minted)
}

/** A token that is both fungible and not: parts of an id are sent on. */
export const doppel: Story = (plan, user) => {
  const id = plan.random.int(tokenKind('doppel').ids?.length ?? 0)
  const amount = plan.random.between(1n, 400n) * (ETHER / 100n)
  const transfer = (from: Role, to: Role, value: bigint) => {
    plan.transaction({
      from,
      to: ROLE.doppel,
      gas: 118_000,
      call: {
        signature: 'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
        args: (names) => [
          names.address(from),
          names.address(to),
          tokenKind('doppel').ids?.[id] ?? 0n,
          value,
          '0x',
        ],
      },
    })
    plan.transfer('doppel', from, to, value, id)
  }
  pay(plan, user, POCKET_MONEY)
  transfer(ROLE.whale, user, amount)
  transfer(user, ROLE.hub, amount / 2n)
}

const batchOf = (from: Role, to: Role, moves: Moves): Draft => ({
  from,
  to: ROLE.relics,
  gas: 146_000,
  call: {
    signature: 'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
    args: (names) => [
      names.address(from),
      names.address(to),
      moves.map(([id]) => tokenKind('relics').ids?.[id] ?? 0n),
      moves.map(([, value]) => value),
      '0x',
    ],
  },
})
