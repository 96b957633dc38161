/**
 * What a validator withdraws is added to the balance at the end of the block, without a transaction (EIP-4895). The chain
 * counts it in gwei; this API says it in wei (recorded answers), so that nothing is multiplied here.
 */
import type { Withdrawal } from '#shared/chain/block.ts'
import { COIN, PHASE, toAmount, toTime, type Movement } from '../movement.ts'

export function validatorWithdrawal(withdrawal: Withdrawal): Movement[] {
  const { index, block_number: block } = withdrawal
  const amount = toAmount(withdrawal.amount) ?? 0n
  if (block == null || amount === 0n) return []
  return [
    {
      asset: COIN,
      nft: null,
      amount,
      block,
      time: toTime(withdrawal.timestamp),
      phase: PHASE.withdrawals,
      position: null,
      // Beyond 2^53 their order within one block is of no matter.
      index: Number(index),
      rule: 'withdrawal',
      counterparty: null,
      list: 'address-withdrawals',
      row: index,
      transaction: null,
    },
  ]
}
