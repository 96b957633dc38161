/** Selectors for the events of a template that a list shows. */
import { ROLE, type Role } from '../config/addresses.ts'
import { indexesWhere, itemAt } from '../lib/arrays.ts'
import { ANY_ROLE } from './schedule.ts'
import { constantTopics } from './log-topics.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import type { EventSelector } from './sequence.ts'
import { COIN, tokenConfig, type TokenKey } from '../config/tokens.ts'

export type Direction = 'to' | 'from' | null

interface Parties {
  readonly from: Role
  readonly to: Role | null
  readonly created?: Role | null
}

const takesPart = (role: Role, { from, to, created }: Parties, direction: Direction) =>
  (direction !== 'to' && from === role) || (direction !== 'from' && (to === role || created === role))

export const selectTransactions =
  (direction: Direction = null): EventSelector =>
  ({ transactions }, role) =>
    indexesWhere(transactions, (transaction) => takesPart(role, transaction, direction))

/** Transactions by which a role delegates to the code of a contract (EIP-7702). */
export const selectAuthorizations: EventSelector = ({ transactions }, role) =>
  indexesWhere(transactions, ({ type, from }) => type === 4 && from === role)

export const selectInternals =
  (direction: Direction, withZero: boolean): EventSelector =>
  ({ internals }, role) =>
    indexesWhere(internals, (call) => (withZero || call.value > 0n) && takesPart(role, call, direction))

/** The token types of a `type` filter; `null` without a filter. */
export const readTypeFilter = (type: unknown): readonly string[] | null =>
  Array.isArray(type) ? (type as readonly string[]) : null

export interface TransferFilter {
  /** Token types; null for all. */
  readonly types: readonly string[] | null
  readonly direction?: Direction
  readonly token?: TokenKey
}

/** Transfers of the complete chain (ANY_ROLE) or of a role. */
export const selectTransfers =
  ({ types, direction = null, token }: TransferFilter): EventSelector =>
  ({ transfers }, role) =>
    indexesWhere(
      transfers,
      (transfer) =>
        (types === null || types.includes(tokenConfig(transfer.token).type)) &&
        (token === undefined || transfer.token === token) &&
        (role === ANY_ROLE || takesPart(role, transfer, direction)),
    )

/** Logs that a role emitted. `topic`: only logs with this topic, in every period. */
export const selectLogs =
  (topic: string | null = null): EventSelector =>
  ({ logs }, role) =>
    indexesWhere(
      logs,
      (log) => log.emitter === role && (topic === null || constantTopics(log).includes(topic)),
    )

/**
 * Logs of the EntryPoint about operations in which a role is the sender, or the paymaster. One without a paymaster has
 * zeros there.
 */
export const selectOperations =
  (as: 'sender' | 'paymaster'): EventSelector =>
  ({ logs }, role) =>
    indexesWhere(logs, ({ emitter, event, args }) => {
      if (emitter !== ROLE.entryPoint || event?.startsWith('UserOperationEvent(') !== true) return false
      const party = args[as === 'sender' ? 1 : 2]
      return typeof party === 'object' && 'role' in party && party.role === role && role !== ROLE.null
    })

/** Blocks, by their index, that changed a role's balance of coins. */
export const selectCoinChanges: EventSelector = ({ ledger, transactions }, role) => {
  const sums = new Map<number, bigint>()
  for (const { role: holder, asset, step, change } of ledger) {
    if (holder !== role || asset !== COIN) continue
    // The end of a block comes after its last transaction.
    const { block } = itemAt(transactions, Math.floor(step / 2))
    sums.set(block, (sums.get(block) ?? 0n) + change)
  }
  return [...sums].flatMap(([block, sum]) => (sum === 0n ? [] : [block])).sort((a, b) => a - b)
}

export const selectBlocks: EventSelector = ({ blocks }, role) =>
  indexesWhere(blocks, ({ miner }) => miner === role)

export const selectWithdrawals: EventSelector = ({ withdrawals }, role) =>
  indexesWhere(withdrawals, ({ receiver }) => role === ANY_ROLE || receiver === role)

/** Number of events before a transaction of the same template. */
export const countTransfersBefore = (template: PeriodTemplate, transaction: number) =>
  countWhile(template.transfers, (transfer) => transfer.transaction < transaction)
export const countLogsBefore = (template: PeriodTemplate, transaction: number) =>
  countWhile(template.logs, (log) => log.transaction < transaction)
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

function countWhile<T>(list: readonly T[], matches: (item: T) => boolean): number {
  const end = list.findIndex((item) => !matches(item))
  return end < 0 ? list.length : end
}
