/**
 * A wrapped coin (WETH9) logs Deposit and Withdrawal, and no Transfer: coins that are sent to it are minted to their sender
 * one for one, and coins that it sends were burnt from their receiver. Many sources make transfers of these events, others
 * do not. So it is added only where the lists have no movement of that token and amount in that transaction, and only for
 * the contracts below: by their verified code they give and take coins in no other way.
 */
import { COIN, lower, type Movement } from '../movement.ts'

/** By chain, in lower case. */
const WRAPPED_COINS: Readonly<Record<string, { readonly address: string; readonly symbol: string }>> = {
  '1': { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH' },
  '10': { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH' },
  '100': { address: '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', symbol: 'WXDAI' },
  '137': { address: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', symbol: 'WPOL' },
  '8453': { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH' },
}

export const wrappedCoinOf = (chainId: string | undefined) =>
  chainId === undefined ? undefined : WRAPPED_COINS[chainId]

/** What is missing of it among all movements of an address. */
export function wrappedCoin(movements: readonly Movement[], wrapper: string): Movement[] {
  const listed = new Map<string, number>()
  const keyOf = (transaction: string | null, amount: bigint) => `${transaction ?? ''} ${String(amount)}`
  for (const { asset, rule, transaction, amount } of movements)
    if (asset === wrapper && rule !== 'transfer') {
      const key = keyOf(transaction, amount)
      listed.set(key, (listed.get(key) ?? 0) + 1)
    }
  return movements.flatMap((movement) => {
    const { asset, counterparty, transaction, rule } = movement
    const isCoin = asset === COIN && (rule === 'value' || rule === 'internal')
    if (!isCoin || lower(counterparty) !== wrapper) return []
    const amount = -movement.amount
    const key = keyOf(transaction, amount)
    const known = listed.get(key) ?? 0
    if (known > 0) {
      listed.set(key, known - 1)
      return []
    }
    return [{ ...movement, asset: wrapper, amount, rule: 'wrapped' as const }]
  })
}
