/** The chains of a Pro account. */
import * as z from 'zod/mini'
import { findChain, chainName, CHAINS } from '#shared/chains.ts'
import type { ProChain } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { fetchJson } from './fetch-json.ts'

const config = z.object({ chains: z.record(z.string(), z.unknown()) })

/** Returns explorer pages by chain id; a page may be empty. Throws `bad_response` if the account lists no chains. */
export async function readProChains(baseUrl: string, signal: AbortSignal): Promise<Record<string, string>> {
  const read = z.safeParse(config, await fetchJson(`${baseUrl}/api/json/config`, signal))
  signal.throwIfAborted()
  const chains = Object.entries(read.success ? read.data.chains : {}).filter(([id]) =>
    /^[1-9]\d{0,77}$/.test(id),
  )
  if (chains.length === 0) {
    throw new ChainglassFailure({
      code: 'bad_response',
      kind: 'not_a_page',
      reason: 'no_chains',
      host: new URL(baseUrl).host,
    })
  }
  return Object.fromEntries(chains.map(([id, page]) => [id, typeof page === 'string' ? page : '']))
}

/** Well-known chains first, in the order of the table; then by id. `listed`: ids of the sources in the list. */
export function listProChains(
  account: string,
  chains: Readonly<Record<string, string>>,
  listed: readonly string[],
): ProChain[] {
  const rank = (id: string) => {
    const index = CHAINS.findIndex((chain) => chain.id === id)
    return index === -1 ? CHAINS.length : index
  }
  return Object.keys(chains)
    .sort((a, b) => rank(a) - rank(b) || (BigInt(a) < BigInt(b) ? -1 : 1))
    .map((chainId) => ({
      chainId,
      name: chainName(chainId),
      coin: coinOf(chainId).symbol,
      test: findChain(chainId)?.test ?? false,
      source: `${account}:${chainId}`,
      listed: listed.includes(`${account}:${chainId}`),
    }))
}

/** The coin of a chain; ETH if the chain is unknown. */
export const coinOf = (chainId: string | undefined) => ({
  symbol: (chainId === undefined ? undefined : findChain(chainId)?.coin) ?? 'ETH',
  decimals: 18,
})
