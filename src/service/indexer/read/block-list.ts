import type { ListAnswer, ListRequest, WireItem } from '../../chain-reader.ts'
import { amountText, amountValue, hexText } from '../store/amounts.ts'
import { cutPage, wholeNumber } from './page.ts'
import type { Reading } from './read-context.ts'
import { timestampText } from './timestamps.ts'

interface BlockRow {
  readonly number: number
  readonly hash: Uint8Array
  readonly parent_hash: Uint8Array
  readonly timestamp: number
  readonly miner: number
  readonly gas_limit: Uint8Array
  readonly gas_used: number
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

/** `/addresses/{hash}/blocks-validated`: newest first. */
export function blocksOfMiner(reading: Reading, request: ListRequest): ListAnswer {
  const miner = reading.addressOf(request.params.address_hash)
  if (miner === null) return { items: [], next: null }
  const rows = reading.store.database.all<BlockRow>(
    'SELECT * FROM block WHERE miner = ? AND number < ? ORDER BY number DESC LIMIT ?',
    miner,
    wholeNumber(request.after?.block_number) ?? Number.MAX_SAFE_INTEGER,
    request.limit + 1,
  )
  return cutPage(rows, request.limit, {
    item: (row) => blockItem(reading, row),
    place: (row) => ({ block_number: row.number }),
  })
}

function blockItem({ refs }: Reading, row: BlockRow): WireItem {
  const gasUsed = BigInt(row.gas_used)
  const gasLimit = amountValue(row.gas_limit)
  const fees = amountValue(row.fees)
  const baseFee = row.base_fee && amountValue(row.base_fee)
  const burnt = baseFee === null ? null : baseFee * gasUsed
  const tips = burnt === null ? fees : fees - burnt
  return {
    hash: hexText(row.hash),
    parent_hash: hexText(row.parent_hash),
    height: row.number,
    type: 'block',
    timestamp: timestampText(row.timestamp),
    miner: refs.of(row.miner),
    nonce: row.nonce && hexText(row.nonce),
    extra_data: row.extra_data && hexText(row.extra_data),
    state_root: row.state_root && hexText(row.state_root),
    difficulty: row.difficulty && amountText(row.difficulty),
    total_difficulty: row.total_difficulty && amountText(row.total_difficulty),
    gas_limit: gasLimit.toString(),
    gas_used: String(row.gas_used),
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

/** Percent, with six digits after the point. */
const share = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 100_000_000n) / whole) / 1_000_000

const HASH_BYTES = 32

const hashesIn = (bytes: Uint8Array | null): string[] =>
  Array.from({ length: (bytes?.length ?? 0) / HASH_BYTES }, (_, index) =>
    hexText((bytes ?? new Uint8Array()).subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  )
