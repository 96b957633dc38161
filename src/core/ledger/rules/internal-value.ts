/**
 * Coins that a contract sends within a transaction: by a call, by creating a contract, or by self-destruct, which sends its
 * whole balance (EIP-6780 keeps that). Only successful calls move coins. `delegatecall` and `callcode` run at the caller's
 * own address, and `staticcall` carries no value. The call with index 0 is the transaction itself, whose value is already
 * counted. Rows of type `reward` are counted with blocks. A row does not show that a successful call was reverted by one
 * around it: see `proof/undone-calls.ts`.
 */
import type { AddressRef } from '#shared/chain/address.ts'
import type { InternalTransaction } from '#shared/chain/transaction.ts'
import type { MovementRule } from '#shared/rpc/contract/ledger.ts'
import { COIN, PHASE, sideOf, toAmount, toParty, toTime, type LedgerOf, type Movement } from '../movement.ts'

const CREATIONS: ReadonlySet<unknown> = new Set(['create', 'create2'])
const PAYING: ReadonlySet<unknown> = new Set(['call', 'create', 'create2', 'selfdestruct'])

export function internalValue(call: InternalTransaction, ledger: LedgerOf): Movement[] {
  const { block_number: block, from, to, created_contract: created } = call
  const value = toAmount(call.value) ?? 0n
  const side = sideOf(ledger, from, to ?? created)
  if (block == null || value === 0n || !side || !canPay(call)) return []
  const kind = kindOf(call)
  const rule = CREATIONS.has(kind) ? 'creation' : kind === 'selfdestruct' ? 'self-destruct' : 'internal'
  return [callMovement(call, side.sign * value, rule, side.other)]
}

/** Whether this call can have moved its value. */
export const canPay = (call: InternalTransaction) =>
  call.index !== 0 && !hasCallFailed(call) && PAYING.has(kindOf(call))

export const hasCallFailed = ({ success, error }: InternalTransaction) =>
  success === false || (error ?? '') !== ''

/** The movement of coins by a call. */
export function callMovement(
  call: InternalTransaction,
  amount: bigint,
  rule: MovementRule,
  other: AddressRef | null | undefined,
): Movement {
  const { transaction_hash: hash, index, block_number: block, timestamp } = call
  const { transaction_index: position } = call as Readonly<Record<string, unknown>>
  return {
    asset: COIN,
    nft: null,
    amount,
    block: block ?? 0,
    time: toTime(timestamp),
    phase: PHASE.transactions,
    position: Number.isSafeInteger(position) ? (position as number) : null,
    index,
    rule,
    counterparty: toParty(other),
    list: 'address-internal-transactions',
    row: `${hash}:${String(index)}`,
    transaction: hash,
  }
}

/** The kind of a call: in `type`, or on some servers in `call_type`. */
function kindOf(call: InternalTransaction): unknown {
  const { call_type: callType } = call as Readonly<Record<string, unknown>>
  return call.type === 'call' && typeof callType === 'string' ? callType : call.type
}
