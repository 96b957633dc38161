/** Which entries of a plan belong to which list. */
import type { Role } from '../config/addresses.ts'
import { ANYONE } from './schedule.ts'
import type { Plan } from '../templates/period-template.ts'
import type { Select } from './sequence.ts'
import { tokenKind, type TokenKey } from '../config/tokens.ts'

export type Direction = 'to' | 'from' | null

interface Sides {
  readonly from: Role
  readonly to: Role | null
  readonly created: Role | null
}

const touches = (role: Role, { from, to, created }: Sides, direction: Direction) =>
  (direction !== 'to' && from === role) || (direction !== 'from' && (to === role || created === role))

const indicesWhere = <T>(list: readonly T[], holds: (item: T) => boolean): number[] =>
  list.flatMap((item, index) => (holds(item) ? [index] : []))

export const transactionsOf =
  (direction: Direction = null): Select =>
  ({ transactions }, role) =>
    indicesWhere(transactions, (transaction) => touches(role, transaction, direction))

export const internalsOf =
  (direction: Direction, withZero: boolean): Select =>
  ({ internals }, role) =>
    indicesWhere(internals, (call) => (withZero || call.value > 0n) && touches(role, call, direction))

/** The kinds of token a `type` filter names; `null` where all are wanted. */
export const kindsOf = (type: unknown): readonly string[] | null =>
  Array.isArray(type) ? (type as readonly string[]) : null

/** Transfers on the whole chain (role ANYONE) or to and from someone, of some kinds or all. */
export const transfersOf =
  (kinds: readonly string[] | null): Select =>
  ({ transfers }, role) =>
    indicesWhere(
      transfers,
      ({ token, from, to }) =>
        (kinds === null || kinds.includes(tokenKind(token).type)) &&
        (role === ANYONE || from === role || to === role),
    )

export const transfersOfToken =
  (token: TokenKey): Select =>
  ({ transfers }) =>
    indicesWhere(transfers, (transfer) => transfer.token === token)

export const blocksOf: Select = ({ blocks }, role) => indicesWhere(blocks, ({ miner }) => miner === role)

export const withdrawalsOf: Select = ({ withdrawals }, role) =>
  indicesWhere(withdrawals, ({ receiver }) => role === ANYONE || receiver === role)

/** How many entries of a list lie before a transaction, in its own plan. */
export const transfersBefore = (plan: Plan, transaction: number) =>
  countWhile(plan.transfers, (transfer) => transfer.transaction < transaction)
export const internalsBefore = (plan: Plan, transaction: number) =>
  countWhile(plan.internals, (call) => call.transaction < transaction)
/** Blocks that have at least one transaction before this one. */
export const blocksBefore = (plan: Plan, transaction: number) =>
  countWhile(plan.blocks, (block) => block.firstTransaction < transaction)

/** Withdrawals at the end of blocks that are complete before this transaction. */
export function withdrawalsBefore(plan: Plan, transaction: number): number {
  return countWhile(plan.withdrawals, ({ block }) => {
    const next = plan.blocks[block + 1]?.firstTransaction ?? plan.transactions.length
    return next <= transaction
  })
}

function countWhile<T>(list: readonly T[], holds: (item: T) => boolean): number {
  const end = list.findIndex((item) => !holds(item))
  return end < 0 ? list.length : end
}
