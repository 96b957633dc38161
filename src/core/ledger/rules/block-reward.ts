/**
 * The miner or validator of a block gets the tips of its transactions (EIP-1559) and, before the merge, a block reward
 * (Yellow Paper, section 11.3). If the source lists rewards, the one of kind `Miner Reward` or `Validator Reward` is the
 * whole amount with tips; other kinds go to other addresses. Without rewards the amount is the sum of the tips. Blocks
 * outside of the chain (`uncle`, `reorg`) pay nothing themselves.
 */
import type { Block } from '#shared/chain/block.ts'
import { COIN, lower, PHASE, toAmount, toTime, type LedgerOf, type Movement } from '../movement.ts'

const OF_MAKER: ReadonlySet<unknown> = new Set(['Miner Reward', 'Validator Reward'])

export function blockReward(block: Block, { address }: LedgerOf): Movement[] {
  const { height, hash, type, miner } = block
  const amount = rewardOf(block)
  const isOwn = !miner || lower(miner) === address
  if (height == null || !isOwn || (type != null && type !== 'block') || amount === 0n) return []
  return [
    {
      asset: COIN,
      nft: null,
      amount,
      block: height,
      time: toTime(block.timestamp),
      phase: PHASE.rewards,
      position: null,
      index: 0,
      rule: 'block-reward',
      counterparty: null,
      list: 'address-blocks-validated',
      row: hash,
      transaction: null,
    },
  ]
}

function rewardOf({ rewards, priority_fee: tips }: Block): bigint {
  const own = (rewards ?? []).filter(({ type }) => OF_MAKER.has(type))
  if (own.length === 0) return toAmount(tips) ?? 0n
  return own.reduce((sum, { reward }) => sum + (toAmount(reward) ?? 0n), 0n)
}
