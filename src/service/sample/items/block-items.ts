import type { WireItem } from '../../chain-reader.ts'
import { roleItem } from './address-items.ts'
import { itemAt } from '../lib/arrays.ts'
import type { TemplateBlock, TemplateTransaction } from '../templates/period-template.ts'
import { BLOCKS_PER_PERIOD } from '../scenarios/periods.ts'
import { BOOTSTRAP_BLOCKS, bootstrapMiner } from '../scenarios/bootstrap.ts'
import { encodeHash } from '../lib/hash-codec.ts'
import { selectWithdrawals } from '../chain/event-selectors.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import { BOOTSTRAP } from '../chain/chain-model.ts'
import type { EventRef } from '../chain/sequence.ts'

const GAS_LIMIT = 4_000_000n
const GWEI = 10n ** 9n

export interface BlockContents {
  readonly height: number
  readonly period: number
  readonly block: TemplateBlock
  /** Ordinals in the period's template. */
  readonly transactions: readonly number[]
  readonly withdrawals: readonly number[]
}

/** The transactions and withdrawals of a block. In the newest block only the mined transactions count. */
export function blockContents(snapshot: Snapshot, height: number): BlockContents {
  const { model, head } = snapshot
  const { period, block, index } = blockAt(snapshot, height)
  const isEmpty = block.offset < 0
  const template = model.template(period)
  const next = template.blocks[index + 1]
  const end = next?.firstTransaction ?? template.transactions.length
  const last = Math.min(end, period === head.end.period ? head.end.transaction : Infinity)
  return {
    height,
    period,
    block,
    transactions: isEmpty ? [] : range(block.firstTransaction, last),
    // Withdrawals are paid at the end of a complete block.
    withdrawals:
      isEmpty || last < end
        ? []
        : range(block.firstWithdrawal, next?.firstWithdrawal ?? template.withdrawals.length),
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

export function blockItem(snapshot: Snapshot, height: number): WireItem {
  const { model } = snapshot
  const { period, block, ...contents } = blockContents(snapshot, height)
  const template = model.template(period)
  const transactions = contents.transactions.map((ordinal) => itemAt(template.transactions, ordinal))
  return {
    hash: model.blockHash(height),
    parent_hash: height === 0 ? `0x${'0'.repeat(64)}` : model.blockHash(height - 1),
    height,
    type: 'block',
    timestamp: formatTimestamp(snapshot.clock.blockTime(height)),
    miner: roleItem(snapshot, block.miner, period),
    nonce: '0x0000000000000000',
    extra_data: '0x',
    state_root: encodeHash(model.key, 'other', height + 1, 32),
    difficulty: '0',
    total_difficulty: '0',
    size:
      620 + transactions.reduce((size, { data, call }) => size + 110 + data.length / 2 + (call ? 68 : 0), 0),
    uncles_hashes: [],
    transactions_count: transactions.length,
    withdrawals_count: contents.withdrawals.length,
    ...amounts(block, transactions),
  }
}

function amounts({ baseFee }: TemplateBlock, transactions: readonly TemplateTransaction[]): WireItem {
  const sum = (amount: (transaction: TemplateTransaction) => bigint) =>
    transactions.reduce((total, transaction) => total + amount(transaction), 0n)
  const gas = sum(({ gasUsed }) => gasUsed)
  const tips = sum(({ gasUsed, tip }) => gasUsed * tip)
  const burnt = gas * baseFee
  const percent = (part: bigint, whole: bigint) => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100)
  return {
    gas_limit: String(GAS_LIMIT),
    gas_used: String(gas),
    gas_used_percentage: percent(gas, GAS_LIMIT),
    gas_target_percentage: percent(2n * gas - GAS_LIMIT, GAS_LIMIT),
    burnt_fees_percentage: percent(burnt, burnt + tips),
    base_fee_per_gas: String(baseFee),
    burnt_fees: String(burnt),
    priority_fee: String(tips),
    transaction_fees: String(burnt + tips),
    rewards: [{ reward: String(tips), type: 'Miner Reward' }],
  }
}

/** `offset` is -1 for an empty block of the bootstrap. */
function blockAt({ model }: Snapshot, height: number) {
  if (height >= BOOTSTRAP_BLOCKS) {
    const period = Math.floor((height - BOOTSTRAP_BLOCKS) / BLOCKS_PER_PERIOD)
    const index = (height - BOOTSTRAP_BLOCKS) % BLOCKS_PER_PERIOD
    return { period, index, block: itemAt(model.template(period).blocks, index) }
  }
  const index = model.bootstrap.blocks.findIndex(({ offset }) => offset === height)
  if (index >= 0) return { period: BOOTSTRAP, index, block: itemAt(model.bootstrap.blocks, index) }
  const empty: TemplateBlock = {
    offset: -1,
    miner: bootstrapMiner(height),
    baseFee: GWEI,
    firstTransaction: 0,
    firstWithdrawal: 0,
  }
  return { period: BOOTSTRAP, index: 0, block: empty }
}

/** Withdrawals are numbered along the chain. */
export const withdrawalIndex = (snapshot: Snapshot, event: EventRef): number =>
  snapshot.sequence(null, 'withdrawals', selectWithdrawals).countBefore(event)

export function withdrawalItem(snapshot: Snapshot, period: number, ordinal: number): WireItem {
  const { model, clock } = snapshot
  const template = model.template(period)
  const withdrawal = itemAt(template.withdrawals, ordinal)
  const height = model.heightOf(period, itemAt(template.blocks, withdrawal.block))
  return {
    index: withdrawalIndex(snapshot, { period, ordinal }),
    amount: String(withdrawal.amount),
    validator_index: String(withdrawal.validator),
    block_number: height,
    timestamp: formatTimestamp(clock.blockTime(height)),
    receiver: roleItem(snapshot, withdrawal.receiver, period),
  }
}
