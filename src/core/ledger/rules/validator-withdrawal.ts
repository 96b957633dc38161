/**
 * What a validator withdraws is added to the balance at the end of the block, without a transaction (EIP-4895). The chain
 * counts it in gwei; this API says it in wei (recorded answers), so that nothing is multiplied here. Where a chain pays them
 * in a token, they are that (`shared/coin-facts`), and what its contract sends is them once more: `createClaims`.
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

/**
 * Withdrawals in a token are due at once, and sent when they are claimed: a transfer, of all that is due then. It tells the
 * withdrawals before it, which are not counted besides. Blocks are given the newest first.
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
    // Withdrawals come at the end of a block: what is claimed in it was due before.
    const told = new Set(
      movements.filter(({ rule, amount }) => {
        if (rule !== 'withdrawal' || claimed < amount) return false
        claimed -= amount
        return true
      }),
    )
    for (const one of movements) if (isClaim(one)) claimed += one.amount
    return movements.filter((one) => !told.has(one))
  }
}
