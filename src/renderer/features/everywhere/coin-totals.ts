/** Exact totals of a coin over several chains, only for chains whose coin is certainly the same. */
import { findChain } from '#shared/chains.ts'
import type { AddressOnChain, EverywhereSource } from '#shared/rpc/contract/everywhere.ts'

export interface CoinTotal {
  readonly symbol: string
  readonly decimals: number
  /** The total in the smallest unit (wei for 18 decimals). */
  readonly sum: bigint
  /** Number of chains in the sum; `missing` is the number of chains with this coin that have not answered. */
  readonly chains: number
  readonly missing: number
}

/**
 * Totals over well-known chains that are no test networks. Each chain counts once. On any other chain the name of
 * a coin is a claim of a person or a server, and may mean another coin. A coin of one chain only has no total.
 */
export function coinTotals(
  sources: readonly EverywhereSource[],
  rowOf: (source: string) => AddressOnChain | undefined,
): readonly CoinTotal[] {
  const byChain = new Map<string, { coin: EverywhereSource['coin']; balance: string | null }>()
  for (const { source, chainId, coin, isTest } of sources) {
    const row = rowOf(source)
    const known = chainId === null ? undefined : findChain(chainId)
    if (chainId === null || !known || isTest || known.coin !== coin.symbol || row?.otherChain) continue
    const balance = balanceOf(row)
    if (byChain.get(chainId)?.balance == null) byChain.set(chainId, { coin, balance })
  }
  const totals = new Map<string, CoinTotal>()
  for (const { coin, balance } of byChain.values()) {
    const key = `${coin.symbol} ${String(coin.decimals)}`
    const before = totals.get(key) ?? {
      symbol: coin.symbol,
      decimals: coin.decimals,
      sum: 0n,
      chains: 0,
      missing: 0,
    }
    totals.set(
      key,
      balance === null
        ? { ...before, missing: before.missing + 1 }
        : { ...before, sum: before.sum + BigInt(balance), chains: before.chains + 1 },
    )
  }
  return [...totals.values()].filter(({ chains }) => chains > 1)
}

/** The balance in the smallest unit, `0` for an address that the source does not know, null if the balance is not known. */
function balanceOf(row: AddressOnChain | undefined): string | null {
  const { balance, isKnown } = row?.facts ?? {}
  if (balance != null && /^\d{1,100}$/.test(balance)) return balance
  return isKnown === false ? '0' : null
}
