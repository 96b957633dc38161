import type { Hex } from 'viem'
import type { ListAnswer, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { amountText, amountValue, hexText } from '../store/amounts.ts'
import { heightOf, indexOf } from '../store/positions.ts'
import { cutPage } from './page.ts'
import type { Reading } from './read-context.ts'
import { timestampText } from './timestamps.ts'
import { placesInOrder } from './transaction-order.ts'

export interface TransactionRow {
  readonly place: number
  readonly hash: Uint8Array
  readonly sender: number
  readonly receiver: number | null
  readonly created: number | null
  readonly value: Uint8Array
  readonly nonce: number
  readonly type: number | null
  readonly gas_limit: Uint8Array
  readonly gas_used: number
  readonly gas_price: Uint8Array
  readonly fee: Uint8Array
  readonly max_fee: Uint8Array | null
  readonly max_tip: Uint8Array | null
  readonly succeeded: number
  readonly first_log: number
  readonly logs: number
  readonly transfers: number
  readonly failure: string | null
  readonly revert: Uint8Array | null
  readonly inner_failure: number | null
  readonly input: Uint8Array
}

const PARTIES = { from: ['sender'], to: ['receiver', 'created'] } as const

/** `/addresses/{hash}/transactions`: sent, received, or the one that created it; newest first, or by value or fee. */
export function transactionsOfAddress(reading: Reading, request: ListRequest): ListAnswer {
  const address = reading.addressOf(request.params.address_hash)
  if (address === null) return { items: [], next: null }
  const { filter } = request.filters
  const columns = filter === 'from' || filter === 'to' ? PARTIES[filter] : [...PARTIES.from, ...PARTIES.to]
  const rows = placesInOrder(reading.store.database, address, columns, request)
    .map((place) => transactionAt(reading, place))
    .filter((row) => row !== null)
  return cutPage(rows, request.limit, {
    item: (row) => transactionItem(reading, row),
    place: transactionRoute,
  })
}

const transactionRoute = (row: TransactionRow): Position => ({
  block_number: heightOf(row.place),
  index: indexOf(row.place),
  hash: hexText(row.hash),
  inserted_at: null,
  value: amountText(row.value),
  fee: amountText(row.fee),
})

export function transactionAt({ store }: Reading, place: number): TransactionRow | null {
  return store.database.get<TransactionRow>('SELECT * FROM tx WHERE place = ?', place) ?? null
}

export function transactionByHash({ store }: Reading, hash: string): TransactionRow | null {
  const bytes = Buffer.from(hash.slice(2), 'hex')
  return (
    store.database.get<TransactionRow>(
      'SELECT * FROM tx WHERE substr(hash, 1, 8) = ? AND hash = ?',
      bytes.subarray(0, 8),
      bytes,
    ) ?? null
  )
}

export function transactionItem(reading: Reading, row: TransactionRow): WireItem {
  const { refs } = reading
  const height = heightOf(row.place)
  const block = reading.block(height)
  const parent = height > 0 ? reading.block(height - 1) : null
  const price = amountValue(row.gas_price)
  const { baseFee } = block
  const gas = BigInt(row.gas_used)
  const receiver = row.receiver === null ? null : reading.store.addresses.hashOf(row.receiver)
  return {
    hash: hexText(row.hash),
    timestamp: timestampText(block.timestamp),
    block_number: height,
    position: indexOf(row.place),
    nonce: row.nonce,
    confirmations: reading.head - height + 1,
    confirmation_duration: [
      0,
      parent?.timestamp ? Math.max(0, block.timestamp - parent.timestamp) * 1000 : 0,
    ],
    status: row.succeeded ? 'ok' : 'error',
    result: row.succeeded ? 'success' : (row.failure ?? 'failed'),
    type: row.type,
    method: row.receiver === null ? null : reading.methodName(row.input.subarray(0, 4), row.receiver),
    from: refs.of(row.sender),
    to: refs.optional(row.receiver),
    created_contract: refs.optional(row.created),
    value: amountText(row.value),
    fee: { type: 'actual', value: amountText(row.fee) },
    gas_limit: amountText(row.gas_limit),
    gas_used: String(row.gas_used),
    gas_price: price.toString(),
    base_fee_per_gas: baseFee?.toString() ?? null,
    max_fee_per_gas: row.max_fee && amountText(row.max_fee),
    max_priority_fee_per_gas: row.max_tip && amountText(row.max_tip),
    priority_fee: baseFee === null ? null : ((price - baseFee) * gas).toString(),
    transaction_burnt_fee: baseFee === null ? null : (baseFee * gas).toString(),
    exchange_rate: null,
    revert_reason: row.revert && reading.abis.revertReason(hexText(row.revert) as Hex, receiver),
    has_error_in_internal_transactions: row.inner_failure === null ? null : row.inner_failure === 1,
    raw_input: hexText(row.input),
    decoded_input: receiver === null ? null : reading.abis.decodeInput(hexText(row.input) as Hex, receiver),
    token_transfers: null,
    token_transfers_overflow: null,
    transaction_types: transactionTypes(reading, row),
    transaction_tag: null,
    actions: [],
  }
}

function transactionTypes({ refs, tokens }: Reading, row: TransactionRow): string[] {
  const types: string[] = []
  if (row.transfers > 0) types.push('token_transfer')
  if (row.created !== null && tokens.row(row.created)) types.push('token_creation')
  if (row.receiver === null) types.push('contract_creation')
  if (row.receiver !== null && row.input.length > 0 && refs.isContract(row.receiver))
    types.push('contract_call')
  if (amountValue(row.value) > 0n) types.push('coin_transfer')
  return types
}
