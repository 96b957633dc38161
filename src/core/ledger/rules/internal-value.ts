/**
 * Coins that a contract sends within a transaction: by a call, by creating a contract, or by destroying itself, which
 * sends all it holds (EIP-6780 keeps that). Only what succeeded moves anything. A delegatecall and a callcode run at the
 * caller's own address, a staticcall can carry nothing, and the call with the number 0 is the transaction itself, whose
 * value is counted already. Rows of the kind `reward` are counted with blocks. That a call succeeded and was undone by one
 * around it, its row does not say: see `proof/undone-calls.ts`.
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

/** Whether a call of this kind, that went as this one did, moves the coins it carries. */
export const canPay = (call: InternalTransaction) =>
  call.index !== 0 && !hasCallFailed(call) && PAYING.has(kindOf(call))

export const hasCallFailed = ({ success, error }: InternalTransaction) =>
  success === false || (error ?? '') !== ''

/** Of coins, that a call moved. */
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

/** Servers name the kind of a call in `type`, some in a member of its own. */
function kindOf(call: InternalTransaction): unknown {
  const { call_type: callType } = call as Readonly<Record<string, unknown>>
  return call.type === 'call' && typeof callType === 'string' ? callType : call.type
}
