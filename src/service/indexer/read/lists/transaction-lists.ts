import type { Hex } from 'viem'
import type { ListPage, ListRequest, Position, WireItem } from '../../../chain-reader.ts'
import { digitsToAmount, digitsToDecimal } from '../../store/amounts.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import { markTransaction } from '../mark-invalid.ts'
import { readInteger, toPage } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp, millisecondsBetween } from '../timestamps.ts'
import { sortedTransactions, TRANSACTION_COLUMNS, type TransactionRow } from '../transaction-rows.ts'

/** Columns of `tx` by the `filter` parameter. */
const COLUMNS = { from: ['sender'], to: ['receiver', 'created'] } as const

/** `/addresses/{hash}/transactions`: sent, received, or the one that created the address; sorted by block, value or fee. */
export function transactionsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const address = context.addressOf(request.params.address_hash)
  if (address === null) return { items: [], next: null }
  const { filter } = request.filters
  const columns = filter === 'from' || filter === 'to' ? COLUMNS[filter] : [...COLUMNS.from, ...COLUMNS.to]
  const rows = sortedTransactions(context.store.database, address, columns, request)
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => transactionItem(context, row),
    position: transactionPosition,
  })
}

/** `/transactions`: of the chain, newest first. What is pending is not indexed: see pending-transactions.ts. */
export function latestTransactions(context: ReadContext, request: ListRequest): ListPage {
  const height = readInteger(request.after?.block_number)
  const index = readInteger(request.after?.index)
  const rows = context.store.database.all<TransactionRow>(
    `SELECT ${TRANSACTION_COLUMNS} FROM tx WHERE position < ? ORDER BY position DESC LIMIT ?`,
    height === null || index === null ? Number.MAX_SAFE_INTEGER : positionOf(height, index),
    request.limit + 1,
  )
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => transactionItem(context, row),
    position: transactionPosition,
  })
}

/** Oldest first; `end` is not among them. */
export const transactionsBetween = (
  { store }: ReadContext,
  start: number,
  end: number,
  limit: number,
): TransactionRow[] =>
  store.database.all<TransactionRow>(
    `SELECT ${TRANSACTION_COLUMNS} FROM tx WHERE position >= ? AND position < ? ORDER BY position LIMIT ?`,
    start,
    end,
    limit,
  )

export const transactionPosition = (row: TransactionRow): Position => ({
  block_number: heightOf(row.position),
  index: indexOf(row.position),
  hash: row.hash,
  inserted_at: null,
  value: digitsToDecimal(row.value),
  fee: digitsToDecimal(row.fee),
})

export function transactionAt({ store }: ReadContext, position: number): TransactionRow | null {
  return (
    store.database.get<TransactionRow>(
      `SELECT ${TRANSACTION_COLUMNS} FROM tx WHERE position = ?`,
      position,
    ) ?? null
  )
}

export function transactionByHash({ store }: ReadContext, hash: string): TransactionRow | null {
  const bytes = Buffer.from(hash.slice(2), 'hex')
  return (
    store.database.get<TransactionRow>(
      `SELECT ${TRANSACTION_COLUMNS} FROM tx WHERE substr(hash, 1, 8) = ? AND hash = ?`,
      bytes.subarray(0, 8),
      bytes,
    ) ?? null
  )
}

export const transactionItem = (context: ReadContext, row: TransactionRow): WireItem =>
  markTransaction(
    itemOf(context, row),
    indexOf(row.position),
    context.block(heightOf(row.position)).invalidFields,
  )

function itemOf(context: ReadContext, row: TransactionRow): WireItem {
  const { addresses } = context
  const height = heightOf(row.position)
  const block = context.block(height)
  const parent = height > 0 ? context.block(height - 1) : null
  const gasPrice = digitsToAmount(row.gas_price)
  const { baseFee } = block
  const gas = BigInt(row.gas_used)
  const receiver = row.receiver === null ? null : context.store.addresses.hashOf(row.receiver)
  return {
    hash: row.hash,
    timestamp: formatTimestamp(block.timestamp),
    block_number: height,
    position: indexOf(row.position),
    nonce: nonceOf(row),
    confirmations: context.head - height + 1,
    confirmation_duration: [
      0,
      parent?.timestamp ? millisecondsBetween(parent.timestamp, block.timestamp) : 0,
    ],
    ...outcomeOf(row),
    type: row.type,
    method: row.receiver === null ? null : context.methodName(row.input.slice(0, 10), row.receiver),
    from: addresses.item(row.sender),
    to: addresses.optionalItem(row.receiver),
    created_contract: addresses.optionalItem(row.created),
    value: digitsToDecimal(row.value),
    fee: { type: 'actual', value: digitsToDecimal(row.fee) },
    ...(row.fee_token !== null && { celo: { gas_token: context.tokens.item(row.fee_token) } }),
    ...(row.minted !== null && { mint: digitsToDecimal(row.minted) }),
    gas_limit: digitsToDecimal(row.gas_limit),
    gas_used: row.gas_used,
    gas_price: gasPrice.toString(),
    base_fee_per_gas: baseFee?.toString() ?? null,
    max_fee_per_gas: row.max_fee && digitsToDecimal(row.max_fee),
    max_priority_fee_per_gas: row.max_tip && digitsToDecimal(row.max_tip),
    priority_fee: baseFee === null ? null : ((gasPrice - baseFee) * gas).toString(),
    transaction_burnt_fee: baseFee === null ? null : (baseFee * gas).toString(),
    exchange_rate: null,
    revert_reason: row.revert && context.abis.revertReason(row.revert as Hex, receiver),
    has_error_in_internal_transactions:
      // A block of plain transfers has no frames to learn it from, nor any that could have failed.
      row.inner_failure === null ? (block.isTraced ? false : null) : row.inner_failure === 1,
    raw_input: row.input,
    decoded_input:
      receiver === null
        ? null
        : context.abis.decodeInput(row.input as Hex, receiver, () => isNft(context, row.receiver)),
    token_transfers: null,
    token_transfers_overflow: null,
    transaction_types: transactionTypes(context, row),
    transaction_tag: null,
    actions: [],
  }
}

/** Whether the called contract is an NFT; `receiver`: its id. */
export const isNft = ({ tokens }: ReadContext, receiver: number | null): boolean =>
  receiver !== null && tokens.row(receiver)?.type === 'ERC-721'

function outcomeOf({ succeeded, failure }: TransactionRow) {
  if (succeeded === 1) return { status: 'ok', result: 'success' }
  // Neither its receipt says it, nor a trace: as instances say it.
  if (succeeded !== 0) return { status: null, result: 'awaiting_internal_transactions' }
  return { status: 'error', result: failure ?? 'failed' }
}

/** As digits where a JavaScript number can't hold it. */
function nonceOf({ nonce }: TransactionRow): number | string {
  const value = BigInt.asUintN(64, BigInt(nonce))
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString()
}

function transactionTypes({ addresses, tokens }: ReadContext, row: TransactionRow): string[] {
  const types: string[] = []
  if (row.transfers > 0) types.push('token_transfer')
  if (row.created !== null && tokens.row(row.created)) types.push('token_creation')
  if (row.receiver === null) types.push('contract_creation')
  if (row.receiver !== null && row.input !== '0x' && addresses.isContract(row.receiver))
    types.push('contract_call')
  if (digitsToAmount(row.value) > 0n) types.push('coin_transfer')
  return types
}
