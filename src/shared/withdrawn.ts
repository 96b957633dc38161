/** The asset and the amount of a validator's withdrawal: the coin, or on some chains a token (`coin-facts.ts`). */
import type { Coin } from './source.ts'

/** The token that a withdrawal pays; null for the coin. */
export const withdrawnToken = ({ withdrawals }: Coin) =>
  withdrawals ? { address_hash: withdrawals.token, symbol: withdrawals.symbol, name: null } : null

export const withdrawnUnit = ({ withdrawals, symbol, decimals }: Coin) =>
  withdrawals ? { symbol: withdrawals.symbol, decimals: 18 } : { symbol, decimals }

/** Converts the amount that a block gives to smallest units of the asset that is paid. */
export const withdrawnAmount = (amount: string | null | undefined, { withdrawals }: Coin) =>
  amount == null || !withdrawals || !/^\d+$/.test(amount)
    ? amount
    : String(BigInt(amount) / BigInt(withdrawals.divisor))
