/** The rows that come from blocks, as their tables (schema.ts) have them. Addresses and topics by their ids, amounts as bytes. */
import type { TokenType } from '#shared/chain/token-events.ts'
import { tableOf } from '#platform/table.ts'

type Bytes = Uint8Array

export interface BlockRow {
  readonly number: number
  readonly hash: Bytes
  readonly parent_hash: Bytes
  readonly timestamp: number
  readonly miner: number
  readonly gas_limit: Bytes
  readonly gas_used: number | bigint
  readonly base_fee: Bytes | null
  readonly difficulty: Bytes | null
  readonly total_difficulty: Bytes | null
  readonly nonce: Bytes | null
  readonly state_root: Bytes | null
  readonly extra_data: Bytes | null
  readonly size: number | null
  readonly uncles: Bytes | null
  readonly transactions: number
  readonly withdrawals: number
  readonly fees: Bytes
  readonly traced: number
}

export const BLOCK = tableOf<BlockRow>('block', [
  ...(['number', 'hash', 'parent_hash', 'timestamp', 'miner', 'gas_limit', 'gas_used', 'base_fee'] as const),
  ...(['difficulty', 'total_difficulty', 'nonce', 'state_root', 'extra_data', 'size', 'uncles'] as const),
  ...(['transactions', 'withdrawals', 'fees', 'traced'] as const),
])

/** In the column `succeeded`. */
export const OUTCOME_NOT_KNOWN = 2

export interface TransactionRow {
  readonly position: number
  readonly hash: Bytes
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Bytes
  readonly nonce: bigint
  readonly type: number | null
  readonly gas_limit: Bytes
  readonly gas_used: number | bigint
  readonly gas_price: Bytes
  readonly fee: Bytes
  readonly max_fee: Bytes | null
  readonly max_tip: Bytes | null
  readonly succeeded: number
  readonly first_log: number
  readonly logs: number
  readonly transfers: number
  readonly input: Bytes
  readonly fee_token: number | null
  readonly minted: Bytes | null
}

export const TX = tableOf<TransactionRow>('tx', [
  ...(['position', 'hash', 'sender', 'receiver', 'created', 'value', 'nonce', 'type', 'gas_limit'] as const),
  ...(['gas_used', 'gas_price', 'fee', 'max_fee', 'max_tip', 'succeeded', 'first_log', 'logs'] as const),
  ...(['transfers', 'input', 'fee_token', 'minted'] as const),
])

export interface LogRow {
  readonly position: number
  readonly address: number
  readonly topic: number | null
  readonly topics: Bytes
  readonly data: Bytes
}

export const LOG = tableOf<LogRow>('log', ['position', 'address', 'topic', 'topics', 'data'])

export interface TransferRow {
  readonly log: number
  readonly item: number
  readonly tx: number
  readonly token: number
  readonly type: TokenType
  readonly sender: number
  readonly receiver: number
  readonly token_id: Bytes | null
  readonly value: Bytes | null
}

export const TRANSFER = tableOf<TransferRow>(
  'transfer',
  ['log', 'item', 'tx', 'token', 'type', 'sender', 'receiver', 'token_id', 'value'],
  2,
)

export interface InstanceRow {
  readonly token: number
  readonly token_id: Bytes
  readonly first_log: number
}

export const INSTANCE = tableOf<InstanceRow>('instance', ['token', 'token_id', 'first_log'], 2)

export interface WithdrawalRow {
  readonly block: number
  readonly position: number
  readonly withdrawal_index: Bytes
  readonly validator: Bytes
  readonly receiver: number
  readonly amount: Bytes
}

export const WITHDRAWAL = tableOf<WithdrawalRow>(
  'withdrawal',
  ['block', 'position', 'withdrawal_index', 'validator', 'receiver', 'amount'],
  2,
)

export interface ContractRow {
  readonly address: number
  readonly creator: number
  readonly tx: number
}

export const CONTRACT = tableOf<ContractRow>('contract', ['address', 'creator', 'tx'])

/** An account signed that it runs the code of `delegate` (EIP-7702). `item`: its place in its transaction. */
export interface DelegationRow {
  readonly tx: number
  readonly item: number
  readonly authority: number
  readonly delegate: number
  /** Zero for any chain. */
  readonly chain: Bytes
  readonly nonce: Bytes
}

export const DELEGATION = tableOf<DelegationRow>(
  'delegation',
  ['tx', 'item', 'authority', 'delegate', 'chain', 'nonce'],
  2,
)

/** A mint or a burn that only a deposit or a withdrawal tells. */
export interface DepositRow {
  readonly log: number
  readonly tx: number
  readonly depositary: number
  readonly sender: number
  readonly receiver: number
  readonly value: Bytes
}

export const DEPOSIT = tableOf<DepositRow>('deposit', [
  ...(['log', 'tx', 'depositary', 'sender', 'receiver', 'value'] as const),
])

export interface FrameRow {
  readonly tx: number
  readonly position: number
  readonly depth: number
  readonly type: string
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Bytes
  readonly gas: Bytes
  readonly error: string | null
}

export const INTERNAL = tableOf<FrameRow>(
  'internal',
  ['tx', 'position', 'depth', 'type', 'sender', 'receiver', 'created', 'value', 'gas', 'error'],
  2,
)
