import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import { toHex } from '../../model/hex.ts'
import { amountToDecimal, decodeAmount } from '../../store/amounts.ts'
import { markBlock } from '../mark-invalid.ts'
import { toPage, readInteger } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'

export interface BlockRow {
  readonly number: number
  readonly hash: Uint8Array
  readonly parent_hash: Uint8Array
  readonly timestamp: number
  readonly miner: number
  readonly gas_limit: Uint8Array
  readonly gas_used: string
  readonly base_fee: Uint8Array | null
  readonly difficulty: Uint8Array | null
  readonly total_difficulty: Uint8Array | null
  readonly nonce: Uint8Array | null
  readonly state_root: Uint8Array | null
  readonly extra_data: Uint8Array | null
  readonly size: number | null
  readonly uncles: Uint8Array | null
  readonly transactions: number
  readonly withdrawals: number
  readonly fees: Uint8Array
}

const COLUMNS = `number, hash, parent_hash, timestamp, miner, gas_limit, CAST(gas_used AS TEXT) AS gas_used, base_fee,
  difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees`

/** `/addresses/{hash}/blocks-validated`: newest first. */
export function blocksOfMiner(context: ReadContext, request: ListRequest): ListPage {
  const miner = context.addressOf(request.params.address_hash)
  if (miner === null) return { items: [], next: null }
  const rows = context.store.database.all<BlockRow>(
    `SELECT ${COLUMNS} FROM block WHERE miner = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    miner,
    readInteger(request.after?.block_number) ?? Number.MAX_SAFE_INTEGER,
    request.limit + 1,
  )
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => blockItem(context, row),
    position: (row) => ({ block_number: row.number }),
  })
}

/** `/blocks`: of the chain, newest first. */
export function latestBlocks(context: ReadContext, request: ListRequest): ListPage {
  const rows = context.store.database.all<BlockRow>(
    `SELECT ${COLUMNS} FROM block WHERE number < ? ORDER BY number DESC LIMIT ?`,
    readInteger(request.after?.block_number) ?? Number.MAX_SAFE_INTEGER,
    request.limit + 1,
  )
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => blockItem(context, row),
    position: (row) => ({ block_number: row.number }),
  })
}

/** By its number or hash; null for an unknown block. */
export function findBlock({ store }: ReadContext, params: ListRequest['params']): BlockRow | null {
  const block = params.block_hash_or_number ?? ''
  const [condition, value] = block.startsWith('0x')
    ? (['hash = ?', Buffer.from(block.slice(2), 'hex')] as const)
    : (['number = ?', Number(block)] as const)
  return store.database.get<BlockRow>(`SELECT ${COLUMNS} FROM block WHERE ${condition}`, value) ?? null
}

export const blockItem = (context: ReadContext, row: BlockRow): WireItem =>
  markBlock(itemOf(context, row), context.block(row.number).invalidFields)

function itemOf({ addresses }: ReadContext, row: BlockRow): WireItem {
  const gasUsed = BigInt(row.gas_used)
  const gasLimit = decodeAmount(row.gas_limit)
  const fees = decodeAmount(row.fees)
  const baseFee = row.base_fee && decodeAmount(row.base_fee)
  const burnt = baseFee === null ? null : baseFee * gasUsed
  const tips = burnt === null ? fees : fees - burnt
  return {
    hash: toHex(row.hash),
    parent_hash: toHex(row.parent_hash),
    height: row.number,
    type: 'block',
    timestamp: formatTimestamp(row.timestamp),
    miner: addresses.item(row.miner),
    nonce: row.nonce && toHex(row.nonce),
    extra_data: row.extra_data && toHex(row.extra_data),
    state_root: row.state_root && toHex(row.state_root),
    difficulty: row.difficulty && amountToDecimal(row.difficulty),
    total_difficulty: row.total_difficulty && amountToDecimal(row.total_difficulty),
    gas_limit: gasLimit.toString(),
    gas_used: row.gas_used,
    gas_used_percentage: share(gasUsed, gasLimit),
    // The target is half of the limit: +100 is a full block, -100 an empty one.
    gas_target_percentage: gasLimit === 0n ? 0 : share(2n * gasUsed - gasLimit, gasLimit),
    burnt_fees_percentage: burnt === null || fees === 0n ? null : share(burnt, fees),
    base_fee_per_gas: baseFee?.toString() ?? null,
    burnt_fees: burnt?.toString() ?? null,
    priority_fee: tips.toString(),
    transaction_fees: fees.toString(),
    size: row.size,
    transactions_count: row.transactions,
    withdrawals_count: row.withdrawals,
    uncles_hashes: hashesIn(row.uncles),
    rewards: tips > 0n ? [{ type: 'Miner Reward', reward: tips.toString() }] : [],
  }
}

/** In percent, rounded down to six decimals. */
const share = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 100_000_000n) / whole) / 1_000_000

const HASH_BYTES = 32

const hashesIn = (bytes: Uint8Array | null): string[] =>
  Array.from({ length: (bytes?.length ?? 0) / HASH_BYTES }, (_, index) =>
    toHex((bytes ?? new Uint8Array()).subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  )
