/** The sources that come with the program. */
import { findChain, SAMPLE_CHAIN_ID } from '#shared/chains.ts'
import type { Source } from '#shared/source.ts'

const sample: Source = {
  kind: 'sample',
  id: 'sample',
  name: 'Sample chain',
  chainId: SAMPLE_CHAIN_ID,
  coin: { symbol: findChain(SAMPLE_CHAIN_ID)?.coin ?? 'COIN', decimals: 18 },
  builtIn: true,
}

const instance = (id: string, chainId: string): Source => ({
  kind: 'instance',
  id,
  name: findChain(chainId)?.name ?? id,
  baseUrl: `https://${id}.blockscout.com`,
  chainId,
  auth: 'x-api-key',
  coin: { symbol: findChain(chainId)?.coin ?? 'ETH', decimals: 18 },
  builtIn: true,
})

export const BUILT_IN: readonly Source[] = [
  sample,
  instance('eth', '1'),
  instance('base', '8453'),
  instance('optimism', '10'),
  instance('arbitrum', '42161'),
  instance('polygon', '137'),
  instance('gnosis', '100'),
  instance('eth-sepolia', '11155111'),
]
