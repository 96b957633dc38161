import type { WireItem } from '../../chain-reader.ts'
import { roleItem } from './address-items.ts'
import { nth } from '../lib/item-at.ts'
import type { PlannedBlock, PlannedTransaction } from '../templates/period-template.ts'
import { BLOCKS_A_PERIOD } from '../scenarios/periods.ts'
import { PRELUDE_BLOCKS, preludeMiner } from '../scenarios/bootstrap.ts'
import { seal } from '../lib/hash-codec.ts'
import { withdrawalsOf } from '../chain/event-selectors.ts'
import { timestamp, type View } from '../chain/snapshot.ts'
import { PRELUDE } from '../chain/chain-model.ts'

const GAS_LIMIT = 4_000_000n
const GWEI = 10n ** 9n

/** A block at a height of the chain, with what is mined of it. */
export function blockItem(view: View, height: number): WireItem {
  const { world } = view
  const { period, block, index } = blockAt(view, height)
  const plan = world.plan(period)
  const next = plan.blocks[index + 1]
  const last = Math.min(
    next?.firstTransaction ?? plan.transactions.length,
    period === view.head.end.period ? view.head.end.transaction : Infinity,
  )
  const isLast = (at: number) => at >= (next?.firstTransaction ?? plan.transactions.length)
  const transactions = block.offset < 0 ? [] : plan.transactions.slice(block.firstTransaction, last)
  const withdrawals =
    block.offset >= 0 && isLast(last)
      ? (next?.firstWithdrawal ?? plan.withdrawals.length) - block.firstWithdrawal
      : 0
  return {
    hash: world.blockHash(height),
    parent_hash: height === 0 ? `0x${'0'.repeat(64)}` : world.blockHash(height - 1),
    height,
    type: 'block',
    timestamp: timestamp(view.clock.blockTime(height)),
    miner: roleItem(view, block.miner, period),
    nonce: '0x0000000000000000',
    extra_data: '0x',
    state_root: seal(world.key, 'other', height + 1, 32),
    difficulty: '0',
    total_difficulty: '0',
    size:
      620 + transactions.reduce((size, { data, call }) => size + 110 + data.length / 2 + (call ? 68 : 0), 0),
    uncles_hashes: [],
    transactions_count: transactions.length,
    withdrawals_count: withdrawals,
    ...money(block, transactions),
  }
}

function money({ baseFee }: PlannedBlock, transactions: readonly PlannedTransaction[]): WireItem {
  const sum = (amount: (transaction: PlannedTransaction) => bigint) =>
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

/** `offset` is -1 for the prelude's empty blocks, which no plan names. */
function blockAt({ world }: View, height: number) {
  if (height >= PRELUDE_BLOCKS) {
    const period = Math.floor((height - PRELUDE_BLOCKS) / BLOCKS_A_PERIOD)
    const index = (height - PRELUDE_BLOCKS) % BLOCKS_A_PERIOD
    return { period, index, block: nth(world.plan(period).blocks, index) }
  }
  const index = world.prelude.blocks.findIndex(({ offset }) => offset === height)
  if (index >= 0) return { period: PRELUDE, index, block: nth(world.prelude.blocks, index) }
  const empty: PlannedBlock = {
    offset: -1,
    miner: preludeMiner(height),
    baseFee: GWEI,
    firstTransaction: 0,
    firstWithdrawal: 0,
  }
  return { period: PRELUDE, index: 0, block: empty }
}

export function withdrawalItem(view: View, period: number, ordinal: number): WireItem {
  const { world, clock } = view
  const plan = world.plan(period)
  const withdrawal = nth(plan.withdrawals, ordinal)
  const height = world.heightOf(period, nth(plan.blocks, withdrawal.block))
  return {
    index: view.sequence(null, 'withdrawals', withdrawalsOf).countBefore({ period, ordinal }),
    amount: String(withdrawal.amount),
    validator_index: String(withdrawal.validator),
    block_number: height,
    timestamp: timestamp(clock.blockTime(height)),
    receiver: roleItem(view, withdrawal.receiver, period),
  }
}
