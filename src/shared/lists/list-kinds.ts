/** Properties that several lists share because their items are of the same kind. */
import type { Block, Withdrawal } from '../chain/block.ts'
import type { Log } from '../chain/log.ts'
import type { TokenHolder, TokenTransfer } from '../chain/token.ts'
import type { InternalTransaction, Transaction } from '../chain/transaction.ts'
import { oneOf } from './filters.ts'
import type { RowTarget } from './list-endpoint.ts'

export const lower = (value: string | null | undefined) => value?.toLowerCase() ?? ''
const toTransaction = (hash: string): RowTarget => ({ kind: 'transaction', hash })

/** The target of a row that may not name its transaction. */
export const ofTransaction = ({
  transaction_hash: hash,
}: {
  readonly transaction_hash?: string | null | undefined
}) => (hash == null ? undefined : toTransaction(hash))

export const TRANSFERS = {
  resource: 'transfer',
  identity: (item: TokenTransfer) =>
    `${transferBatch(item)}:${item.total.map((total) => total.token_id ?? '').join(',')}`,
  batch: (item: TokenTransfer) => transferBatch(item),
  order: { height: 'block_number', index: 'log_index', direction: 'desc' },
  cursor: { spec: ['block_number', 'index'] },
  groupCursor: ['batch_log_index', 'batch_block_hash', 'batch_transaction_hash', 'index_in_batch'],
  dialectKeys: { legacy: { item: ['tx_hash'] } },
  target: (item: TokenTransfer) => toTransaction(item.transaction_hash),
} as const
const transferBatch = (item: TokenTransfer) => `${lower(item.transaction_hash)}:${String(item.log_index)}`

export const INTERNALS = {
  resource: 'internal-transaction',
  identity: (item: InternalTransaction) => `${item.transaction_hash}:${String(item.index)}`,
  dialectKeys: { legacy: { item: ['block', 'tx_hash'] } },
  target: ({ transaction_hash: hash, index }: InternalTransaction): RowTarget =>
    Number.isSafeInteger(index) ? { kind: 'transaction', hash, call: index } : { kind: 'transaction', hash },
} as const

export const TRANSACTIONS = {
  resource: 'transaction',
  identity: (item: Transaction) => item.hash,
  dialectKeys: { legacy: { item: ['tx_types', 'tx_burnt_fee', 'tx_tag', 'has_error_in_internal_txs'] } },
  target: (item: Transaction) => toTransaction(item.hash),
} as const

/** Parameters that sort transactions, for sources that can. */
export const SORTING = {
  sort: oneOf(['block_number', 'value', 'fee'], 'what to sort by', ['v11', 'v12']),
  order: oneOf(['asc', 'desc'], 'which way to sort', ['v11', 'v12']),
} as const

export const BLOCKS = {
  resource: 'block',
  identity: (item: Block) => item.hash,
  order: { height: 'height', direction: 'desc' },
  cursor: { spec: ['block_number', 'items_count'] },
  dialectKeys: { legacy: { item: ['tx_count', 'tx_fees'] } },
  target: (item: Block): RowTarget => ({ kind: 'block', block: item.hash }),
} as const

export const WITHDRAWALS = {
  resource: 'withdrawal',
  identity: (item: Withdrawal) => item.index,
  cursor: { spec: ['index', 'items_count'] },
} as const

export const HOLDERS = {
  resource: 'holder',
  identity: (item: TokenHolder) => `${lower(item.address.hash)}:${item.token_id ?? ''}`,
  order: null,
  target: (item: TokenHolder): RowTarget => ({
    kind: 'address',
    address: item.address.hash,
  }),
} as const

export const LOGS = {
  resource: 'log',
  identity: (item: Log) => `${lower(item.transaction_hash)}:${String(item.index)}`,
  cursor: { spec: ['block_number', 'index', 'items_count'] },
  dialectKeys: { legacy: { item: ['tx_hash'] } },
  target: (item: Log) => toTransaction(item.transaction_hash),
} as const
