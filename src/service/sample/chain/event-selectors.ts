/** Which entries of a template belong to which list. */
import type { Role } from '../config/addresses.ts'
import { ANY_ROLE } from './schedule.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import type { EventSelector } from './sequence.ts'
import { tokenConfig, type TokenKey } from '../config/tokens.ts'

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

export const selectTransactions =
  (direction: Direction = null): EventSelector =>
  ({ transactions }, role) =>
    indicesWhere(transactions, (transaction) => touches(role, transaction, direction))

export const selectInternals =
  (direction: Direction, withZero: boolean): EventSelector =>
  ({ internals }, role) =>
    indicesWhere(internals, (call) => (withZero || call.value > 0n) && touches(role, call, direction))

/** The kinds of token a `type` filter names; `null` where all are wanted. */
export const readTypeFilter = (type: unknown): readonly string[] | null =>
  Array.isArray(type) ? (type as readonly string[]) : null

/** Transfers on the whole chain (role ANY_ROLE) or to and from someone, of some kinds or all. */
export const selectTransfers =
  (kinds: readonly string[] | null): EventSelector =>
  ({ transfers }, role) =>
    indicesWhere(
      transfers,
      ({ token, from, to }) =>
        (kinds === null || kinds.includes(tokenConfig(token).type)) &&
        (role === ANY_ROLE || from === role || to === role),
    )

export const selectTransfersOfToken =
  (token: TokenKey): EventSelector =>
  ({ transfers }) =>
    indicesWhere(transfers, (transfer) => transfer.token === token)

export const selectBlocks: EventSelector = ({ blocks }, role) =>
  indicesWhere(blocks, ({ miner }) => miner === role)

export const selectWithdrawals: EventSelector = ({ withdrawals }, role) =>
  indicesWhere(withdrawals, ({ receiver }) => role === ANY_ROLE || receiver === role)

/** How many entries of a list lie before a transaction, in its own template. */
export const countTransfersBefore = (template: PeriodTemplate, transaction: number) =>
  countWhile(template.transfers, (transfer) => transfer.transaction < transaction)
export const countInternalsBefore = (template: PeriodTemplate, transaction: number) =>
  countWhile(template.internals, (call) => call.transaction < transaction)
/** Blocks that have at least one transaction before this one. */
export const countBlocksBefore = (template: PeriodTemplate, transaction: number) =>
  countWhile(template.blocks, (block) => block.firstTransaction < transaction)

/** Withdrawals at the end of blocks that are complete before this transaction. */
export function countWithdrawalsBefore(template: PeriodTemplate, transaction: number): number {
  return countWhile(template.withdrawals, ({ block }) => {
    const next = template.blocks[block + 1]?.firstTransaction ?? template.transactions.length
    return next <= transaction
  })
}

function countWhile<T>(list: readonly T[], holds: (item: T) => boolean): number {
  const end = list.findIndex((item) => !holds(item))
  return end < 0 ? list.length : end
}
