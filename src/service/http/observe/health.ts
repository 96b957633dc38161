/** Whether the service can be used: for what watches it, and for what stands in front of several. */
import type { ChainReader } from '../../chain-reader.ts'
import { type ApiResponse, json } from '../response.ts'

/** 503 where the chain is not read from its node any more; what is indexed is served all the same. */
export function healthOf({ chain, progress }: ChainReader): ApiResponse {
  const now = progress?.()
  const state = {
    chain_id: chain.chainId,
    state: now?.state ?? 'complete',
    head: now?.head ?? null,
    lag: now?.lag ?? 0,
    ...(now?.secondsBehind !== undefined && { seconds_behind: now.secondsBehind }),
    // The newest blocks are served first: how much of the whole chain is indexed.
    ...(now?.whole && { whole: { blocks: now.whole.done, of: now.whole.of } }),
    // What sorted lists are read along is being made: how much of it is there.
    ...(now?.prepared && { prepared: now.prepared }),
    ...(now?.replicaSecondsBehind !== undefined && { replica_seconds_behind: now.replicaSecondsBehind }),
    ...(now?.message !== undefined && { message: now.message }),
    repairs: now?.repairs.reduce((sum, { count }) => sum + count, 0) ?? 0,
  }
  return isWell(state)
    ? json(200, { status: 'ok', chains: [state] })
    : json(503, { status: 'degraded', chains: [state] })
}

export const isWell = ({ state }: { readonly state: string }) => state !== 'stalled' && state !== 'failed'
