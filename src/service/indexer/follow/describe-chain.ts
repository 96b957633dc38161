import type { ChainInfo } from '../../chain-reader.ts'
import type { IndexStore } from '../store/index-store.ts'

export function describeChain(store: IndexStore, client = store.database.meta('client') ?? ''): ChainInfo {
  const chainId = store.chainId ?? '0'
  const clientName = /^[A-Za-z]+/.exec(client)?.[0]
  return {
    chainId,
    name: clientName ? `${clientName}, chain ${chainId}` : `Chain ${chainId}`,
    // Found while it is read.
    get coin() {
      const { coinContract } = store
      return { symbol: 'ETH', decimals: 18, ...(coinContract !== null && { contract: coinContract }) }
    },
  }
}
