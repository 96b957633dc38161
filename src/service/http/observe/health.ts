/** Whether the service can be used: for what watches it, and for what stands in front of several. */
import type { ChainReader } from '../../chain-reader.ts'
import { type ApiResponse, json } from '../response.ts'

/** 503 where a chain is not read from its node any more; what is indexed is served all the same. */
export function healthOf(chains: readonly ChainReader[]): ApiResponse {
  const states = chains.map(({ chain, progress }) => {
    const now = progress?.()
    return {
      chain_id: chain.chainId,
      state: now?.state ?? 'complete',
      head: now?.head ?? null,
      lag: now?.lag ?? 0,
      ...(now?.secondsBehind !== undefined && { seconds_behind: now.secondsBehind }),
      // The newest blocks are served first: how much of the whole chain is indexed.
      ...(now?.whole && { whole: { blocks: now.whole.done, of: now.whole.of } }),
      repairs: now?.repairs.reduce((sum, { count }) => sum + count, 0) ?? 0,
    }
  })
  const isWell = states.every(({ state }) => state !== 'stalled' && state !== 'failed')
  return json(isWell ? 200 : 503, { status: isWell ? 'ok' : 'degraded', chains: states })
}
