/**
 * A validator's withdrawal is added to the balance at the end of the block, without a transaction (EIP-4895). Consensus
 * counts it in gwei, but this API gives wei (recorded answers), so the amount is not converted. On chains that pay
 * withdrawals in a token (`shared/coin-facts`), the token's transfers repeat them: see `createClaims`.
 */
import type { Withdrawal } from '#shared/chain/block.ts'
import { COIN, lower, PHASE, toAmount, toTime, type LedgerOf, type Movement } from '../movement.ts'

export function validatorWithdrawal(withdrawal: Withdrawal, { coin }: LedgerOf): Movement[] {
  const { index, block_number: block } = withdrawal
  const { token = COIN, divisor = 1 } = coin.withdrawals ?? {}
  const amount = (toAmount(withdrawal.amount) ?? 0n) / BigInt(divisor)
  if (block == null || amount === 0n) return []
  return [
    {
      asset: token,
      nft: null,
      amount,
      block,
      time: toTime(withdrawal.timestamp),
      phase: PHASE.withdrawals,
      position: null,
      // Above 2^53 the index loses precision, which only affects the order within a block.
      index: Number(index),
      rule: 'withdrawal',
      counterparty: null,
      list: 'address-withdrawals',
      row: index,
      transaction: null,
    },
  ]
}

/**
 * Withdrawals in a token are due at once, and paid when they are claimed, by a transfer of all due amounts. A claim covers
 * the withdrawals before it, so those are not counted again. Blocks must be given newest first.
 */
export function createClaims({ coin: { withdrawals } }: LedgerOf) {
  let claimed = 0n
  const isClaim = ({ asset, amount, list, counterparty }: Movement) =>
    list === 'address-token-transfers' &&
    asset === withdrawals?.token &&
    amount > 0n &&
    lower(counterparty) === withdrawals.payer
  return (movements: readonly Movement[]): readonly Movement[] => {
    if (!withdrawals) return movements
    // Withdrawals are at the end of a block, so a claim in the same block covers earlier ones only.
    const reported = new Set(
      movements.filter(({ rule, amount }) => {
        if (rule !== 'withdrawal' || claimed < amount) return false
        claimed -= amount
        return true
      }),
    )
    for (const one of movements) if (isClaim(one)) claimed += one.amount
    return movements.filter((one) => !reported.has(one))
  }
}
