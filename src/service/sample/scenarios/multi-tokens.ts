import { ROLE, type Role } from '../config/addresses.ts'
import type { TransactionDraft } from '../templates/template-builder.ts'
import { tokenConfig } from '../config/tokens.ts'
import { ETHER, payFromExchange, FEE_ALLOWANCE, type Scenario } from './scenario.ts'

type IdAmounts = readonly (readonly [idIndex: number, amount: bigint])[]

/** Relics are sent in batches of several ids, one id twice; the customer mints some. */
export const relics: Scenario = (builder, user) => {
  const ids = tokenConfig('relics').ids?.length ?? 0
  const twice = builder.random.int(ids - 2)
  const moves: IdAmounts = [
    [builder.random.int(ids - 2), builder.random.between(1n, 9n)],
    [twice, 2n],
    [twice, builder.random.between(1n, 40n)],
    [ids - 1, 1n],
  ]
  const back: IdAmounts = [...moves].reverse()
  const minted = builder.random.int(ids)
  payFromExchange(builder, user, FEE_ALLOWANCE)
  builder.transaction(batchOf(ROLE.collector, ROLE.hub, moves))
  builder.batch('relics', ROLE.collector, ROLE.hub, moves)
  builder.transaction(batchOf(ROLE.hub, ROLE.collector, back))
  builder.batch('relics', ROLE.hub, ROLE.collector, back)
  const amount = builder.random.between(1n, 5n)
  builder.transaction({
    from: user,
    to: ROLE.relics,
    gas: 88_000,
    call: {
      signature: 'mint(address to, uint256 id, uint256 amount, bytes data)',
      args: (period) => [period.address(user), tokenConfig('relics').ids?.[minted] ?? 0n, amount, '0x'],
    },
  })
  builder.transfer('relics', ROLE.null, user, amount, minted)
}

/** A token that is fungible and has ids: fractions of an id are sent. */
export const doppel: Scenario = (builder, user) => {
  const id = builder.random.int(tokenConfig('doppel').ids?.length ?? 0)
  const amount = builder.random.between(1n, 400n) * (ETHER / 100n)
  const transfer = (from: Role, to: Role, value: bigint) => {
    builder.transaction({
      from,
      to: ROLE.doppel,
      gas: 118_000,
      call: {
        signature: 'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
        args: (period) => [
          period.address(from),
          period.address(to),
          tokenConfig('doppel').ids?.[id] ?? 0n,
          value,
          '0x',
        ],
      },
    })
    builder.transfer('doppel', from, to, value, id)
  }
  payFromExchange(builder, user, FEE_ALLOWANCE)
  transfer(ROLE.whale, user, amount)
  transfer(user, ROLE.hub, amount / 2n)
}

const batchOf = (from: Role, to: Role, moves: IdAmounts): TransactionDraft => ({
  from,
  to: ROLE.relics,
  gas: 146_000,
  call: {
    signature: 'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
    args: (period) => [
      period.address(from),
      period.address(to),
      moves.map(([id]) => tokenConfig('relics').ids?.[id] ?? 0n),
      moves.map(([, value]) => value),
      '0x',
    ],
  },
})
