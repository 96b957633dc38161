/** What a validator's withdrawal pays: the coin, or so much of a token (`coin-facts.ts`). */
import type { Coin } from '../source.ts'

/** Null of the coin. */
export const withdrawnToken = ({ withdrawals }: Coin) =>
  withdrawals ? { address_hash: withdrawals.token, symbol: withdrawals.symbol, name: null } : null

export const withdrawnUnit = ({ withdrawals, symbol, decimals }: Coin) =>
  withdrawals ? { symbol: withdrawals.symbol, decimals: 18 } : { symbol, decimals }

/** Of the number that a block says, in smallest units of what it pays. */
export const withdrawnAmount = (amount: string | null | undefined, { withdrawals }: Coin) =>
  amount == null || !withdrawals || !/^\d+$/.test(amount)
    ? amount
    : String(BigInt(amount) / BigInt(withdrawals.divisor))
